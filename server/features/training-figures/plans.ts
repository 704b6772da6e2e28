import { sql } from '../../platform/db/sql.ts'
import { belowPlace, type FigureRequest, type TrainingFigureNeeds } from './asked.ts'
import { opinionsOf } from './opinions.ts'
import { percent } from './projects.ts'
import type { FigureRows, Stretch } from '../../engine/figures/index.ts'
import { weighted } from './undertakers.ts'

interface PlanRow {
  readonly id: number
  readonly title: string
  readonly level: string | null
  readonly people: number
  readonly tenths: number
  readonly budget: number | null
  readonly projects: readonly string[]
  readonly quota: number
  readonly paid: number | null
  readonly used: number
  readonly qualified: number
  readonly given: number
  readonly total: number
}

/** Published plans `p` of the year of the place and below it, with their offices `i`. */
const plansOf = (asked: FigureRequest) => sql`
  from content p join institution i on i.id = p.institution_id
  where p.type = 'trainingPlan' and p.live is not null and p.publish_at <= now()
    and (p.take_down_at is null or p.take_down_at > now())
    and p.live ->> 'planYear' = ${String(asked.year)} and ${belowPlace(asked, 'i')}`

/** Projects `c` that name the plan `p`, of its office or one below it. */
const projectsOfPlan = sql`
  from campaign c join institution h on h.id = c.institution_id
  where c.type = 'trainingProject' and c.state not in ('draft', 'cancelled') and c.value ->> 'plan' = p.live ->> 'title'
    and c.value ->> 'projectYear' = p.live ->> 'planYear'
    and p.institution_id in (h.id, h.district_id, h.city_id, h.province_id)`

/** 计划与经费: what was planned, and what its projects came to; facts are counted wherever learners are from. */
export async function planRows(
  needs: TrainingFigureNeeds,
  asked: FigureRequest,
  { from, most }: Stretch,
): Promise<FigureRows> {
  const plans = await needs.engine.db.query<PlanRow>(sql`
    select p.id, p.live ->> 'title' as title, p.live ->> 'trainingLevel' as level,
      (p.live ->> 'targetCount')::int as people, (p.live ->> 'budget')::float8 as budget,
      (select coalesce(round(10 * sum((l.line ->> 'people')::numeric * (l.line ->> 'hours')::numeric)), 0)::float8
        from jsonb_array_elements(
          case jsonb_typeof(p.live -> 'items') when 'array' then p.live -> 'items' else '[]' end) as l(line)
      ) as tenths,
      x.projects, x.quota, x.paid, f.used, f.qualified, f.given, count(*) over ()::int as total
    from (select p.* ${plansOf(asked)}) p
    cross join lateral (
      select coalesce(array_agg(c.id), '{}') as projects, coalesce(sum((c.value ->> 'quota')::int), 0)::int as quota,
        sum((c.value ->> 'paid')::numeric)::float8 as paid
      ${projectsOfPlan}) x
    cross join lateral (
      select count(*) filter (where f.started_at is not null)::int as used,
        count(*) filter (where f.state = 'qualified')::int as qualified, coalesce(sum(f.tenths), 0)::int as given
      from training_fact f where f.campaign_id = any(x.projects)) f
    order by p.live ->> 'trainingLevel', p.id
    limit ${most} offset ${from}`)
  const opinions = await opinionsOf(
    needs,
    plans.flatMap(({ projects }) => projects),
  )
  return {
    whole: null,
    total: plans[0]?.total ?? 0,
    rows: plans.map((plan) => ({
      key: String(plan.id),
      name: plan.title,
      level: plan.level ?? '',
      drill: null,
      cells: cellsOf(plan, weighted(plan.projects.map(opinions), 'satisfaction', 'answers')),
    })),
  }
}

const cellsOf = (plan: PlanRow, satisfaction: number | null) => ({
  projects: plan.projects.length,
  planned: plan.people,
  quota: plan.quota,
  used: plan.used,
  qualified: plan.qualified,
  doneRate: percent(plan.qualified, plan.people),
  plannedHours: plan.tenths / 10,
  hours: plan.given / 10,
  budget: plan.budget,
  paid: plan.paid,
  paidRate:
    plan.paid === null || !plan.budget
      ? null
      : percent(Math.round(plan.paid * 100), Math.round(plan.budget * 100)),
  satisfaction,
})
