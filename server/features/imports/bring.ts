import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  importUpload,
  mostBytes,
  type ImportMode,
} from '../../../catalogue/contract/administration/imports.ts'
import { importOfSheet } from '../../../catalogue/interchange/imports.ts'
import { layoutOfWorkbook, type Layout } from '../../../catalogue/interchange/layout.ts'
import type { ImportDefinition } from '../../../catalogue/imports/define.ts'
import { importNamed } from '../../../catalogue/imports/imports.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { beginImport } from '../../engine/imports/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { firstBytes, sheetOfWorkbook, workbookKindOf } from '../../platform/workbook/index.ts'
import type { ImportNeeds } from './index.ts'

/** A store of files, as the uploads have one. */
export interface FileRoom {
  readonly expectRoom: (bytes: number) => Promise<void>
  readonly write: (pieces: AsyncIterable<Buffer>) => Promise<{ readonly key: string; readonly bytes: number }>
  readonly withFile: <T>(key: string, work: (path: string) => Promise<T>) => Promise<T>
  readonly streamFrom: (key: string, make: (path: string) => Readable) => Promise<Readable>
  readonly remove: (key: string) => Promise<void>
}

/** Most files of one identity in a day, and of an institution in bytes. */
const daily = 60

/** Import of this name for the actor. 404 if the actor may not know of it, 403 if they may. */
export function requireImport(actor: Actor, name: string): ImportDefinition {
  const definition = importNamed(name)
  if (!definition) throw invalid('type', '没有这种导入')
  if (!definition.roles.includes(actor.role)) throw new AppError('forbidden')
  return definition
}

async function* counted(coming: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of coming) {
    bytes += piece.length
    if (bytes > mostBytes)
      throw new AppError('tooLarge', { message: '文件不能超过 60 MB，请分成几个文件再传' })
    yield piece
  }
}

/** The first bytes of what comes decide what it is; the rest follows them to the disk. */
async function* judged(coming: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  let open = true
  for await (const piece of coming) {
    if (!open) {
      yield piece
      continue
    }
    pieces.push(piece)
    bytes += piece.length
    if (bytes < firstBytes) continue
    open = false
    yield* refusing(Buffer.concat(pieces), name)
  }
  if (open) yield* refusing(Buffer.concat(pieces), name)
}

function* refusing(first: Buffer, name: string): Generator<Buffer> {
  const kind = workbookKindOf(first, name)
  if (kind instanceof Error) throw kind
  yield first
}

async function requireAllowance({ db }: ImportNeeds, actor: Actor): Promise<void> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from import_job
    where by_identity = ${actor.identityId} and created_at > now() - interval '1 day'`)
  if (n >= daily) throw new AppError('tooOften', { message: '今天导入的文件太多，请明天再传' })
}

interface ArrivedForm {
  readonly fields: Readonly<Record<string, string>>
  readonly file: { readonly key: string; readonly bytes: number; readonly name: string } | null
}

async function arrived({ importFiles }: ImportNeeds, request: FastifyRequest): Promise<ArrivedForm> {
  const fields: Record<string, string> = {}
  let file: ArrivedForm['file'] = null
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = typeof part.value === 'string' ? part.value : ''
      continue
    }
    if (file !== null || part.fieldname !== 'file') {
      part.file.resume()
      continue
    }
    const kept = await importFiles.write(judged(counted(part.file), part.filename))
    file = { ...kept, name: part.filename.replaceAll(/[\p{Cc}\p{Cf}/\\]/gu, '').slice(-100) }
  }
  return { fields, file }
}

function readFields(fields: ArrivedForm['fields']): { readonly type: string; readonly mode: ImportMode } {
  const read = importUpload.safeParse(fields)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw invalid(String(issue?.path[0] ?? 'type'), issue?.message ?? '请选择导入什么')
}

interface LayoutWorkbook {
  readonly layout: Layout
  readonly file: NonNullable<ArrivedForm['file']>
  readonly mode: ImportMode
  readonly path: string
}

/**
 * A workbook of a layout: a task for each of its sheets, in their order. Each has a copy of the file, so that
 * it is forgotten in its own time.
 */
async function bringWorkbook(
  { db, importFiles }: ImportNeeds,
  actor: Actor,
  { layout, file, mode, path }: LayoutWorkbook,
): Promise<number[]> {
  const ids: number[] = []
  for (const sheet of layout.sheets) {
    const definition = importOfSheet(layout, sheet)
    if (!definition?.roles.includes(actor.role)) continue
    if ((await sheetOfWorkbook(path, sheet.name).catch(() => null)) !== sheet.name) continue
    const { key, bytes } = await importFiles.write(createReadStream(path))
    const brought = { definition, mode, fileKey: key, fileName: file.name, bytes }
    ids.push(await beginImport(db, actor, brought))
  }
  if (ids.length === 0)
    throw invalid('file', `没有找到“${layout.sheets[0]?.name}”等工作表，请用“${layout.title}”的文件`)
  return ids
}

/** Takes a file to the disk and into the line; whatever is refused leaves nothing behind. */
export async function bringFile(
  needs: ImportNeeds,
  actor: Actor,
  request: FastifyRequest,
): Promise<readonly number[]> {
  if (!request.isMultipart()) throw new AppError('malformed', { message: '上传失败，请重新选择文件' })
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > mostBytes + 65_536)
    throw new AppError('tooLarge', { message: '文件不能超过 60 MB，请分成几个文件再传' })
  await requireAllowance(needs, actor)
  await needs.importFiles.expectRoom(declared)
  let key: string | null = null
  try {
    const { fields, file } = await arrived(needs, request)
    key = file?.key ?? null
    if (!file || file.bytes === 0) throw invalid('file', '请选择文件')
    const { type, mode } = readFields(fields)
    const layout = layoutOfWorkbook(type)
    if (layout) {
      if (actor.role === 1) throw new AppError('forbidden')
      const ids = await needs.importFiles.withFile(file.key, (path) =>
        bringWorkbook(needs, actor, { layout, file, mode, path }),
      )
      await needs.importFiles.remove(file.key)
      return ids
    }
    const definition = requireImport(actor, type)
    const brought = { definition, mode, fileKey: file.key, fileName: file.name, bytes: file.bytes }
    return [await beginImport(needs.db, actor, brought)]
  } catch (error) {
    if (key !== null) await needs.importFiles.remove(key)
    throw error
  }
}
