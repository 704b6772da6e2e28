import { inScope, seesPending, type Actor } from '../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { State } from '../../../catalogue/flows/review.ts'
import { joinOwnerOfType, placeOf, type PlaceRow } from '../../engine/access/index.ts'
import { caseRows, heldByCase } from '../../engine/processes/index.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { FileStore, KeptFile } from '../../platform/storage/file-store.ts'

export interface FileRow {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly storage_key: string
  readonly by_identity: number
}

/**
 * Makes bytes that are kept a file of the actor's. Equal bytes are stored once: where another file has them,
 * the new ones are removed. The row that is shared cannot be deleted meanwhile.
 */
export async function recordFile(
  db: Database,
  store: FileStore,
  actor: Pick<Actor, 'identityId'>,
  { name, mime, id = uuidv7(), key, bytes, sha256 }: NewFile,
) {
  const about = { id, name, mime, bytes }
  const storage_key = await db.transaction(async (tx) => {
    const same = await tx.maybeOne<{ storage_key: string }>(sql`
      select storage_key
      from file
      where sha256 = ${sha256} and bytes = ${bytes} and mime = ${mime}
      limit 1
      for key share`)
    const place = same?.storage_key ?? key
    await tx.execute(sql`
      insert into file (id, sha256, bytes, mime, name, storage_key, by_identity)
      values (${id}, ${sha256}, ${bytes}, ${mime}, ${name}, ${place}, ${actor.identityId})`)
    return place
  })
  if (storage_key === key) return about
  // A file whose bytes were lost is whole again with these.
  if ((await store.size(storage_key)) === null)
    await db.execute(sql`update file set storage_key = ${key} where storage_key = ${storage_key}`)
  else await store.remove(key)
  return about
}

interface NewFile extends KeptFile {
  readonly name: string
  readonly mime: string
  readonly id?: string | undefined
}

/**
 * Deletes a file that nothing uses any more.
 * @returns the storage key of its bytes, to be removed after the transaction; null when another file shares
 * them
 */
export async function deleteFile(tx: Tx, { id, storage_key }: Pick<FileRow, 'id' | 'storage_key'>) {
  await tx.execute(sql`delete from file where id = ${id}`)
  const others = await tx.maybeOne(sql`select 1 from file where storage_key = ${storage_key} limit 1`)
  return others ? null : storage_key
}

interface Use extends PlaceRow {
  type: string
  owner_id: number
  in_effective: boolean
  pending_state: State | null
}

/** Bytes an identity has uploaded within a day, against abuse: recordings, and everything else. */
export async function uploadedToday(
  db: Database,
  actor: Actor,
): Promise<{ recordings: number; others: number }> {
  return db.one(sql`
    select coalesce(sum(bytes) filter (where mime ~ '^(video|audio)/'), 0)::bigint as recordings,
      coalesce(sum(bytes) filter (where mime !~ '^(video|audio)/'), 0)::bigint as others
    from file where by_identity = ${actor.identityId} and created_at > now() - interval '1 day'`)
}

/**
 * The file, if the actor may read it: who uploaded it, or who may read a record that uses it or a case that
 * holds it. A file that only a draft uses is the owner's alone.
 */
export async function readableFile(
  db: Database,
  records: Readonly<Record<string, AnyRecord>>,
  actor: Actor,
  id: string,
): Promise<FileRow | null> {
  const file = await db.maybeOne<FileRow>(
    sql`select id, name, mime, bytes, storage_key, by_identity from file where id = ${id}`,
  )
  if (!file) return null
  if (file.by_identity === actor.identityId) return file
  // As evidence, or within the value of a field: a file, several, a text, a line.
  const holds = sql`(v.value -> 'attachments' ? ${id} or exists (select 1
        from jsonb_each_text(v.value) e
        where strpos(e.value, ${id}) > 0))`
  const uses = await db.query<Use>(sql`
    with u as materialized (
      select type, owner_id, record_id from file_use where file_id = ${id}),
    held as materialized (
      select v.owner_id, v.record_id, v.state, v.replaced_at
      from revision v
      join u on u.owner_id = v.owner_id and u.record_id = v.record_id
      where ${holds})
    select u.type, u.owner_id, owner.institution_id, owner.district_id, owner.city_id, owner.province_id,
      exists (select 1
        from held v
        where v.owner_id = u.owner_id and v.record_id = u.record_id and v.state = 'approved') as in_effective,
      (select v.state
        from held v
        where v.owner_id = u.owner_id and v.record_id = u.record_id and v.replaced_at is null
          and v.state in ('draft', 'inReview', 'returned', 'rejected', 'withdrawn')) as pending_state
    from u ${joinOwnerOfType(records, 'u')}`)
  if (uses.some((use) => mayRead(records, actor, use))) return file
  return (await heldByCase(db, actor, id)) ? file : null
}

/**
 * Notes that an office was given the address of evidence; whoever uploaded it, and a teacher among their own,
 * leave no trace.
 */
export async function noteReading(db: Database, actor: Actor, file: FileRow): Promise<void> {
  if (actor.viewedBy === undefined && (actor.role === 2 || file.by_identity === actor.identityId)) return
  await note(
    db,
    {
      by: actor.viewedBy ?? actor.identityId,
      action: 'file.read',
      type: sql`type`,
      ownerId: sql`owner_id`,
      recordId: sql`record_id`,
      facts: { file: file.id },
    },
    sql`from (
        select type, owner_id, record_id from file_use where file_id = ${file.id}
        union all
        select c.type, c.teacher_id, c.id
        from process_file f
        join ${caseRows} c on c.institution_id = f.institution_id and c.id = f.case_id
        where f.file_id = ${file.id}) used
      limit 1`,
  )
}

function mayRead(records: Readonly<Record<string, AnyRecord>>, actor: Actor, use: Use): boolean {
  const definition = records[use.type]
  if (!definition) return false
  if (!inScope(actor, { owner: definition.owner, ownerId: use.owner_id, ...placeOf(use) })) return false
  return (
    actor.role === 2 ||
    use.in_effective ||
    (use.pending_state !== null && seesPending(actor, use.pending_state))
  )
}
