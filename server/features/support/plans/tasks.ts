import { amountOfKind } from '../../../../catalogue/support/kinds.ts'
import {
  statedMeasure,
  taskStanding,
  yearOfPair,
  yearsOfPair,
  type PlannedTask,
} from '../../../../catalogue/support/tasks.ts'
import type { Light, StudioYear } from '../../../../catalogue/teaching/studio-lights.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { AgreementRow } from '../agreements/agreement.ts'

/** An agreement with one of its years. Days as YYYY-MM-DD. */
export interface AgreementYear {
  readonly id: string
  readonly year: StudioYear
  /** The day on which its tasks are looked at: today, or the last day of what is over. */
  readonly day: string
}

/** A task of a year with what was done of it. */
export interface StandingTask extends PlannedTask {
  readonly caseId: string
  readonly done: number
  readonly expected: number
  readonly light: Light
}

interface PlanRow {
  readonly caseId: string
  readonly tasks: readonly PlannedTask[]
}

/** The tasks in force of the years that are asked. */
const plansFor = (db: Queryable, asked: readonly AgreementYear[]): Promise<PlanRow[]> =>
  db.query<PlanRow>(sql`
    select distinct on (p.case_id) p.case_id as "caseId", p.tasks
    from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ year }) => year.no)}::int[]) y (id, no)
      join pair_plan p on p.case_id = y.id and p.year_no = y.no and p.state = 'agreed'
    order by p.case_id, p.answered_at desc, p.id desc`)

interface DoneRow {
  readonly caseId: string
  readonly kind: string
  readonly lessons: number
  readonly personDays: number
  readonly entries: number
  readonly amount: number
}

/** Entries that both sides confirmed, by agreement and kind, of the years that are asked. */
const entriesFor = (db: Queryable, asked: readonly AgreementYear[]): Promise<DoneRow[]> =>
  db.query<DoneRow>(sql`
    select e.agreement_id as "caseId", e.kind, sum(e.lessons)::int as lessons, sum(e.person_days)::int as "personDays",
      count(*)::int as entries, sum(e.amount)::float8 as amount
    from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ year }) => year.from)}::date[],
        ${asked.map(({ year }) => year.to)}::date[]) y (id, from_on, to_on)
      join support_entry e on e.agreement_id = y.id and e.from_on between y.from_on and y.to_on
    group by 1, 2`)

interface StatedRow {
  readonly caseId: string
  readonly no: number
  readonly value: number
}

/** The numbers of stated tasks of those years that both sides confirmed last. */
const statedFor = (db: Queryable, asked: readonly AgreementYear[]): Promise<StatedRow[]> =>
  db.query<StatedRow>(sql`
    select distinct on (s.case_id, s.no) s.case_id as "caseId", s.no, s.value::float8 as value
    from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ year }) => year.no)}::int[]) y (id, no)
      join pair_statement s on s.case_id = y.id and s.year_no = y.no and s.state = 'confirmed'
    order by s.case_id, s.no, s.day desc, s.at desc`)

/** How the tasks in force of some agreements stand, each in the year that is asked of it. */
export async function standingTasks(
  db: Queryable,
  asked: readonly AgreementYear[],
): Promise<readonly StandingTask[]> {
  if (asked.length === 0) return []
  const [plans, entries, stated] = await Promise.all([
    plansFor(db, asked),
    entriesFor(db, asked),
    statedFor(db, asked),
  ])
  const years = new Map(asked.map((one) => [one.id, one]))
  const counted = new Map(entries.map((row) => [`${row.caseId} ${row.kind}`, amountOfKind(row)[0]]))
  const said = new Map(stated.map(({ caseId, no, value }) => [`${caseId} ${no}`, value]))
  return plans.flatMap(({ caseId, tasks }) => {
    const of = years.get(caseId)
    if (!of) return []
    return tasks.map((task): StandingTask => {
      const done =
        (task.measure === statedMeasure
          ? said.get(`${caseId} ${task.no}`)
          : counted.get(`${caseId} ${task.measure}`)) ?? 0
      return { ...task, caseId, done, ...taskStanding(task, done, of.year, of.day) }
    })
  })
}

interface RunningAgreement {
  readonly id: string
  readonly title: string
  readonly from: string
  readonly to: string
  readonly lastDay: string
}

/** An agreement in its present year, with its tasks; none where the year has no plan in force. */
export interface PlannedAgreement {
  readonly id: string
  readonly title: string
  readonly tasks: readonly StandingTask[]
}

/** The tasks of the present year of agreements: thousands of them are summed by a dashboard. */
export async function presentTasks(
  db: Queryable,
  rows: readonly RunningAgreement[],
): Promise<PlannedAgreement[]> {
  const now = today()
  const asked = rows.flatMap(({ id, from, to, lastDay }): AgreementYear[] => {
    const day = lastDay < now ? lastDay : now
    const year = yearOfPair(from, to, day)
    return year ? [{ id, year, day }] : []
  })
  const tasks = Map.groupBy(await standingTasks(db, asked), ({ caseId }) => caseId)
  return rows.map(({ id, title }) => ({ id, title, tasks: tasks.get(id) ?? [] }))
}

/** A stated task in force of a year of an agreement; undefined where there is none of the number. */
export async function statedTask(
  db: Queryable,
  row: AgreementRow,
  { year: yearNo, no }: { readonly year: number; readonly no: number },
): Promise<{ readonly label: string; readonly unit: string; readonly from: string } | undefined> {
  const year = yearsOfPair(row.fromDay, row.untilDay).find((one) => one.no === yearNo)
  if (!year) return undefined
  const tasks = await standingTasks(db, [{ id: row.id, year, day: today() }])
  const task = tasks.find((one) => one.no === no && one.measure === statedMeasure)
  return task && { label: task.label, unit: task.unit, from: year.from }
}
