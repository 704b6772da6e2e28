import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/database.ts'
import { followOnShelf } from '../sharing/index.ts'
import { questionStandings } from './shelving.ts'

/**
 * Gives the questions of an institution to its successor; what waits at a step of the former institution waits
 * there.
 */
export async function carryQuestions(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    update question q
    set route = (
        select jsonb_agg(
          case when s.step ->> 'institutionId' = ${String(from)}
            then s.step || jsonb_build_object('institutionId', o.id, 'institution', o.name) else s.step end
          order by s.no)
        from jsonb_array_elements(q.route) with ordinality s (step, no)),
      edit_no = q.edit_no + 1
    from institution o
    where o.id = ${to} and q.state = 'inReview'
      and q.route @> jsonb_build_array(jsonb_build_object('institutionId', ${from}::int))`)
  const carried = await tx.query<{ id: number }>(sql`
    update question q
    set institution_id = o.id, district_id = o.district_id, city_id = o.city_id, province_id = o.province_id
    from institution o
    where o.id = ${to} and q.institution_id = ${from}
    returning q.id`)
  await placeReach(tx, carried)
}

/** Lets questions follow their institutions to another place of the tree. */
export async function placeQuestions(tx: Tx, institutionIds: readonly number[]): Promise<void> {
  const placed = await tx.query<{ id: number }>(sql`
    update question q
    set district_id = o.district_id, city_id = o.city_id, province_id = o.province_id
    from institution o
    where o.id = q.institution_id and q.institution_id = any(${[...institutionIds]}::int[])
    returning q.id`)
  await placeReach(tx, placed)
}

/** Lets the reach of questions follow their place, in the library, too. */
async function placeReach(tx: Tx, moved: readonly { readonly id: number }[]): Promise<void> {
  const ids = moved.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.execute(sql`
    update question q
    set reach_key = case q.reach
      when '9' then 0
      when '4' then coalesce(q.province_id, q.institution_id)
      when '3' then coalesce(q.city_id, q.province_id, q.institution_id)
      when '2' then coalesce(q.district_id, q.city_id, q.province_id, q.institution_id)
      when '1' then q.institution_id end
    where q.id = any(${ids}::int[]) and q.reach is not null and q.live_no is not null`)
  await followOnShelf(tx, sql`'question'`, ids, questionStandings)
}
