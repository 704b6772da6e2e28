import type { FigureCell, Panel } from '../contract/analysis/figures.ts'
import { fewestBelowLine, isShareTold, suppressed, withSums, type Telling } from './suppress.ts'

/** The row of everything, which panels by place have behind the others. */
const allKey = 'all'

/** A number of people that stands behind a cell. */
export type Reading = (cell: FigureCell) => number

const isCount = ({ cells }: Panel): boolean => cells.every(({ denominator }) => denominator === undefined)

/**
 * The numbers of people that the cells of a panel give away: of counts themselves; of shares those above the line, and the others
 * among those below it, who of parts of a whole stand in the other columns; of means and of figures per student the people, who are
 * the smaller of both.
 */
export function readingsOf(panel: Panel): readonly Reading[] {
  if (isCount(panel)) return [({ value }) => value ?? 0]
  if (panel.unit !== '%') return [({ numerator = 0, denominator = 0 }) => Math.min(numerator, denominator)]
  return [({ numerator = 0 }) => numerator, ({ numerator = 0, denominator = 0 }) => denominator - numerator]
}

/** Cells by row and column, as `row/column`. */
export type CellKeys = ReadonlySet<string>

/** What becomes of each cell when these numbers of people stand behind them. */
function tellings({ rows, columns, cells }: Panel, reading: Reading, before: CellKeys): Map<string, Telling> {
  const at = new Map(cells.map((cell) => [`${cell.row}/${cell.column}`, cell]))
  const parts = rows.filter(({ key }) => key !== allKey)
  const numberAt = (row: string, column: string): number => {
    const cell = at.get(`${row}/${column}`)
    return cell ? reading(cell) : 0
  }
  const told = suppressed(
    withSums(parts.map(({ key }) => columns.map((column) => numberAt(key, column.key)))),
    (row, column) => before.has(`${parts[row]?.key ?? allKey}/${columns[column]?.key ?? ''}`),
  )
  const sums = parts.length > 1 ? told.at(-1) : told[0]
  const lines = new Map([...parts.map(({ key }, row) => [key, told[row]] as const), [allKey, sums] as const])
  return new Map(
    rows.flatMap(({ key }) =>
      columns.map((column, index) => [`${key}/${column.key}`, lines.get(key)?.[index] ?? 'hidden'] as const),
    ),
  )
}

const bare = ({ row, column, value }: FigureCell): FigureCell => ({ row, column, value, opens: false })
const hiddenOf = ({ row, column }: FigureCell): FigureCell => ({
  row,
  column,
  value: null,
  hidden: true,
  opens: false,
})

function counts(panel: Panel, before: CellKeys): FigureCell[] {
  const [reading = () => 0] = readingsOf(panel)
  const told = tellings(panel, reading, before)
  return panel.cells.map((cell) => {
    const telling = told.get(`${cell.row}/${cell.column}`)
    if (telling === 'told') return bare(cell)
    return telling === 'few' ? { ...hiddenOf(cell), few: true as const } : hiddenOf(cell)
  })
}

/** Shares and means: told where neither those counted nor the others could be told from them. */
function shares(panel: Panel, before: CellKeys): FigureCell[] {
  const told = readingsOf(panel).map((reading) => tellings(panel, reading, before))
  return panel.cells.map((cell) => {
    const key = `${cell.row}/${cell.column}`
    const { numerator = 0, denominator = 0 } = cell
    const isEnough = panel.unit === '%' ? isShareTold(numerator, denominator) : denominator >= fewestBelowLine
    const isTold = isEnough && told.every((of) => of.get(key) === 'told')
    return isTold ? bare(cell) : hiddenOf(cell)
  })
}

const nothing: CellKeys = new Set()

/**
 * A panel as it may stand where nobody signs in, and in views across regions: small numbers are hidden, what they could be worked out
 * from, too, and no list opens. Numerators, excluded people and sentences stay out: they would say what the cells do not.
 * @param before cells that a view of the place above hides: they stay hidden here
 */
export function publicPanel(panel: Panel, before: CellKeys = nothing): Panel {
  const { key, title, form, unit, definition, denominator, rows, columns, norm } = panel
  return {
    key,
    title,
    form,
    unit,
    definition,
    denominator,
    excluded: [],
    rows,
    columns,
    cells: isCount(panel) ? counts(panel, before) : shares(panel, before),
    norm,
  }
}
