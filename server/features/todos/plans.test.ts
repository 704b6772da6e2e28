import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TodoSource } from '../../engine/waiting/index.ts'
import { processingOf } from '../../app/processing.ts'
import { actorOf, testRegion, type Region } from '../../app/testing/test-region.ts'
import { waitingReviews } from '../../engine/flows/index.ts'
import { waitingCaseSource } from '../processes/index.ts'
import { limitsNow } from '../../engine/waiting/index.ts'
import { openPlanReader, type PlanReader } from '../../platform/db/testing/test-plans.ts'
import { sql } from '../../platform/db/sql.ts'
import { correctionSources } from '../corrections/index.ts'
import { branchesOf, groupStatement } from './found.ts'

let region: Region
let plans: PlanReader
let sources: readonly TodoSource[]

/**
 * Thirty thousand records in review, nine thousand of them at the district; as many cases, most of them
 * ended.
 */
beforeAll(async () => {
  region = await testRegion('todo-plans')
  const { db, engine, places, people } = region
  await db.query(sql`
    insert into revision (owner_id, id, type, record_id, no, value, state, route, step, holder_institution_id,
      holder_role, holder_since, submitted_at, submitted_by, edit_no, by_identity, institution_id, district_id)
    select ${people.teacher.teacherId}, gen_random_uuid(),
      (array['studyExperience', 'workExperience', 'rewardHonor', 'titleCertification'])[n % 4 + 1],
      gen_random_uuid(), 1, '{}', 'inReview', '[{"days": 5}]', 0,
      case when n % 10 < 3 then ${places.district}::int else ${places.otherDistrict}::int end, 4,
      now() - make_interval(mins => n), now(), ${people.teacher.identityId}, 1, ${people.teacher.identityId},
      ${places.school}, ${places.district}
    from generate_series(1, 30000) n`)
  await db.query(sql`
    insert into process_case (institution_id, id, type, state, teacher_id, involved, by_identity,
      holder_institution_id, holder_role, holder_days, holder_since, open, handed_in)
    select ${places.school}, gen_random_uuid(), 'transfer', 'pendingSender', ${people.stranger.teacherId}, '{}',
      ${people.school.identityId},
      case when n % 100 = 0 then ${places.district}::int end, case when n % 100 = 0 then 4 end, 5,
      now() - make_interval(mins => n), n % 100 = 0, true
    from generate_series(1, 30000) n`)
  sources = [
    waitingReviews(engine, () => null),
    waitingCaseSource(processingOf(engine)),
    ...correctionSources(engine, () => null),
  ]
  plans = await openPlanReader(region.ownerUrl)
})
afterAll(async () => {
  await plans.close()
  await region.close()
})

it('the first page and a page far down read few of what waits, along indexes, whatever the group', async () => {
  const { db, people } = region
  const actor = actorOf(people.area, 4)
  const limits = await limitsNow(db)
  const branches = branchesOf(sources, { actor, limits })
  const far = {
    urgency: 0,
    at: (await db.one<{ at: string }>(sql`select (now() - interval '15 days')::text as at`)).at,
    source: 'record',
    type: 'studyExperience',
    item: '0',
  }
  for (const [order, group, after] of [
    ['urgent', 0, undefined],
    ['urgent', 0, far],
    ['newest', null, undefined],
    ['newest', null, far],
  ] as const) {
    const statement = groupStatement(branches, { order }, { limit: 21, ...(after && { after }) }, group)
    const plan = await plans.planOf(statement)
    const which = `${order} ${group} ${after ? 'far' : 'first'}\n${plan}`
    expect(plan, which).not.toContain('Seq Scan on revision')
    expect(plan, which).not.toContain('Seq Scan on process_case')
    expect(plan, which).toContain('revision_waiting')
    expect(await plans.rowsRead(statement), which).toBeLessThan(1_000)
  }
})
