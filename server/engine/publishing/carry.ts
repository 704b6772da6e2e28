import { followOnShelf } from '../sharing/index.ts'
import { contentStandings } from './shelving.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Gives the contents of an institution to its successor, who keeps them from now on; what waits at a step of
 * the former institution waits there. Answers how many there are.
 */
export async function carryContents(tx: Tx, from: number, to: number): Promise<number> {
  await tx.execute(sql`
    update content c
    set route = (
        select jsonb_agg(
          case when s.step ->> 'institutionId' = ${String(from)}
            then s.step || jsonb_build_object('institutionId', o.id, 'institution', o.name) else s.step end
          order by s.no)
        from jsonb_array_elements(c.route) with ordinality s (step, no)),
      version = c.version + 1
    from institution o
    where o.id = ${to} and c.state = 'inReview'
      and c.route @> jsonb_build_array(jsonb_build_object('institutionId', ${from}::int))`)
  const carried = await tx.query<{ id: number }>(sql`
    update content c
    set institution_id = o.id, district_id = o.district_id, city_id = o.city_id, province_id = o.province_id
    from institution o
    where o.id = ${to} and c.institution_id = ${from}
    returning c.id`)
  await placeReach(tx, carried)
  return carried.length
}

/** Lets contents follow their institutions to another place of the tree. */
export async function placeContents(tx: Tx, institutionIds: readonly number[]): Promise<void> {
  const placed = await tx.query<{ id: number }>(sql`
    update content c
    set district_id = o.district_id, city_id = o.city_id, province_id = o.province_id
    from institution o
    where o.id = c.institution_id and c.institution_id = any(${[...institutionIds]}::int[])
    returning c.id`)
  await placeReach(tx, placed)
}

/** Lets the reach of contents follow their place, in the library, too. */
async function placeReach(tx: Tx, moved: readonly { readonly id: number }[]): Promise<void> {
  const ids = moved.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.execute(sql`
    update content c
    set reach_key = case c.reach
      when '9' then 0
      when '4' then coalesce(c.province_id, c.institution_id)
      when '3' then coalesce(c.city_id, c.province_id, c.institution_id)
      when '2' then coalesce(c.district_id, c.city_id, c.province_id, c.institution_id)
      when '1' then c.institution_id end
    where c.id = any(${ids}::int[]) and c.reach is not null`)
  await followOnShelf(tx, sql`c.type`, ids, contentStandings)
}
