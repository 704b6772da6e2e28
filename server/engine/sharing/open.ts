import type { OpenCollection, OpenCollectionLine } from '../../../catalogue/contract/portal/resources.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { reaches, standing } from './readers.ts'

/** The items of `collection k` that visitors read, as `collection_item x` on `shelf s`. */
const openItems = (kind: string): Sql => sql`
  collection_item x
  join shelf s on s.kind = ${kind} and s.item_id = x.item_id
  where x.collection_id = k.id and ${standing} and ${reaches(null)}`

const listed = sql`k.id, k.title, k.description, i.name as org, k.updated_at as "updatedAt"`
const rows = sql`collection k join institution i on i.id = k.institution_id`

/**
 * Collections that were opened to visitors, the last changed first. One of which visitors can read nothing is
 * left out.
 */
export async function openCollections(
  db: Queryable,
  kind: string,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const where = sql`k.reach_key = 0 and exists (select 1 from ${openItems(kind)})`
  const [list, { total }] = await Promise.all([
    db.query<OpenCollectionLine>(sql`
      select ${listed}, (select count(*)::int from ${openItems(kind)}) as items
      from ${rows}
      where ${where}
      order by k.updated_at desc, k.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from collection k where ${where}`),
  ])
  return { list, total, page, pageSize }
}

/** One of them, with what visitors read of it. @throws AppError `missing` */
export async function openCollectionOf(db: Queryable, kind: string, id: number): Promise<OpenCollection> {
  const found = await db.maybeOne<Omit<OpenCollection, 'items'>>(sql`
    select ${listed} from ${rows} where k.id = ${id} and k.reach_key = 0`)
  if (!found) throw new AppError('missing')
  const items = await db.query<OpenCollection['items'][number]>(sql`
    select s.item_id as id, s.title, s.author, o.name as org, x.note
    from collection k
    join collection_item x on x.collection_id = k.id
    join shelf s on s.kind = ${kind} and s.item_id = x.item_id
    join institution o on o.id = s.institution_id
    where k.id = ${id} and ${standing} and ${reaches(null)}
    order by x.place`)
  return { ...found, items }
}
