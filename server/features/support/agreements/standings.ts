import { goalKinds, namesOf } from '../../../../catalogue/support/goals.ts'
import { goalStanding, type GoalStanding } from '../../../../catalogue/support/standing.ts'
import { indicatorOf } from '../../../../catalogue/figures/indicators.ts'
import type { PairReading } from '../../../../catalogue/contract/support-pairs.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { lastDay, type AgreementRow } from './agreement.ts'
import { goalsOf, isStated, type PairGoal } from './goals.ts'

/** A reading as it is kept. */
export interface KeptReading extends PairReading {
  readonly caseId: string
  readonly no: number
  readonly beside: number | null
  readonly besideMany: number | null
  readonly problem: string | null
}

/** `latest`: what lights are worked out from; `all`: every number that was read. */
type Extent = 'latest' | 'all'

/** What was read of some agreements' goals, and what both sides confirmed, the oldest first. */
export const readingsOf = (
  db: Queryable,
  cases: readonly string[],
  extent: Extent = 'all',
): Promise<KeptReading[]> =>
  db.query<KeptReading>(sql`
    select case_id as "caseId", no, kind, day::text as day, n::float8 as n, of_n::float8 as of, value::float8 as value,
      beside::float8 as beside, beside_many as "besideMany", problem
    from pair_reading
    where case_id = any(${[...cases]}::uuid[]) and (state <> 'due' or problem is not null)
      ${extent === 'all' ? sql.empty : sql`and kind in ('baseline', 'today', 'end')`}
    union all
    select case_id, no, 'stated', day::text, value::float8, null, value::float8, null, null, null
    from pair_statement
    where case_id = any(${[...cases]}::uuid[]) and year_no is null and state = 'confirmed'
    order by "caseId", no, day, kind`)

/** A goal in force with its numbers and how it stands. */
export interface StandingGoal extends PairGoal, GoalStanding {
  readonly label: string
  readonly unit: string
  readonly definition: string
  readonly baseline: PairReading | null
  readonly now: PairReading | null
  readonly beside: { readonly value: number; readonly many: number } | null
  readonly problem: string | null
  readonly versions: readonly PairGoal[]
  readonly readings: readonly KeptReading[]
}

/** What is counted for a goal, and among whom. */
export function definitionOf(goal: string): string {
  const kind = goalKinds[goal]
  if (kind?.counting.by !== 'figure') return kind?.counted ?? ''
  const indicator = indicatorOf(kind.counting.indicator)
  const among = indicator?.denominator
  return `${indicator?.definition ?? ''}${among === undefined ? '' : `分母：${among}。`}`
}

const hasValue = (reading: KeptReading): boolean => reading.value !== null

/** The number from which a goal starts: read on the first day, or as both sides wrote it. */
function baselineOf(goal: PairGoal, own: readonly KeptReading[], fromDay: string): PairReading | null {
  if (isStated(goal))
    return goal.start === null
      ? null
      : { kind: 'baseline', day: fromDay, n: goal.start, of: null, value: goal.start }
  return own.find((reading) => reading.kind === 'baseline' && hasValue(reading)) ?? null
}

/** The latest number of a goal: of an agreement that is over that of its last day. */
const nowOf = (own: readonly KeptReading[], isOver: boolean): PairReading | null =>
  own.findLast((reading) => reading.kind === 'end' && hasValue(reading)) ??
  own.findLast(
    (reading) => hasValue(reading) && (reading.kind === 'stated' || (reading.kind === 'today' && !isOver)),
  ) ??
  own.findLast((reading) => hasValue(reading) && reading.kind !== 'baseline') ??
  null

/** How the goals in force of some agreements stand today; of those that are over, on their last day. */
export async function standingGoals(
  db: Queryable,
  rows: readonly AgreementRow[],
  extent: Extent = 'latest',
): Promise<ReadonlyMap<string, readonly StandingGoal[]>> {
  const ids = rows.map(({ id }) => id)
  const [goals, readings] = await Promise.all([goalsOf(db, ids), readingsOf(db, ids, extent)])
  const goalsBy = Map.groupBy(goals, ({ caseId }) => caseId)
  const readingsBy = Map.groupBy(readings, ({ caseId, no }) => `${caseId} ${no}`)
  return new Map(
    rows.map((row) => {
      const versions = Map.groupBy(goalsBy.get(row.id) ?? [], ({ no }) => no)
      const standing = [...versions.values()].flatMap((all) => {
        const inForce = all.findLast(({ toOn }) => toOn === null)
        return inForce ? [standingOf(row, inForce, all, readingsBy.get(`${row.id} ${inForce.no}`) ?? [])] : []
      })
      return [row.id, standing] as const
    }),
  )
}

function standingOf(
  row: AgreementRow,
  goal: PairGoal,
  versions: readonly PairGoal[],
  own: readonly KeptReading[],
): StandingGoal {
  const isOver = row.state !== 'active'
  const baseline = baselineOf(goal, own, row.fromDay)
  const now = nowOf(own, isOver) ?? null
  const last = own.findLast(({ kind }) => kind === 'today')
  const day = isOver ? lastDay(row) : today()
  const standing = goalStanding(
    { ...goal, baseline: baseline?.value ?? null, now: now?.value ?? null },
    { from: row.fromDay, to: row.untilDay },
    day < row.untilDay ? day : row.untilDay,
  )
  return {
    ...goal,
    ...standing,
    ...namesOf(goal),
    definition: definitionOf(goal.goal),
    baseline,
    now,
    beside: last && last.beside !== null ? { value: last.beside, many: last.besideMany ?? 0 } : null,
    problem: own.find(({ problem }) => problem !== null)?.problem ?? null,
    versions,
    readings: own,
  }
}

export const percent = (share: number): number => Math.round(share * 1000) / 10
