import { namesOf, progressOf, statedGoal } from '../../../../catalogue/support/goals.ts'
import { elapsedShare, lightOf, type Light } from '../../../../catalogue/teaching/studio-lights.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { agreementRows } from './agreement.ts'
import { lastDayOf } from './pairs.ts'

/** A goal in force with its light, as far as sums over many agreements need it. */
export interface LitGoal {
  readonly caseId: string
  readonly title: string
  readonly kind: string
  readonly goal: string
  readonly label: string
  readonly progress: number | null
  readonly expected: number
  readonly light: Light | null
}

/** An agreement as far as its goals and tasks need it. Days as YYYY-MM-DD. */
export interface SummedAgreement {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly isRunning: boolean
  readonly from: string
  readonly to: string
  readonly lastDay: string
}

interface CountedGoal {
  readonly caseId: string
  readonly goal: string
  readonly stated: string | null
  readonly target: number
  readonly dueOn: string | null
  readonly baseline: number | null
  /** What both sides confirmed last, of a goal that no figure knows. */
  readonly confirmed: number | null
  readonly today: number | null
  readonly end: number | null
}

/** All agreements that hold a condition, which names `k`, `a`, `b`, `o`: thousands of them are summed. */
export const summedAgreements = (db: Queryable, where: Sql): Promise<SummedAgreement[]> =>
  db.query<SummedAgreement>(sql`
    select k.id, coalesce(k.value ->> 'title', '') as title, k.value ->> 'kind' as kind, k.state = 'active' as "isRunning",
      k.value ->> 'fromDay' as from, k.value ->> 'untilDay' as to, ${lastDayOf} as "lastDay"
    from ${agreementRows} where k.type = 'pairAgreement' and ${where}`)

/** Goals in force with the few numbers that a light is worked out from. */
const goalsFor = (db: Queryable, cases: readonly string[]): Promise<CountedGoal[]> =>
  db.query<CountedGoal>(sql`
    with wanted as (select unnest(${[...cases]}::uuid[]) as id),
    numbers as (
      select r.case_id, r.no, max(r.value) filter (where r.kind = 'baseline') as first,
        max(r.value) filter (where r.kind = 'today') as now, max(r.value) filter (where r.kind = 'end') as last
      from pair_reading r join wanted w on w.id = r.case_id
      where r.kind in ('baseline', 'today', 'end') group by r.case_id, r.no),
    confirmed as (
      select distinct on (c.case_id, c.no) c.case_id, c.no, c.value
      from pair_statement c join wanted w on w.id = c.case_id
      where c.state = 'confirmed' and c.year_no is null order by c.case_id, c.no, c.day desc, c.at desc)
    select g.case_id as "caseId", g.goal, g.stated, g.target::float8 as target, g.due_on::text as "dueOn",
      case when g.goal = ${statedGoal} then g.start::float8 else n.first::float8 end as baseline,
      s.value::float8 as confirmed, n.now::float8 as today, n.last::float8 as "end"
    from pair_goal g
      join wanted w on w.id = g.case_id
      left join numbers n on n.case_id = g.case_id and n.no = g.no
      left join confirmed s on s.case_id = g.case_id and s.no = g.no
    where g.to_on is null`)

/** The goals in force of all agreements that hold a condition. What is shown of one is read by `standingGoals`. */
export const litGoals = async (db: Queryable, where: Sql): Promise<LitGoal[]> =>
  litGoalsOf(db, await summedAgreements(db, where))

/** The goals in force of these agreements. */
export async function litGoalsOf(db: Queryable, agreements: readonly SummedAgreement[]): Promise<LitGoal[]> {
  const goals = await goalsFor(
    db,
    agreements.map(({ id }) => id),
  )
  const now = today()
  const terms = new Map(
    agreements.map((one) => {
      const day = one.lastDay < now ? one.lastDay : now
      return [one.id, { ...one, day, expected: elapsedShare(one, day) }]
    }),
  )
  return goals.flatMap((goal) => {
    const term = terms.get(goal.caseId)
    return term ? [litGoal(goal, term)] : []
  })
}

function litGoal(
  { caseId, goal, stated, target, dueOn, baseline, ...numbers }: CountedGoal,
  {
    title,
    kind,
    isRunning,
    expected,
    day,
  }: SummedAgreement & { readonly expected: number; readonly day: string },
): LitGoal {
  const now = numbers.end ?? numbers.confirmed ?? (isRunning ? numbers.today : null)
  const progress = baseline === null || now === null ? null : progressOf(baseline, now, target)
  return {
    caseId,
    title,
    kind,
    goal,
    label: namesOf({ goal, stated, unit: null }).label,
    progress,
    expected,
    light: progress === null ? null : lightOf({ target: 1, done: progress, dueOn }, expected, day),
  }
}

/** How many goals have each light. */
export function lightsIn(goals: readonly { readonly light: Light | null }[]): Partial<Record<Light, number>> {
  const many: Partial<Record<Light, number>> = {}
  for (const { light } of goals) if (light !== null) many[light] = (many[light] ?? 0) + 1
  return many
}
