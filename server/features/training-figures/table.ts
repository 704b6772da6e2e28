import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  TrainingStatistics,
  TrainingStatisticsQuery,
} from '../../../catalogue/contract/training/figures.ts'
import { trainingColumns, type TrainingGroup } from '../../../catalogue/figures/training.ts'
import { pathTo, type FigureRows, type Stretch } from '../../engine/figures/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { peopleRows, wholeRow } from './areas.ts'
import { askedBy, type FigureRequest, type Query, type TrainingFigureNeeds } from './asked.ts'
import { fairRows } from './fair.ts'
import { needRows } from './needs.ts'
import { officeRows } from './offices.ts'
import { planRows } from './plans.ts'
import { countProjects, projectRows } from './projects.ts'
import { schoolRows } from './schools.ts'
import { tutorRows } from './tutors.ts'
import { undertakerRows } from './undertakers.ts'

/** Rows of a table that is taken out as a whole. */
export const mostRows = 5_000

/** Some rows of a table; those over people are all there, and cut here. */
export async function rowsOf(
  needs: TrainingFigureNeeds,
  asked: FigureRequest,
  stretch: Stretch,
): Promise<FigureRows> {
  const { group_by: group } = asked.query
  if (group === 'project') return projectRows(needs, asked, stretch)
  if (group === 'tutor') return tutorRows(needs, asked, stretch)
  if (group === 'manager') return officeRows(needs, asked, stretch)
  if (group === 'plan') return planRows(needs, asked, stretch)
  if (group === 'school') return schoolRows(needs, asked, stretch)
  const { whole, rows, total } = await wholeTable(needs, asked)
  const { from, most } = stretch
  return { whole, total, rows: rows.slice(from, from + most) }
}

/** Tables that are counted as a whole. */
function wholeTable(needs: TrainingFigureNeeds, asked: FigureRequest): Promise<FigureRows> {
  const { group_by: group } = asked.query
  if (group === 'undertaker') return undertakerRows(needs, asked)
  if (group === 'need') return needRows(needs, asked)
  return group === 'fair' ? fairRows(needs, asked) : peopleRows(needs, asked)
}

/** The column of a chart of each table. */
const drawn: Readonly<Record<TrainingGroup, string>> = {
  area: 'people',
  stage: 'people',
  subject: 'people',
  age: 'people',
  urban: 'people',
  school: 'metRate',
  fair: 'share',
  undertaker: 'used',
  plan: 'doneRate',
  need: 'people',
  project: 'used',
  tutor: 'hours',
  manager: 'done',
}

/** Answers page/training_statistics. */
export async function statisticsOf(
  needs: TrainingFigureNeeds,
  actor: Actor,
  { page, pageSize, export: wanted, ...query }: TrainingStatisticsQuery,
): Promise<TrainingStatistics> {
  const asked = await askedBy(needs, actor, query)
  const isAll = wanted === '1'
  const stretch = isAll ? { from: 0, most: mostRows } : { from: (page - 1) * pageSize, most: pageSize }
  const { whole, rows, total } = await rowsOf(needs, asked, stretch)
  const { cells } = whole ?? (await wholeRow(needs, asked))
  const head = whole !== null && stretch.from === 0 && total > 0 ? [whole] : []
  return {
    summary: {
      projects: await countProjects(needs, asked),
      people: numberIn(cells, 'people'),
      hours: numberIn(cells, 'hours'),
      rate: typeof cells['metRate'] === 'number' ? cells['metRate'] : null,
    },
    series: rows.map((row) => ({ name: row.name, value: numberIn(row.cells, drawn[query.group_by]) })),
    table: [...head, ...rows].map((row) => ({ ...row, cells: { ...row.cells } })),
    columns: columnsOf(query),
    total,
    page: isAll ? 1 : page,
    pageSize: isAll ? mostRows : pageSize,
    asOf: asked.day.counted.at,
    rule: { version: asked.rule.version, of: `${asked.year} 年学时规则第 ${asked.rule.version} 版` },
    place: {
      name: asked.place.name,
      areaCode: asked.areaCode,
      path: await pathTo(needs.engine.db, asked.day.counted.tree, asked),
    },
    years: await yearsOf(needs),
  }
}

const numberIn = (cells: Readonly<Record<string, number | string | null>>, key: string): number => {
  const value = cells[key]
  return typeof value === 'number' ? value : 0
}

const columnsOf = ({ group_by: group }: Pick<Query, 'group_by'>) =>
  trainingColumns[group].map(({ opens, ...column }) => ({ ...column, opens: opens !== undefined }))

async function yearsOf({ engine }: TrainingFigureNeeds): Promise<number[]> {
  const rows = await engine.db.query<{ year: number }>(sql`
    select distinct (c.value ->> 'projectYear')::int as year
    from campaign c
    where c.type = 'trainingProject' and c.state not in ('draft', 'cancelled') and c.value ->> 'projectYear' ~ '^[0-9]{4}$'
    order by year desc`)
  return rows.map(({ year }) => year)
}
