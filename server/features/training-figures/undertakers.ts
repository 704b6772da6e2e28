import { rounded } from '../../../catalogue/figures/rounding.ts'
import { sql } from '../../platform/db/sql.ts'
import type { FigureRequest, TrainingFigureNeeds } from './asked.ts'
import { costsOf, opinionsOf, type Opinions, type ProjectCost } from './opinions.ts'
import { entriesOf, heldProjects, percent, projectsOf, type EntryCounts } from './projects.ts'
import type { FigureRow, FigureRows } from '../../engine/figures/index.ts'

/** Projects that are put together by whoever undertook them. */
const most = 5_000

interface UndertakenProject {
  readonly id: string
  readonly undertaker: string
}

/** What a project comes to, as others are added to it. */
export interface ProjectSum {
  readonly entries: Omit<EntryCounts, 'id'>
  readonly opinions: Opinions
  readonly cost: ProjectCost | null
}

/** 承训单位: what projects of each came to, those with most learners first. */
export async function undertakerRows(needs: TrainingFigureNeeds, asked: FigureRequest): Promise<FigureRows> {
  const projects = await needs.engine.db.query<UndertakenProject>(sql`
    select c.id, coalesce(nullif(trim(c.value ->> 'undertaker'), ''), h.name) as undertaker
    ${heldProjects}
    where ${projectsOf(asked)}
    order by c.id limit ${most}`)
  const sumOf = await sumsOf(
    needs,
    asked,
    projects.map(({ id }) => id),
  )
  const rows = [...Map.groupBy(projects, ({ undertaker }) => undertaker)].map(([name, own]): FigureRow => {
    const sums = own.map(({ id }) => sumOf(id))
    return { key: name, name, level: '', drill: null, cells: { projects: own.length, ...sumCells(sums) } }
  })
  rows.sort((a, b) => Number(b.cells['used']) - Number(a.cells['used']) || (a.name < b.name ? -1 : 1))
  return { whole: null, rows, total: rows.length }
}

/** What each of these projects comes to; entries are those of the place. */
export async function sumsOf(
  needs: TrainingFigureNeeds,
  asked: FigureRequest,
  ids: readonly string[],
): Promise<(id: string) => ProjectSum> {
  const [entries, opinions, costs] = [
    await entriesOf(needs, asked, ids),
    await opinionsOf(needs, ids),
    await costsOf(needs, ids),
  ]
  return (id) => ({ entries: entries(id), opinions: opinions(id), cost: costs(id) })
}

const sum = (sums: readonly ProjectSum[], of: (one: ProjectSum) => number): number =>
  sums.reduce((all, one) => all + of(one), 0)

/** The mean of marks, each project by its answers, to two digits. */
export function weighted(
  opinions: readonly Opinions[],
  mark: 'satisfaction' | 'used30',
  answers: 'answers' | 'replies30',
): number | null {
  const said = opinions.flatMap((one) => {
    const [value, many] = [one[mark], one[answers]]
    return value === null || many === null ? [] : [{ value, many }]
  })
  const all = said.reduce((total, { many }) => total + many, 0)
  const points = said.reduce((total, { value, many }) => total + Math.round(100 * value) * many, 0)
  return rounded(points, 100 * all, { decimals: 2 })
}

function sumCells(sums: readonly ProjectSum[]) {
  const opinions = sums.map((one) => one.opinions)
  const costs = sums.flatMap(({ cost }) => cost ?? [])
  const [qualified, unqualified] = [
    sum(sums, ({ entries }) => entries.qualified),
    sum(sums, ({ entries }) => entries.unqualified),
  ]
  return {
    used: sum(sums, ({ entries }) => entries.used),
    attendRate: percent(
      sum(sums, ({ entries }) => entries.attended),
      sum(sums, ({ entries }) => entries.due),
    ),
    qualified,
    passRate: percent(qualified, qualified + unqualified),
    hours: sum(sums, ({ entries }) => entries.tenths) / 10,
    satisfaction: weighted(opinions, 'satisfaction', 'answers'),
    answers: opinions.reduce((all, { answers }) => all + (answers ?? 0), 0),
    used30: weighted(opinions, 'used30', 'replies30'),
    costEach: rounded(
      costs.reduce((all, { yuan }) => all + yuan, 0),
      costs.reduce((all, { passed }) => all + passed, 0),
      { decimals: 0 },
    ),
  }
}
