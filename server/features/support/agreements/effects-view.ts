import type { Actor } from '../../../../catalogue/access/access.ts'
import type { PairsWaiting, SupportEffects } from '../../../../catalogue/contract/support-effects.ts'
import { goalKinds } from '../../../../catalogue/support/goals.ts'
import { lateLights } from '../../../../catalogue/teaching/studio-lights.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { caseRows, readable } from '../../../engine/processes/index.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { lightsIn, litGoals, litGoalsOf, summedAgreements, type LitGoal } from './lights.ts'
import { presentTasks, type PlannedAgreement, type StandingTask } from '../plans/tasks.ts'
import { supportedOf, supporterOf } from './pairs.ts'
import { definitionOf, percent } from './standings.ts'

/** Most goals that a dashboard names as late. */
const mostLate = 20

const isLate = ({ light }: LitGoal): boolean => light !== null && lateLights.includes(light)
const behind = ({ expected, progress }: LitGoal): number => expected - (progress ?? 0)

/** Condition that the agreement `k` concerns the office and is carried out. */
const running = (actor: Actor): Sql => sql`${readable(actor)} and k.state = 'active'`

/** How the goals stand of all agreements that concern the office and are carried out. */
export async function effectsOf(
  db: Queryable,
  actor: Actor,
  kind: string | undefined,
): Promise<SupportEffects> {
  const where = sql`${running(actor)} ${kind === undefined ? sql.empty : sql`and k.value ->> 'kind' = ${kind}`}`
  const agreements = await summedAgreements(db, where)
  const [goals, planned] = await Promise.all([litGoalsOf(db, agreements), presentTasks(db, agreements)])
  const kinds = [...Map.groupBy(agreements, (one) => one.kind)].toSorted(([a], [b]) => a.localeCompare(b))
  const byGoal = Map.groupBy(goals, ({ goal }) => goal)
  return {
    agreements: agreements.length,
    goals: goals.length,
    unread: goals.filter(({ light }) => light === null).length,
    lights: lightsIn(goals),
    byKind: kinds.map(([code, some]) => {
      const own = goals.filter((goal) => goal.kind === code)
      return { kind: code, agreements: some.length, goals: own.length, late: own.filter(isLate).length }
    }),
    byGoal: [...byGoal]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([goal, some]) => ({
        goal,
        label: goalKinds[goal]?.label ?? goal,
        definition: definitionOf(goal),
        goals: some.length,
        lights: lightsIn(some),
        progress: meanOf(some.flatMap(({ progress }) => progress ?? [])),
      })),
    late: goals
      .filter(isLate)
      .toSorted((a, b) => behind(b) - behind(a))
      .slice(0, mostLate)
      .map((goal) => ({
        id: goal.caseId,
        title: goal.title,
        label: goal.label,
        progress: percent(goal.progress ?? 0),
        expected: percent(goal.expected),
        light: goal.light ?? 'slow',
      })),
    tasks: tasksIn(planned),
  }
}

/** How the yearly tasks of agreements stand, those that are furthest behind first. */
function tasksIn(planned: readonly PlannedAgreement[]): SupportEffects['tasks'] {
  const all = planned.flatMap(({ title, tasks }) => tasks.map((task) => ({ ...task, title })))
  const missing = ({ done, expected, target }: StandingTask) => (expected - done) / target
  return {
    many: all.length,
    unplanned: planned.filter(({ tasks }) => tasks.length === 0).length,
    lights: lightsIn(all),
    late: all
      .filter(({ light }) => lateLights.includes(light))
      .toSorted((a, b) => missing(b) - missing(a))
      .slice(0, mostLate)
      .map(({ caseId: id, title, label, unit, side, done, target, light }) => ({
        id,
        title,
        label,
        unit,
        side,
        done,
        target,
        light,
      })),
  }
}

const meanOf = (shares: readonly number[]): number | null =>
  shares.length === 0 ? null : percent(shares.reduce((sum, one) => sum + one, 0) / shares.length)

/** What counterpart support asks of the office now. */
export async function waitingOf(db: Queryable, actor: Actor): Promise<PairsWaiting> {
  const own = sql`k.type = 'pairAgreement' and k.state = 'active'
    and (${supporterOf} = ${actor.institutionId} or ${supportedOf} = ${actor.institutionId})`
  const [held, asked, goals, planned] = await Promise.all([
    db.query<{ state: string; many: number }>(sql`
      select k.state, count(*)::int as many from ${caseRows} k
      where k.type = 'pairAgreement' and k.open and k.holder_institution_id = ${actor.institutionId}
        and k.holder_role = ${actor.role} group by k.state`),
    db.one<{ amendments: number; statements: number; plans: number }>(sql`
      select
        (select count(*) from pair_amendment m join ${caseRows} k on k.id = m.case_id
          where ${own} and m.state = 'waiting' and m.by_institution <> ${actor.institutionId})::int as amendments,
        (select count(*) from pair_statement s join ${caseRows} k on k.id = s.case_id
          where ${own} and s.state = 'waiting' and s.by_institution <> ${actor.institutionId})::int as statements,
        (select count(*) from pair_plan p join ${caseRows} k on k.id = p.case_id
          where ${own} and p.state = 'waiting' and p.by_institution <> ${actor.institutionId})::int as plans`),
    litGoals(db, running(actor)),
    summedAgreements(db, own).then((some) => presentTasks(db, some)),
  ])
  const of = (...states: readonly string[]) =>
    held.reduce((sum, { state, many }) => sum + (states.includes(state) ? many : 0), 0)
  return {
    sign: of('pendingOther'),
    record: of('pendingRecord'),
    mend: of('returned', 'draft'),
    ...asked,
    late: goals.filter(isLate).length,
    unplanned: planned.filter(({ tasks }) => tasks.length === 0).length,
    lateTasks: planned.flatMap(({ tasks }) => tasks).filter(({ light }) => lateLights.includes(light)).length,
  }
}
