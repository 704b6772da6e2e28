import type { Actor } from '../../../catalogue/access/access.ts'
import {
  openingRoles,
  type CollectionDetail,
  type CollectionDraft,
  type CollectionEdit,
  type CollectionLine,
} from '../../../catalogue/contract/collections.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { libraryLines, type LibraryKind } from './library.ts'
import { keysOf, reaches, standing } from './readers.ts'

/** Condition that the actor put `collection k` together: a teacher his own, an office its institution's. */
const isMakers = (actor: Actor): Sql =>
  actor.role === 2
    ? sql`k.person_id = ${actor.personId}`
    : sql`(k.person_id is null and k.institution_id = ${actor.institutionId})`

/** Condition that the actor reads `collection k`. */
const isReaders = (actor: Actor): Sql => sql`(${isMakers(actor)} or k.reach_key = any(${keysOf(actor)}))`

const listed = (actor: Actor): Sql => sql`
  k.id, k.title, k.description, p.name as author, i.name as org, k.reach_key is not null as shared,
  coalesce(k.reach_key = 0, false) as open,
  coalesce(${isMakers(actor)}, false) as own, k.updated_at as "updatedAt", k.version`
const rows = sql`collection k
  join institution i on i.id = k.institution_id
  left join person p on p.id = k.person_id`

/** A page of collections, the last changed first. */
export async function collectionsPage(
  db: Queryable,
  actor: Actor,
  {
    view,
    page,
    pageSize,
  }: { readonly view: 'own' | 'shared'; readonly page: number; readonly pageSize: number },
) {
  const where =
    view === 'own'
      ? isMakers(actor)
      : sql`k.reach_key = any(${keysOf(actor)}) and not coalesce(${isMakers(actor)}, false)`
  const [list, { total }] = await Promise.all([
    db.query<CollectionLine>(sql`
      select ${listed(actor)},
        (select count(*)::int from collection_item x where x.collection_id = k.id) as items
      from ${rows}
      where ${where}
      order by k.updated_at desc, k.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from collection k where ${where}`),
  ])
  return { list, total, page, pageSize }
}

/**
 * One collection with what the actor reads of it; what was taken down stands as its tombstone.
 * @throws AppError `missing`
 */
export async function collectionOf(
  db: Queryable,
  actor: Actor,
  of: LibraryKind,
  id: number,
): Promise<CollectionDetail> {
  const found = await db.maybeOne<Omit<CollectionDetail, 'items' | 'hidden'>>(
    sql`select ${listed(actor)} from ${rows} where k.id = ${id} and ${isReaders(actor)}`,
  )
  if (!found) throw new AppError('missing')
  const placed = await db.query<{ id: number; note: string }>(sql`
    select item_id as id, note from collection_item where collection_id = ${id} order by place`)
  const lines = await libraryLines(
    db,
    actor,
    of,
    placed.map((one) => one.id),
  )
  const items = placed.flatMap((one) => {
    const line = lines.find((other) => other.id === one.id)
    return line ? [{ ...line, note: one.note }] : []
  })
  return { ...found, items, hidden: placed.length - items.length }
}

type CollectedItem = CollectionDraft['items'][number]

/** Where a collection is read: by everybody, in the maker's institution, or by its maker alone. */
function reachOf(actor: Actor, { shared, open }: Pick<CollectionDraft, 'shared' | 'open'>): number | null {
  if (open && !openingRoles.includes(actor.role))
    throw invalid('open', '公开的合集由县区及以上的单位编；您的合集可以共享到本单位')
  if (open) return 0
  return shared ? actor.institutionId : null
}

/** The audit of what visitors may read, or may read no more. */
async function noteOpening(
  tx: Tx,
  actor: Actor,
  { id, title }: { readonly id: number; readonly title: string },
  [before, after]: readonly [number | null, number | null],
): Promise<void> {
  if ((before === 0) === (after === 0)) return
  const action = after === 0 ? 'collection.opened' : 'collection.closed'
  await note(tx, { by: actor.identityId, action, facts: { collection: id, title } })
}

