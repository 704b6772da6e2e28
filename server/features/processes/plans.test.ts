import { afterAll, beforeAll, expect, it } from 'vitest'
import { processes } from '../../../catalogue/processes/processes.ts'
import { actorOf, testRegion, type Region } from '../../app/testing/test-region.ts'
import { pageStatement } from '../../engine/processes/index.ts'
import { openPlanReader, type PlanReader } from '../../platform/db/testing/test-plans.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
let plans: PlanReader

/** A hundred thousand transfers of a province; a twentieth concerns the city, few the school. */
beforeAll(async () => {
  region = await testRegion('process-plans')
  const { db, places, people } = region
  await db.query(sql`
    insert into process_case (institution_id, id, type, state, teacher_id, parties, involved, by_identity,
      holder_institution_id, holder_role, open, handed_in, under_way, updated_at)
    select i.id, gen_random_uuid(), 'transfer', case when n % 50 = 0 then 'pendingSender' else 'done' end,
      ${people.teacher.teacherId}, jsonb_build_object('receiver', i.id),
      array_remove(array[i.id, i.district_id, i.city_id, i.province_id], null), ${people.school.identityId},
      case when n % 50 = 0 then i.id end, case when n % 50 = 0 then 3 end, n % 50 = 0, true, n % 50 = 0,
      now() - make_interval(mins => n)
    from generate_series(1, 100000) n
    join institution i on i.id = case when n % 2000 = 0 then ${places.school}::int
      when n % 20 = 0 then ${places.otherSchool}::int else ${places.otherCity}::int end`)
  plans = await openPlanReader(region.ownerUrl)
})
afterAll(async () => {
  await plans.close()
  await region.close()
})

it('the first page of every scope reads few of a hundred thousand cases', async () => {
  const { school, area, otherArea, city, province } = region.people
  for (const [person, role, most] of [
    [school, 3, 4_000],
    [area, 4, 4_000],
    [otherArea, 4, 20_000],
    [city, 5, 20_000],
    [province, 6, 8_000],
  ] as const)
    for (const queue of ['mine', 'open', 'ended'] as const) {
      const asked = { queue, page: 1, pageSize: 20 }
      const statement = pageStatement(actorOf(person, role), processes.transfer, asked)
      const plan = await plans.planOf(statement)
      expect(plan, `${role} ${queue}`).not.toContain('Seq Scan on process_case')
      expect(await plans.rowsRead(statement), `${role} ${queue}\n${plan}`).toBeLessThan(most)
    }
})
