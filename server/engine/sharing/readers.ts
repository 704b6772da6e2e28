import type { Actor } from '../../../catalogue/access/access.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** The reach keys of a reader: everybody's, and those of the institutions that he stands below. */
export const keysOf = (reader: Actor | null): Sql =>
  reader === null
    ? sql`array[0]`
    : sql`array(
        select unnest(array[0, r.id, r.district_id, r.city_id, r.province_id])
        from institution r
        where r.id = ${reader.institutionId})`

/** Condition that `shelf s` stands there now: it has begun, has not ended and was not taken down. */
export const standing = sql`s.gone_at is null and s.published_at <= now()
  and coalesce(s.until_at > now(), true)`

/** Condition that the reader is among those whom `shelf s` reaches, whether it stands there or is gone. */
export const reaches = (reader: Actor | null): Sql => sql`s.reach_key = any(${keysOf(reader)})`

/** How many items a reader can read below each of some chapters. */
export async function countBelow(
  db: Queryable,
  reader: Actor | null,
  kind: string,
  nodes: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (nodes.length === 0) return new Map()
  const ids = sql`${[...nodes]}::int[]`
  const rows = await db.query<{ node: number; count: number }>(sql`
    select n as node, count(*)::int as count
    from shelf s, unnest(s.node_ids) n
    where s.kind = ${kind} and s.node_ids && ${ids} and n = any(${ids}) and ${standing} and ${reaches(reader)}
    group by n`)
  return new Map(rows.map(({ node, count }) => [node, count]))
}