/** Begins a collection. Answers its number. @throws AppError `invalid` for what the maker cannot read */
export function makeCollection(
  db: Database,
  actor: Actor,
  of: LibraryKind,
  draft: CollectionDraft,
): Promise<number> {
  const { title, description, items } = draft
  const reach = reachOf(actor, draft)
  return db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into collection (title, description, institution_id, person_id, reach_key)
      values (${title}, ${description}, ${actor.institutionId}, ${actor.role === 2 ? actor.personId : null},
        ${reach})
      returning id`)
    await noteOpening(tx, actor, { id, title }, [null, reach])
    await putItems(tx, actor, of, { id, items, before: [] })
    return id
  })
}

/** @throws AppError `missing` for somebody else's, `stale` where it changed meanwhile */
async function lockOwn(
  tx: Tx,
  actor: Actor,
  id: number,
  version: number | null,
): Promise<{ readonly title: string; readonly reach: number | null }> {
  const row = await tx.maybeOne<{ version: number; title: string; reach: number | null }>(
    sql`select version, title, reach_key as reach from collection k where id = ${id} and ${isMakers(actor)} for update`,
  )
  if (!row) throw new AppError('missing')
  if (version !== null && row.version !== version) throw new AppError('stale')
  return row
}

/** Writes a collection anew, in the order given. */
export function changeCollection(
  db: Database,
  actor: Actor,
  of: LibraryKind,
  edit: CollectionEdit & { readonly id: number },
): Promise<void> {
  const { id, title, description, items, version } = edit
  const reach = reachOf(actor, edit)
  return db.transaction(async (tx) => {
    const was = await lockOwn(tx, actor, id, version)
    await noteOpening(tx, actor, { id, title }, [was.reach, reach])
    const before = await tx.query<CollectedItem>(
      sql`select item_id as id, note from collection_item where collection_id = ${id} order by place`,
    )
    const ids = before.map((one) => one.id)
    const seen = (await libraryLines(tx, actor, of, ids)).map((one) => one.id)
    // What the maker does not read any more was not shown to him: it stays, behind the others.
    const hidden = before.filter(
      (one) => !seen.includes(one.id) && !items.some((other) => other.id === one.id),
    )
    await tx.execute(sql`
      update collection
      set title = ${title}, description = ${description}, reach_key = ${reach},
        version = version + 1, updated_at = now()
      where id = ${id}`)
    await putItems(tx, actor, of, { id, items: [...items, ...hidden], before: ids })
  })
}

/** Takes a collection away; what it held stays where it is. */
export function dropCollection(db: Database, actor: Actor, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const { title, reach } = await lockOwn(tx, actor, id, null)
    await noteOpening(tx, actor, { id, title }, [reach, null])
    await tx.execute(sql`delete from collection where id = ${id}`)
  })
}

/** What was in it may stay, whatever became of it; what is new stands on the shelf for its maker. */
async function putItems(
  tx: Tx,
  actor: Actor,
  { kind }: LibraryKind,
  {
    id,
    items,
    before,
  }: { readonly id: number; readonly items: CollectionDraft['items']; readonly before: readonly number[] },
): Promise<void> {
  const added = items.map((one) => one.id).filter((one) => !before.includes(one))
  const known = await tx.query<{ id: number }>(sql`
    select s.item_id as id from shelf s
    where s.kind = ${kind} and s.item_id = any(${added}::int[]) and ${standing} and ${reaches(actor)}`)
  const unknown = added.find((one) => !known.some((other) => other.id === one))
  if (unknown !== undefined) throw invalid('items', `编号 ${unknown} 的资源不在您可用的资源里，不能收入合集`)
  await tx.execute(sql`delete from collection_item where collection_id = ${id}`)
  await tx.execute(sql`
    insert into collection_item (collection_id, place, item_id, note)
    select ${id}::int, x.place, x.id, x.note
    from jsonb_to_recordset(${sql.json(items.map((one, i) => ({ ...one, place: i + 1 })))})
      as x(place int, id int, note text)`)
}

/** Gives the collections of an institution to its successor. */
export async function carryCollections(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    update collection
    set institution_id = ${to}, reach_key = case when reach_key = ${from} then ${to}::int else reach_key end
    where institution_id = ${from}`)
}
