import { rounded } from '../../../catalogue/figures/rounding.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { belowPlace, factsOf, type FigureRequest, type TrainingFigureNeeds } from './asked.ts'
import { ofYear } from './numbers.ts'
import { costEachOf, costsOf, opinionCells, opinionsOf } from './opinions.ts'
import type { FigureRows, Stretch } from '../../engine/figures/index.ts'

/**
 * Condition on `campaign c`, held by `institution h`: a project of the year that is held by the place or below
 * it, or in which people of the place took part.
 */
export const projectsOf = (asked: FigureRequest): Sql => sql`${ofYear(asked.year, asked.level)}
  and c.state not in ('draft', 'cancelled')
  and (${belowPlace(asked, 'h')} or exists (
    select 1 from training_fact f where f.campaign_id = c.id and ${factsOf(asked)}))`

export const heldProjects = sql`from campaign c join institution h on h.id = c.institution_id`

export async function countProjects({ engine }: TrainingFigureNeeds, asked: FigureRequest): Promise<number> {
  const { many } = await engine.db.one<{ many: number }>(
    sql`select count(*)::int as many ${heldProjects} where ${projectsOf(asked)}`,
  )
  return many
}

interface ProjectRow {
  readonly id: string
  readonly title: string
  readonly level: string | null
  readonly quota: number | null
}

/** What became of the entries of a project. */
export interface EntryCounts {
  readonly id: string
  readonly used: number
  readonly expected: number
  readonly came: number
  readonly due: number
  readonly attended: number
  readonly learning: number
  readonly qualified: number
  readonly unqualified: number
  readonly tenths: number
}

const none: Omit<EntryCounts, 'id'> = {
  used: 0,
  expected: 0,
  came: 0,
  due: 0,
  attended: 0,
  learning: 0,
  qualified: 0,
  unqualified: 0,
  tenths: 0,
}

/** The entries of these projects, of people of the place, by the project. */
export async function entriesOf(
  { engine }: TrainingFigureNeeds,
  asked: FigureRequest,
  projects: readonly string[],
): Promise<(id: string) => Omit<EntryCounts, 'id'>> {
  const rows = await engine.db.query<EntryCounts>(sql`
    select f.campaign_id as id, count(*)::int as used, count(*) filter (where f.due > 0)::int as expected,
      count(*) filter (where f.came)::int as came, sum(f.due)::int as due, sum(f.attended)::int as attended,
      count(*) filter (where f.state = 'learning')::int as learning,
      count(*) filter (where f.state = 'qualified')::int as qualified,
      count(*) filter (where f.state = 'unqualified')::int as unqualified, sum(f.tenths)::int as tenths
    from training_fact f
    where f.campaign_id = any(${[...projects]}::uuid[]) and ${factsOf(asked)}
    group by f.campaign_id`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => byId.get(id) ?? none
}

export const percent = (part: number, whole: number): number | null => rounded(part, whole, { factor: 100 })

/** Projects of the place, the latest first, with what its people have of them. */
export async function projectRows(
  needs: TrainingFigureNeeds,
  asked: FigureRequest,
  { from, most }: Stretch,
): Promise<FigureRows> {
  const { db } = needs.engine
  const projects = await db.query<ProjectRow>(sql`
    select c.id, c.title, c.value ->> 'trainingLevel' as level,
      case when ${belowPlace(asked, 'h')} then (c.value ->> 'quota')::int else (
        select sum(p.granted)::int from seat_pool p
        where p.event_id = c.id and p.institution_id = ${asked.place.id}) end as quota
    ${heldProjects}
    where ${projectsOf(asked)}
    order by c.value ->> 'startDate' desc nulls last, c.id
    limit ${most} offset ${from}`)
  const ids = projects.map(({ id }) => id)
  const [entries, seats, total, opinions, costs] = [
    await entriesOf(needs, asked, ids),
    await seatsOf(needs, asked, ids),
    await countProjects(needs, asked),
    await opinionsOf(needs, ids),
    await costsOf(needs, ids),
  ]
  return {
    whole: null,
    total,
    rows: projects.map(({ id, title, level, quota }) => {
      const one = entries(id)
      return {
        key: id,
        name: title,
        level: level ?? '',
        drill: id,
        cells: {
          quota,
          used: one.used,
          ...seats(id),
          cameRate: percent(one.came, one.expected),
          attendRate: percent(one.attended, one.due),
          learning: one.learning,
          qualified: one.qualified,
          unqualified: one.unqualified,
          passRate: percent(one.qualified, one.qualified + one.unqualified),
          hours: one.tenths / 10,
          ...opinionCells(opinions(id)),
          costEach: costEachOf(costs(id)),
        },
      }
    }),
  }
}

interface SeatCounts {
  readonly id: string
  readonly waited: number
  readonly filled: number
}

/** Who ever waited for a seat of the place, and seats that were taken by somebody who had waited. */
async function seatsOf({ engine }: TrainingFigureNeeds, asked: FigureRequest, projects: readonly string[]) {
  const rows = await engine.db.query<SeatCounts>(sql`
    select x.id, sum(x.waited)::int as waited, sum(x.filled)::int as filled
    from (
      select w.event_id as id, 1 as waited, 0 as filled, w.institution_id
      from seat_waiting w where w.event_id = any(${[...projects]}::uuid[])
      union all
      select e.event_id, 0, 1, e.institution_id
      from seat_event e where e.event_id = any(${[...projects]}::uuid[]) and e.act = 'accepted') x
    join institution i on i.id = x.institution_id
    where ${belowPlace(asked, 'i')}
    group by x.id`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id: string) => {
    const { waited, filled } = byId.get(id) ?? { waited: 0, filled: 0 }
    return { waited, filled }
  }
}
