import type { FigureCell, Panel } from '../contract/analysis/figures.ts'
import { fewestBelowLine, suppressed, withSums, type Telling } from './suppress.ts'

/** The row of everything, which panels by place have behind the others. */
const allKey = 'all'

type Reading = (cell: FigureCell) => number

/** What becomes of each cell when these numbers of people stand behind them. */
function tellings({ rows, columns, cells }: Panel, reading: Reading): Map<string, Telling> {
  const at = new Map(cells.map((cell) => [`${cell.row}/${cell.column}`, cell]))
  const parts = rows.filter(({ key }) => key !== allKey)
  const numberAt = (row: string, column: string): number => {
    const cell = at.get(`${row}/${column}`)
    return cell ? reading(cell) : 0
  }
  const told = suppressed(
    withSums(parts.map(({ key }) => columns.map((column) => numberAt(key, column.key)))),
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

function counts(panel: Panel): FigureCell[] {
  const told = tellings(panel, ({ value }) => value ?? 0)
  return panel.cells.map((cell) => {
    const telling = told.get(`${cell.row}/${cell.column}`)
    if (telling === 'told') return bare(cell)
    return telling === 'few' ? { ...hiddenOf(cell), few: true as const } : hiddenOf(cell)
  })
}

/** Shares and means: told where neither those counted nor the others could be told from them. */
function shares(panel: Panel): FigureCell[] {
  const isShare = panel.unit === '%'
  const above = tellings(panel, ({ numerator = 0, denominator = 0 }) => (isShare ? numerator : denominator))
  const others = tellings(panel, ({ numerator = 0, denominator = 0 }) =>
    isShare ? denominator - numerator : 0,
  )
  return panel.cells.map((cell) => {
    const key = `${cell.row}/${cell.column}`
    const isTold =
      above.get(key) === 'told' && others.get(key) === 'told' && (cell.denominator ?? 0) >= fewestBelowLine
    return isTold ? bare(cell) : hiddenOf(cell)
  })
}

/**
 * A panel as it may stand where nobody signs in, and in views across regions: small numbers are hidden, what they could be worked out
 * from, too, and no list opens. Numerators, excluded people and sentences stay out: they would say what the cells do not.
 */
export function publicPanel(panel: Panel): Panel {
  const isCount = panel.cells.every(({ denominator }) => denominator === undefined)
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
    cells: isCount ? counts(panel) : shares(panel),
    norm,
  }
}
