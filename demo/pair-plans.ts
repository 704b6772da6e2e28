import { labelOfMeasure, statedMeasure, unitOfMeasure, yearOfPair } from '../catalogue/support/tasks.ts'
import type { PlannedTask } from '../catalogue/support/tasks.ts'
import type { CaseNeeds } from '../server/engine/processes/index.ts'
import { addDays, uuidv7 } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { officer } from './research.ts'

interface PlanStory {
  readonly agreement: string
  readonly from: string
  readonly until: string
  /** Who proposed the tasks, and who agreed to them. */
  readonly by: string
  readonly others: string
  readonly today: string
}

const task = (no: number, measure: string, target: number, more: Partial<PlannedTask> = {}): PlannedTask => ({
  no,
  measure,
  label: labelOfMeasure(measure),
  unit: unitOfMeasure(measure),
  target,
  side: 'supporter',
  dueOn: null,
  ...more,
})

/** The tasks of the present year: some done, one behind; and a change that waits for the supporting school. */
export async function tellPlans(processing: CaseNeeds, story: PlanStory): Promise<void> {
  const { db } = processing
  const { agreement, from, until, today } = story
  const year = yearOfPair(from, until, today)
  if (!year) return
  const [by, others] = [await officer(processing, story.by), await officer(processing, story.others)]
  const tasks = [
    task(1, '1', 20),
    task(2, '3', 40, { side: 'supported' }),
    task(3, '2', 4, { side: 'both' }),
    task(4, '5', 6, { side: 'both', dueOn: addDays(today, 40) }),
    task(5, statedMeasure, 1, { label: '联席会议（第一学期）', unit: '次', side: 'both' }),
  ]
  const changed = tasks.map((one) => (one.no === 2 ? { ...one, target: 60 } : one))
  const agreedAt = `${addDays(year.from, 9)}T10:00:00+08:00`
  await db.execute(sql`
    insert into pair_plan (id, case_id, year_no, tasks, state, by_institution, by_identity, at, answered_by, answered_at)
    values (${uuidv7()}::uuid, ${agreement}::uuid, ${year.no}, ${sql.json(tasks)}, 'agreed', ${by.institutionId},
        ${by.identityId}, ${`${addDays(year.from, 5)}T10:00:00+08:00`}::timestamptz, ${others.institutionId}, ${agreedAt}::timestamptz),
      (${uuidv7()}::uuid, ${agreement}::uuid, ${year.no}, ${sql.json(changed)}, 'waiting', ${others.institutionId},
        ${others.identityId}, ${`${addDays(today, -4)}T09:00:00+08:00`}::timestamptz, null, null)`)
  await db.execute(sql`
    insert into pair_statement (id, case_id, no, year_no, day, value, evidence, by_institution, by_identity, state,
      answered_by, answered_at)
    values (${uuidv7()}::uuid, ${agreement}::uuid, 5, ${year.no}, ${addDays(year.from, 29)}::date, 1,
      ${'联席会议纪要和双方签到表，教务处存档。'}, ${by.institutionId}, ${by.identityId}, 'confirmed',
      ${others.institutionId}, ${`${addDays(year.from, 31)}T10:00:00+08:00`}::timestamptz)`)
}
