import type { FigureCell } from '../../../catalogue/contract/analysis/figures.ts'
import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import type { MarkKey } from '../../../catalogue/figures/marks.ts'
import {
  tallies,
  tally,
  total,
  type CountedMoment,
  type Selection,
  type TreePlace,
} from '../../engine/figures/index.ts'
import { allKey, sideOf, type NamedAxis, type Side } from './axes.ts'
import { rounded } from '../../../catalogue/figures/rounding.ts'

/** Whom figures are counted among. */
export interface TableRequest {
  readonly counted: CountedMoment
  readonly place: TreePlace
  readonly basis: Selection['basis']
  /** Bucket of the stage, where one is asked for. */
  readonly stage: number | undefined
}

/** Rows, columns and cells of a panel. */
export interface Table {
  readonly rows: readonly NamedAxis[]
  readonly columns: readonly NamedAxis[]
  readonly cells: readonly FigureCell[]
}

export const selectionOf = ({ place, basis, stage }: TableRequest, marks: readonly MarkKey[]): Selection => ({
  from: place.from,
  to: place.to,
  basis,
  marks,
  stage,
})

/** What one cell says, from the counts of its bucket. */
export type Reckon = (cell: number) => Omit<FigureCell, 'row' | 'column'>

/** Counts of the cells, row by row, and of the row of everything behind them. */
export function withTotal(counts: ArrayLike<number>, width: number): number[] {
  const cells = Array.from(counts)
  const sums = Array.from({ length: width }, (_, column) =>
    cells.reduce((sum, value, index) => (index % width === column ? sum + value : sum), 0),
  )
  return [...cells, ...sums]
}

/**
 * The marks that the people in a cell bear: of shares those counted above the line, of means those below it.
 */
export function marksBehind({ counting }: Indicator): readonly MarkKey[] {
  switch (counting.by) {
    case 'persons':
    case 'students':
      return [counting.of, ...(counting.and ? [counting.and] : [])]
    case 'share':
      return [counting.among, ...(counting.known ? [counting.known] : []), counting.of]
    case 'parts':
      return [counting.among]
    case 'mean':
      return [counting.among, counting.known]
    case 'flow':
    case 'renewal':
      return []
    case 'spread':
    case 'quota':
      return [counting.of, counting.and]
  }
}

interface Sides {
  readonly rows: Side
  readonly columns: Side
}

export function sidesOf({ counted, place }: TableRequest, { rows, columns }: Indicator): Sides {
  return { rows: sideOf(counted, place, rows), columns: sideOf(counted, place, columns) }
}

function reckonerOf(asked: TableRequest, indicator: Indicator, sides: Sides): Reckon {
  const { columns } = asked.counted
  const { counting } = indicator
  const axes = { rows: sides.rows.axis, columns: sides.columns.axis }
  const width = sides.columns.names.length
  if (counting.by === 'share') {
    const known = counting.known ? [counting.known] : []
    const [among = [], above = []] = tallies(columns, selectionOf(asked, [counting.among]), {
      ...axes,
      more: [known, [...known, counting.of]],
    }).map((counts) => withTotal(counts, width))
    return (cell) => shareOf(above[cell] ?? 0, among[cell] ?? 0)
  }
  const behind = withTotal(tally(columns, selectionOf(asked, marksBehind(indicator)), axes), width)
  if (counting.by === 'parts') {
    const sums = Array.from({ length: behind.length / width }, (_, row) =>
      behind.slice(row * width, (row + 1) * width).reduce((a, b) => a + b, 0),
    )
    return (cell) => shareOf(behind[cell] ?? 0, sums[Math.floor(cell / width)] ?? 0)
  }
  if (counting.by === 'mean') {
    const selection = selectionOf(asked, marksBehind(indicator))
    const sums = withTotal(total(columns, selection, { ...axes, of: counting.of }), width)
    return (cell) => {
      const [numerator, denominator] = [sums[cell] ?? 0, behind[cell] ?? 0]
      const value = rounded(numerator, denominator)
      // A sum of percentages says nothing.
      const parts = indicator.unit === '%' ? { denominator } : { numerator, denominator }
      return Object.assign(parts, { value, opens: denominator > 0 })
    }
  }
  return (cell) => ({ value: behind[cell] ?? 0, opens: (behind[cell] ?? 0) > 0 })
}

const shareOf = (numerator: number, denominator: number): Omit<FigureCell, 'row' | 'column'> => ({
  value: rounded(numerator, denominator, { factor: 100 }),
  numerator,
  denominator,
  opens: numerator > 0,
})

/** Whether a bucket is shown: all of an order of bands, of others those in which somebody stands. */
const isShown = (side: Side, key: string, isFilled: boolean): boolean =>
  isFilled || !(side.sparse || key === 'none')

/** The table of what is counted over people. */
export function tableOf(asked: TableRequest, indicator: Indicator): Table {
  const sides = sidesOf(asked, indicator)
  const reckon = reckonerOf(asked, indicator, sides)
  const table = laidOut(sides, reckon, indicator.rows === 'place' || indicator.totals === true)
  return indicator.totals ? withSums(table) : table
}

/** The same table with the sums first: the row of everybody, and of each row the sum of its cells. */
function withSums({ rows, columns, cells }: Table): Table {
  const ordered = [...rows.filter(({ key }) => key === allKey), ...rows.filter(({ key }) => key !== allKey)]
  const lines = Map.groupBy(cells, ({ row }) => row)
  return {
    rows: ordered,
    columns: [{ key: allKey, label: '合计' }, ...columns],
    cells: ordered.flatMap(({ key: row }) => {
      const line = lines.get(row) ?? []
      const value = line.reduce((sum, cell) => sum + (cell.value ?? 0), 0)
      return [{ row, column: allKey, value, opens: value > 0 }, ...line]
    }),
  }
}

/** Cells of the buckets that are shown. */
export function laidOut({ rows, columns }: Sides, reckon: Reckon, hasTotal: boolean): Table {
  const width = columns.names.length
  const given = [...rows.names, ...(hasTotal ? [{ key: allKey, label: '合计' }] : [])]
  const cells = given.map((_, row) => columns.names.map((_name, column) => reckon(row * width + column)))
  const isFilled = (cell: Omit<FigureCell, 'row' | 'column'> | undefined) =>
    (cell?.denominator ?? cell?.value ?? 0) > 0
  const downs = given.flatMap((one, row) =>
    one.key === allKey || isShown(rows, one.key, cells[row]?.some(isFilled) ?? false) ? [{ one, row }] : [],
  )
  const across = columns.names.flatMap((one, column) =>
    isShown(
      columns,
      one.key,
      cells.some((line) => isHeld(line[column])),
    )
      ? [{ one, column }]
      : [],
  )
  return {
    rows: downs.map(({ one }) => one),
    columns: across.map(({ one }) => one),
    cells: downs.flatMap(({ one: down, row }) =>
      across.flatMap(({ one, column }) => {
        const cell = cells[row]?.[column]
        return cell ? [{ row: down.key, column: one.key, ...cell }] : []
      }),
    ),
  }
}

/** Whether a column has something: of parts the part itself, not the whole of the row. */
const isHeld = (cell: Omit<FigureCell, 'row' | 'column'> | undefined): boolean =>
  (cell?.numerator ?? cell?.value ?? 0) > 0 || (cell?.opens ?? false)
