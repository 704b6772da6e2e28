import type { Queryable } from '../server/engine/engine.ts'
import { withDue } from '../server/engine/person-facts/index.ts'
import { sql } from '../server/platform/db/sql.ts'

/** Months of which the demo tells who signed in, the present one included. */
const months = 13

/**
 * Lets most teachers have signed in during the past months, a few times each: reports count them. The hash of
 * the number decides, so that every demo is alike.
 */
export async function tellSignIns(db: Queryable): Promise<void> {
  await db.execute(
    withDue(sql`
    insert into person_fact (owner_id, kind, ref, day, times, institution_id, district_id, city_id, province_id, stage,
      subject)
    select t.id, 'signIn', to_char(m, 'YYYY-MM'), m::date, 1 + abs(hashint4(t.id + n)) % 9, t.institution_id,
      t.district_id, t.city_id, t.province_id, t.stage, t.subject
    from teacher t
      join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
      cross join generate_series(0, ${months - 1}) n
      cross join lateral (select date_trunc('month', now()) - make_interval(months => n) as m) d
    where t.institution_id is not null and abs(hashint4(t.id * 31 + n)) % 10 < 2 + t.id % 5
    on conflict do nothing`),
  )
}
