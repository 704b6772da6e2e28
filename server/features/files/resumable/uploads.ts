import type { Actor } from '../../../../catalogue/access/access.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { FileStore, KeptFile } from '../../../platform/storage/file-store.ts'
import { removeUnclaimed } from '../../../platform/storage/unclaimed.ts'

/** Days for which an unfinished upload is kept after its last part. */
const keptDays = 7
/** Unfinished uploads of one identity at most. */
const mostUnfinished = 30

/** An upload that comes in parts. */
export interface ResumableUpload {
  readonly id: string
  readonly name: string
  readonly bytes: number
  /** Bytes that are stored for good. */
  readonly received: number
  readonly modified: number | null
  readonly refusal: string | null
  /** When it is removed unless another part comes, in milliseconds since 1970. */
  readonly expires: number
}

const columns = sql`id, name, bytes, received, modified, refusal,
  (extract(epoch from touched_at + make_interval(days => ${keptDays})) * 1000)::bigint as expires`

/** Begins an upload. Throws `tooOften` when the actor has too many that are not finished. */
export async function beginUpload(
  db: Database,
  actor: Actor,
  { name, bytes, modified }: Pick<ResumableUpload, 'name' | 'bytes' | 'modified'>,
): Promise<ResumableUpload> {
  const id = uuidv7()
  await db.transaction(async (tx) => {
    // One after the other for each identity, so that the limit holds.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('resumable_upload'), ${actor.identityId})`)
    const { open } = await tx.one<{ open: number }>(sql`
      select count(*)::int as open
      from resumable_upload
      where identity_id = ${actor.identityId} and refusal is null`)
    if (open >= mostUnfinished)
      throw new AppError('tooOften', {
        message: `没有传完的文件已有 ${mostUnfinished} 个，请先传完或取消几个`,
      })
    await tx.execute(sql`
      insert into resumable_upload (id, identity_id, name, bytes, modified)
      values (${id}::uuid, ${actor.identityId}, ${name}, ${bytes}, ${modified}::bigint)`)
  })
  return uploadOf(db, actor, id)
}

/** The uploads of the actor that are not finished, latest first. */
export const unfinishedOf = (db: Database, actor: Actor): Promise<ResumableUpload[]> =>
  db.query<ResumableUpload>(sql`
    select ${columns}
    from resumable_upload
    where identity_id = ${actor.identityId} and refusal is null
    order by touched_at desc`)

/** An upload of the actor. Throws `missing` for one that has ended or is somebody else's. */
export async function uploadOf(db: Database, actor: Actor, id: string): Promise<ResumableUpload> {
  const found = await db.maybeOne<ResumableUpload>(
    sql`select ${columns} from resumable_upload where id = ${id}::uuid and identity_id = ${actor.identityId}`,
  )
  if (!found) throw new AppError('missing', { message: '本次上传已经结束或过期，请重新上传' })
  return found
}

/**
 * Records stored bytes as the next part of an upload. When another request has written on, or the upload has
 * ended, the bytes are removed.
 * @throws AppError `stale`
 */
export async function recordPart(
  db: Database,
  store: FileStore,
  { id, start }: { readonly id: string; readonly start: number },
  { key, bytes }: KeptFile,
): Promise<void> {
  const count = await db.execute(sql`
    with moved as (
      update resumable_upload
      set received = received + ${bytes}::bigint, touched_at = now()
      where id = ${id}::uuid and received = ${start}::bigint and refusal is null and finishing_until is null
      returning id)
    insert into resumable_part (upload_id, start_at, bytes, storage_key)
    select id, ${start}::bigint, ${bytes}, ${key} from moved`)
  if (count === 1) return
  await store.remove(key)
  throw misplaced()
}

/** The refusal of a part that does not begin where the stored bytes end. */
export const misplaced = (): AppError =>
  new AppError('stale', { message: '这一段不从已收到的末尾开始，请先查询已收到多少，再接着传' })

export interface StoredPart {
  readonly start_at: number
  readonly bytes: number
  readonly storage_key: string
}

/** The parts of an upload in their order. */
export const partsOf = (of: Queryable, id: string): Promise<StoredPart[]> =>
  of.query<StoredPart>(sql`
    select start_at, bytes, storage_key
    from resumable_part
    where upload_id = ${id}::uuid
    order by start_at`)

/** Removes an upload with its parts, whoever began it. The rows go first: a crash leaves bytes without a name. */
export async function removeUpload(db: Database, store: FileStore, id: string): Promise<void> {
  const parts = await db.query<{ storage_key: string }>(
    sql`delete from resumable_part where upload_id = ${id}::uuid returning storage_key`,
  )
  await db.execute(sql`delete from resumable_upload where id = ${id}::uuid`)
  for (const { storage_key } of parts) await store.remove(storage_key)
}

/** Keeps why an upload is refused, so that its sender hears it, and removes its parts. */
export async function refuseUpload(
  db: Database,
  store: FileStore,
  id: string,
  refusal: string,
): Promise<void> {
  await db.execute(
    sql`update resumable_upload set refusal = ${refusal}, finishing_until = null where id = ${id}::uuid`,
  )
  const parts = await db.query<{ storage_key: string }>(
    sql`delete from resumable_part where upload_id = ${id}::uuid returning storage_key`,
  )
  for (const { storage_key } of parts) await store.remove(storage_key)
}

/** Removes uploads whose days are over, and bytes that a crash left without a row. Answers whether there may be more. */
export async function expireUploads(db: Database, store: FileStore): Promise<boolean> {
  const over = await db.query<{ id: string }>(sql`
    select id
    from resumable_upload
    where touched_at < now() - make_interval(days => ${keptDays})
    order by touched_at
    limit 20`)
  for (const { id } of over) await removeUpload(db, store, id)
  if (over.length === 20) return true
  await removeUnclaimed(store, (keys) =>
    db.query(sql`select storage_key from resumable_part where storage_key = any(${[...keys]}::text[])`),
  )
  return false
}
