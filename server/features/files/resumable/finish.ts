import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '../../../../catalogue/access/access.ts'
import { uploaded } from '../../../../catalogue/contract/uploads.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { ByteSource } from '../../../platform/recordings/boxes.ts'
import { storedSource } from '../../../platform/recordings/stored-source.ts'
import type { FileStore } from '../../../platform/storage/file-store.ts'
import type { FilesOptions } from '../routes.ts'
import { take, type Intake } from '../take-upload.ts'
import {
  partsOf,
  refuseUpload,
  removeUpload,
  uploadOf,
  type ResumableUpload,
  type StoredPart,
} from './uploads.ts'

type UploadedFile = ReturnType<(typeof uploaded)['parse']>

/** Seconds for which a process that fell silent keeps others from putting the parts together. */
const silence = 30
/** Milliseconds after which an asker is told to ask again: calls end after 20 seconds (specification 7). */
const answerMs = 8_000

/** Puts parts together, once an upload at a time. */
export function finisher(o: FilesOptions, intake: Intake, parts: FileStore) {
  const running = new Map<string, Promise<UploadedFile>>()
  const started = (actor: Actor, upload: ResumableUpload): Promise<UploadedFile> => {
    const work = putTogether(o, intake, parts, { actor, upload }).finally(() => running.delete(upload.id))
    running.set(upload.id, work)
    // Its asker may have gone; the next one hears of the fault.
    work.catch(() => undefined)
    return work
  }
  /** Answers the file of an upload, null while another process or this one is still at work. */
  return async (actor: Actor, id: string): Promise<UploadedFile | null> => {
    const made = await fileOf(o, actor, id)
    if (made) {
      // Where a crash came between the file and the end of its upload.
      await removeUpload(o.db, parts, id)
      return made
    }
    const upload = await uploadOf(o.db, actor, id)
    if (upload.refusal !== null) throw new AppError('fileType', { message: upload.refusal })
    if (upload.received < upload.bytes)
      throw invalid('received', `只收到 ${upload.received} 字节，共 ${upload.bytes} 字节，请接着传`)
    const known = running.get(id)
    if (!known && !(await claim(o, id))) return null
    return Promise.race([known ?? started(actor, upload), pause(answerMs, null, { ref: false })])
  }
}

/** An upload and its file have the same number, so that a repeated call finds what an earlier one made. */
async function fileOf({ db }: FilesOptions, actor: Actor, id: string): Promise<UploadedFile | null> {
  const row = await db.maybeOne(
    sql`select id, name, mime, bytes from file where id = ${id}::uuid and by_identity = ${actor.identityId}`,
  )
  return row ? uploaded.parse(row) : null
}

const claim = async ({ db }: FilesOptions, id: string): Promise<boolean> =>
  (await db.execute(sql`
    update resumable_upload
    set finishing_until = now() + make_interval(secs => ${silence})
    where id = ${id}::uuid and (finishing_until is null or finishing_until < now())`)) === 1

/** The bytes of all parts, by ranges. */
function sourceOf(store: FileStore, parts: readonly StoredPart[], bytes: number): ByteSource {
  async function* stream(start: number, end: number): AsyncGenerator<Buffer> {
    for (const { start_at, bytes: length, storage_key: key } of parts) {
      const [from, to] = [Math.max(start, start_at), Math.min(end, start_at + length)]
      if (from < to) yield* storedSource(store, { key, bytes: length }).stream(from - start_at, to - start_at)
    }
  }
  return { bytes, stream, read: (start, end) => buffer(stream(start, end)) }
}

const isFinal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'fileType' || error.code === 'tooLarge')

async function putTogether(
  o: FilesOptions,
  intake: Intake,
  store: FileStore,
  { actor, upload: { id, name, bytes } }: { readonly actor: Actor; readonly upload: ResumableUpload },
): Promise<UploadedFile> {
  const { db } = o
  const beat = setInterval(() => void sayAlive(o, id).catch(() => undefined), (silence * 1000) / 3)
  try {
    const source = sourceOf(store, await partsOf(db, id), bytes)
    const coming = source.stream(0, bytes)[Symbol.asyncIterator]()
    const upload = { name, coming, declared: bytes, source }
    const file = uploaded.parse(await take(o, intake, { actor, id }, upload))
    await removeUpload(db, store, id)
    return file
  } catch (error) {
    if (isFinal(error)) await refuseUpload(db, store, id, error.message)
    else await db.execute(sql`update resumable_upload set finishing_until = null where id = ${id}::uuid`)
    throw error
  } finally {
    clearInterval(beat)
  }
}

const sayAlive = ({ db }: FilesOptions, id: string) =>
  db.execute(sql`
    update resumable_upload set finishing_until = now() + make_interval(secs => ${silence}) where id = ${id}::uuid`)
