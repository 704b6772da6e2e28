import { goalKinds, statedGoal, type GoalLine } from '../../../../catalogue/support/goals.ts'
import { readingDays } from '../../../../catalogue/support/standing.ts'
import type { Queryable, Tx } from '../../../engine/engine.ts'
import { sql } from '../../../platform/db/sql.ts'

/** One version of a goal. Days as YYYY-MM-DD; `toOn` is null for the version in force. */
export interface PairGoal {
  readonly caseId: string
  readonly no: number
  readonly version: number
  readonly goal: string
  readonly stated: string | null
  readonly unit: string | null
  readonly start: number | null
  readonly direction: string
  readonly target: number
  readonly dueOn: string | null
  readonly fromOn: string
  readonly toOn: string | null
  readonly amendment: number | null
}

/** The goals of some agreements with all their versions, the oldest first. */
export const goalsOf = (db: Queryable, cases: readonly string[]): Promise<PairGoal[]> =>
  db.query<PairGoal>(sql`
    select case_id as "caseId", no, version, goal, stated, unit, start::float8 as start, direction,
      target::float8 as target, due_on::text as "dueOn", from_on::text as "fromOn", to_on::text as "toOn", amendment
    from pair_goal where case_id = any(${[...cases]}::uuid[])
    order by case_id, no, version`)

interface NewVersion {
  readonly caseId: string
  readonly no: number
  readonly version: number
  readonly fromOn: string
  readonly amendment: number | null
  readonly line: GoalLine
}

/** Adds versions of goals. */
export async function addVersions(tx: Tx, versions: readonly NewVersion[]): Promise<void> {
  const rows = versions.map(({ line, ...one }) => ({ ...line, ...one }))
  await tx.execute(sql`
    insert into pair_goal (case_id, no, version, goal, stated, unit, start, direction, target, due_on, from_on, amendment)
    select x."caseId", x.no, x.version, x.goal, x.stated, x.unit, x.start, x.direction, x.target, x."dueOn", x."fromOn",
      x.amendment
    from jsonb_to_recordset(${sql.json(rows)}) as x("caseId" uuid, no int, version int, goal text, stated text,
      unit text, start numeric, direction text, target numeric, "dueOn" date, "fromOn" date, amendment int)`)
}

/** Keeps the goals of an agreement as it was recorded, in place of those of an earlier recording. */
export async function keepGoals(
  tx: Tx,
  caseId: string,
  lines: readonly GoalLine[],
  fromOn: string,
): Promise<void> {
  await tx.execute(sql`delete from pair_goal where case_id = ${caseId}::uuid`)
  await addVersions(
    tx,
    lines.map((line, index) => ({ caseId, no: index + 1, version: 1, fromOn, amendment: null, line })),
  )
}

/**
 * Puts down the days on which the goals in force are read: a job reads those that have come. What is there
 * already stays. Goals that both sides state have no such days.
 */
export async function planReadings(
  tx: Tx,
  caseId: string,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<void> {
  await tx.execute(sql`
    insert into pair_reading (case_id, no, kind, day)
    select g.case_id, g.no, x.kind, x.day
    from jsonb_to_recordset(${sql.json(readingDays(from, until))}) as x(kind text, day date)
      cross join pair_goal g
    where g.case_id = ${caseId}::uuid and g.to_on is null and g.goal <> ${statedGoal}
    on conflict (case_id, no, kind, day) do nothing`)
}

/** The last reading, of the day on which the agreement ended, in place of those that would have come. */
export async function planLast(tx: Tx, caseId: string, day: string): Promise<void> {
  await tx.execute(sql`
    delete from pair_reading where case_id = ${caseId}::uuid and state = 'due' and day > ${day}::date`)
  await tx.execute(sql`
    insert into pair_reading (case_id, no, kind, day)
    select g.case_id, g.no, 'end', ${day}::date from pair_goal g
    where g.case_id = ${caseId}::uuid and g.to_on is null and g.goal <> ${statedGoal}
    on conflict (case_id, no, kind, day) do nothing`)
}

/** Takes the last reading back: the agreement goes on. */
export async function dropLast(tx: Tx, caseId: string): Promise<void> {
  await tx.execute(sql`delete from pair_reading where case_id = ${caseId}::uuid and kind = 'end'`)
}

/** Whether a goal is one whose numbers both sides state. */
export const isStated = ({ goal }: Pick<PairGoal, 'goal'>): boolean =>
  goalKinds[goal]?.counting.by === 'stated'
