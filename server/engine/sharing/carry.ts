import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { followOnShelf, type Standings } from './shelf.ts'

/** The table of a kind of things that travel the way up and are shared by reach. */
export interface SharedTable {
  readonly table: string
  /** The column that counts edits. */
  readonly edits: string
  /** Kind of the shelf, as an expression on the row `c` of the standings. */
  readonly kind: Sql
  readonly standings: Standings
}

/**
 * Gives what an institution shares to its successor; what waits at a step of the former institution waits
 * there.
 * @returns how many rows there are
 */
export async function carryShared(tx: Tx, shared: SharedTable, from: number, to: number): Promise<number> {
  const table = sql.id(shared.table)
  await tx.execute(sql`
    update ${table} x
    set route = (
        select jsonb_agg(
          case when s.step ->> 'institutionId' = ${String(from)}
            then s.step || jsonb_build_object('institutionId', o.id, 'institution', o.name) else s.step end
          order by s.no)
        from jsonb_array_elements(x.route) with ordinality s (step, no)),
      ${sql.id(shared.edits)} = ${sql.id('x', shared.edits)} + 1
    from institution o
    where o.id = ${to} and x.state = 'inReview'
      and x.route @> jsonb_build_array(jsonb_build_object('institutionId', ${from}::int))`)
  const carried = await tx.query<{ id: number }>(sql`
    update ${table} x
    set institution_id = o.id, district_id = o.district_id, city_id = o.city_id, province_id = o.province_id
    from institution o
    where o.id = ${to} and x.institution_id = ${from}
    returning x.id`)
  await placeReach(tx, shared, carried)
  return carried.length
}

/** Lets what institutions share follow them to another place of the tree. */
export async function placeShared(
  tx: Tx,
  shared: SharedTable,
  institutionIds: readonly number[],
): Promise<void> {
  const placed = await tx.query<{ id: number }>(sql`
    update ${sql.id(shared.table)} x
    set district_id = o.district_id, city_id = o.city_id, province_id = o.province_id
    from institution o
    where o.id = x.institution_id and x.institution_id = any(${[...institutionIds]}::int[])
    returning x.id`)
  await placeReach(tx, shared, placed)
}

/**
 * Lets the reach of moved rows follow their place, on the shelf, too. What is not read now has no key, and
 * gets none.
 */
async function placeReach(
  tx: Tx,
  { table, kind, standings }: SharedTable,
  moved: readonly { readonly id: number }[],
): Promise<void> {
  const ids = moved.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.execute(sql`
    update ${sql.id(table)} x
    set reach_key = case x.reach
      when '9' then 0
      when '4' then coalesce(x.province_id, x.institution_id)
      when '3' then coalesce(x.city_id, x.province_id, x.institution_id)
      when '2' then coalesce(x.district_id, x.city_id, x.province_id, x.institution_id)
      when '1' then x.institution_id end
    where x.id = any(${ids}::int[]) and x.reach_key is not null`)
  await followOnShelf(tx, kind, ids, standings)
}
