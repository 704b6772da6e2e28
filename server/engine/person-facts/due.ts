import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'

/** Kinds of facts of which reports count people; of the others they count facts. */
export const kindsOfPeople = ['signIn', 'present', 'watched', 'complete'] as const

/**
 * A statement that writes or deletes rows of person_fact, and says which sums have to be counted anew: those of
 * the place and month of each row before and after it (docs/decisions/0255).
 */
export const withDue = (write: Sql): Sql => sql`
  with written as (
    ${write}
    returning owner_id, kind, ref, day, coalesce(district_id, institution_id) as area_id),
  touched as (
    select owner_id, kind, day, area_id from written
    union all
    select f.owner_id, f.kind, f.day, coalesce(f.district_id, f.institution_id)
    from person_fact f
      join written w on w.owner_id = f.owner_id and w.kind = f.kind and w.ref = f.ref),
  sums as (
    insert into fact_sum_due (area_id, kind, month)
    select distinct area_id, kind, ${monthOf(sql`day`)} from touched where area_id is not null)
  insert into fact_year_due (owner_id, kind)
  select distinct owner_id, kind from touched where kind = any(${[...kindsOfPeople]}::text[])`

/** The first day of the month that a day lies in. */
export const monthOf = (day: Sql): Sql => sql`date_trunc('month', ${day}::timestamp)::date`

/** Says that the months of these people have to be counted anew: their facts passed from one to the other. */
export async function countPeopleAnew(db: Queryable, owners: readonly number[]): Promise<void> {
  await db.execute(sql`
    insert into fact_year_due (owner_id, kind)
    select distinct owner_id, kind from person_fact
    where owner_id = any(${[...owners]}::int[]) and kind = any(${[...kindsOfPeople]}::text[])`)
}
