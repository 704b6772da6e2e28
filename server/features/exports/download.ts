import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { dateOf } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ExportNeeds } from './options.ts'
import { jobFor, type ExportWords } from './row.ts'
import { openedFile, sealBytes } from '../../platform/crypto/sealed-file.ts'
import { keyPlace } from './sealed.ts'
import { attached } from '../../platform/http/attached.ts'

const mimes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
} as const

interface File {
  readonly told: ExportWords
  readonly format: keyof typeof mimes
  readonly storage_key: string
  readonly key_sealed: string
  readonly bytes: number
  readonly ready_at: string
}

/** The bytes of the file. A backup of the database without the files has none. */
async function bodyOf({ exportStore, keys }: ExportNeeds, id: number, file: File): Promise<Readable> {
  const fileKey = keys.open(file.key_sealed, keyPlace(id))
  try {
    return await openedFile((part) => exportStore.read(file.storage_key, part), file.bytes, fileKey)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'missing')) throw error
    throw new AppError('wrongState', { message: '文件已不在服务器上，请重新导出' })
  }
}

/**
 * Sends the file to whoever asked for it; each time leaves a line in the audit. With values in full it asks
 * again who one is: `prove` throws otherwise.
 */
export async function download(
  o: ExportNeeds,
  actor: Actor,
  id: number,
  { reply, prove }: { readonly reply: FastifyReply; readonly prove: () => Promise<void> },
) {
  if (actor.viewedBy !== undefined) throw new AppError('viewOnly')
  const job = await jobFor(o.db, actor, id)
  if (!job.mine) throw new AppError('forbidden', { message: '文件只能由申请导出的人下载' })
  if (!job.can.includes('download'))
    throw new AppError('wrongState', {
      message: job.state === 'expired' ? '文件已过保存期限，请重新导出' : '文件尚未生成',
    })
  const file = await o.db.one<File>(sql`
    select told, format, storage_key, key_sealed, bytes, ready_at
    from export
    where id = ${id} and asked_by = ${actor.identityId} and state = 'ready'`)
  if (file.told.full.length > 0) await prove()
  await note(o.db, {
    by: actor.identityId,
    action: 'export.downloaded',
    facts: { export: id, rows: job.rows },
  })
  const name = `${file.told.title}-${dateOf(new Date(file.ready_at))}-${id}.${file.format}`
  const body = await bodyOf(o, id, file)
  return attached(reply, name, mimes[file.format])
    .header('content-length', file.bytes - sealBytes)
    .send(body)
}
