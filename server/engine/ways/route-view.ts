import type { RouteStepView } from '../../../catalogue/contract/archive/records.ts'
import type { RouteStep, State } from '../../../catalogue/flows/review.ts'
import type { Way } from '../../../catalogue/flows/way.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Engine } from '../engine.ts'

/** Name of the person who acts at a step, by `institution/role`; only where exactly one person does. */
async function peopleAt(engine: Engine, steps: readonly RouteStep[]): Promise<Map<string, string>> {
  if (steps.length === 0) return new Map()
  const rows = await engine.db.query<{
    institution_id: number
    role: number
    name: string
    count: number
  }>(sql`
    select a.institution_id, a.role, min(p.name) as name, count(*)::int as count
    from identity a join person p on p.id = a.person_id
    where a.state = ${sql.lit('enabled')}
      and a.institution_id = any(${steps.map((s) => s.institutionId)}::int[])
    group by a.institution_id, a.role`)
  return new Map(rows.filter((r) => r.count === 1).map((r) => [`${r.institution_id}/${r.role}`, r.name]))
}

/**
 * Median days an office took over its last fifty decisions on records. Fewer than three decisions give null.
 * Contents have no waiting time in their journal, so they are not counted.
 */
async function usualDays(engine: Engine, steps: readonly RouteStep[]): Promise<Map<number, number>> {
  const found = await Promise.all(
    steps.map(async ({ institutionId }) => {
      const row = await engine.db.maybeOne<{ days: string | null; count: number }>(sql`
        select (percentile_cont(0.5) within group (order by waited_seconds) / 86400)::numeric(8, 1) as days,
          count(*)::int as count
        from (select waited_seconds from revision_event
              where institution_id = ${institutionId} and waited_seconds is not null
              order by at desc
              limit 50) lately`)
      return [institutionId, row && row.count >= 3 ? Number(row.days) : null] as const
    }),
  )
  return new Map(found.flatMap(([id, days]) => (days === null ? [] : [[id, days] as const])))
}

/** The frozen steps as shown: done, current, next, the acting office, skipped steps with the reason. */
export async function stepsView(
  engine: Engine,
  steps: readonly RouteStep[],
  current: number | null,
): Promise<RouteStepView[]> {
  const [people, days] = await Promise.all([peopleAt(engine, steps), usualDays(engine, steps)])
  return steps.map((step, i) => ({
    level: step.level,
    institution: step.institution,
    person: people.get(`${step.institutionId}/${step.role}`) ?? null,
    state: current === null || i > current ? 'next' : i === current ? 'current' : 'done',
    standsFor: [...step.standsFor],
    usualDays: days.get(step.institutionId) ?? null,
    ...(step.days && { days: step.days }),
    ...(step.reasonRequired && { reasonRequired: true }),
  }))
}

/** The route of an item in a state; before it was submitted there is none. */
export function routeView(
  engine: Engine,
  item: Pick<Way, 'route' | 'step'> & { readonly state: State },
): Promise<RouteStepView[]> {
  return stepsView(engine, item.route, item.state === 'inReview' ? item.step : null)
}
