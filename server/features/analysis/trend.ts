import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  AnalysisQuery,
  FigureCell,
  Panel,
  Report,
  TrendQuery,
} from '../../../catalogue/contract/analysis/figures.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import { indicatorsOf } from '../../../catalogue/figures/indicators.ts'
import { allKey } from './axes.ts'
import { isShownFor, panelOf } from './panel.ts'
import { readyFor, requireReport, type StatisticsNeeds } from './reading.ts'

/** Most frozen days that a line goes through, beside the day that is asked for. */
const mostDays = 5
/** Most lines of one picture. */
const mostLines = 6

const valueOf = ({ value }: FigureCell): number => value ?? 0

/**
 * What becomes a line: the total of each series, or where there is none the rows of a single series, the
 * greatest of the latest day. A panel of rows and columns without a total has no lines.
 */
function linesOf({ rows, columns, cells }: Panel): FigureCell[] {
  const totals = cells.filter(({ row }) => row === allKey)
  if (totals.length > 0) return totals.slice(0, mostLines)
  if (columns.length !== 1) return []
  const greatest = new Set(cells.toSorted((a, b) => valueOf(b) - valueOf(a)).slice(0, mostLines))
  return rows.flatMap(({ key }) => cells.filter((cell) => cell.row === key && greatest.has(cell)))
}

function labelOf({ rows, columns, title }: Panel, { row, column }: FigureCell): string {
  const isTotal = row === allKey
  return (isTotal ? columns : rows).find(({ key }) => key === (isTotal ? column : row))?.label ?? title
}

interface Point {
  readonly on: string
  readonly panel: Panel
}

/** The panel of a place on each day that has it, the earliest first. */
async function pointsOf(
  reading: StatisticsNeeds,
  actor: Actor,
  indicator: Indicator,
  days: readonly AnalysisQuery[],
): Promise<Point[]> {
  const points: Point[] = []
  for (const query of days) {
    const { asked } = await readyFor(reading, actor, query)
    if (isShownFor(indicator, asked))
      points.push({ on: asked.counted.columns.moment.on, panel: panelOf(asked, indicator, null) })
  }
  return points
}

/** A line: whose it is, and its cell on each day. */
interface Line {
  readonly key: string
  readonly label: string
  readonly points: readonly { readonly on: string; readonly cell: FigureCell | undefined }[]
}

const lineFrom = (points: readonly Point[], at: FigureCell, key: string, label: string): Line => ({
  key,
  label,
  points: points.map(({ on, panel }) => ({
    on,
    cell: panel.cells.find(({ row, column }) => row === at.row && column === at.column),
  })),
})

/**
 * A figure along the frozen days before the asked one and on that day, as lines; beside the lines of another
 * place where one is asked for. 400 with the field where the panel has nothing that makes a line.
 */
export async function trendOf(
  reading: StatisticsNeeds,
  actor: Actor,
  report: Report,
  { panel: key, versus, ...query }: TrendQuery,
): Promise<Panel> {
  requireReport(actor, report)
  const indicator = indicatorsOf(report).find((one) => one.key === key)
  if (!indicator) throw invalid('panel', '该页面无此指标')
  const { asked } = await readyFor(reading, actor, query)
  const { on } = asked.counted.columns.moment
  const before = (await reading.figures.runs()).map((run) => run.on).filter((day) => day < on)
  const days = [
    ...before
      .slice(0, mostDays)
      .toReversed()
      .map((day) => ({ ...query, on: day })),
    query,
  ]
  const own = await pointsOf(reading, actor, indicator, days)
  const latest = own.at(-1)?.panel
  const heads = latest ? linesOf(latest) : []
  if (!latest || heads.length === 0) throw invalid('panel', '该项指标不能画成历年的线')
  const lines = heads.map((at) => lineFrom(own, at, `${at.row}:${at.column}`, labelOf(latest, at)))
  const [only] = heads
  if (versus !== undefined && only && heads.length === 1) {
    const there = days.map((day) => ({ ...day, institution: versus }))
    const beside = await readyFor(reading, actor, { ...query, institution: versus })
    const points = await pointsOf(reading, actor, indicator, there)
    const [first] = lines
    if (first) lines[0] = { ...first, label: asked.place.name }
    lines.push(lineFrom(points, only, `versus:${only.column}`, beside.asked.place.name))
  }
  return {
    ...latest,
    form: 'lines',
    rows: own.map(({ on: day }) => ({ key: day, label: day })),
    columns: lines.map(({ key: line, label }) => ({ key: line, label })),
    cells: lines.flatMap(({ key: column, points }) =>
      points.map(({ on: row, cell }) => ({
        row,
        column,
        value: cell?.value ?? null,
        opens: cell?.opens === true && !column.startsWith('versus:'),
      })),
    ),
    sentence: undefined,
  }
}
