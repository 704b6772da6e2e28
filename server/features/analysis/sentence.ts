import type { FigureCell } from '../../../catalogue/contract/analysis/figures.ts'
import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import { allKey, isPlaceKey } from './axes.ts'
import type { Table } from './table.ts'

/** Fewer people below the line say nothing about a place. */
const leastDenominator = 10

interface RankedValue {
  readonly label: string
  readonly value: number
}

function ranked({ rows, cells }: Table): RankedValue[] {
  const says = (cell: FigureCell) =>
    cell.row !== allKey &&
    cell.row !== 'none' &&
    (cell.denominator === undefined || cell.denominator >= leastDenominator)
  return cells
    .flatMap((cell) => {
      const label = rows.find(({ key }) => key === cell.row)?.label
      return says(cell) && cell.value !== null && label !== undefined ? [{ label, value: cell.value }] : []
    })
    .toSorted((a, b) => b.value - a.value)
}

/** What stands out in a panel with one series: who is first and who is last. Undefined where nothing does. */
export function sentenceOf({ unit, counting }: Indicator, table: Table): string | undefined {
  if (table.columns.length !== 1) return undefined
  const list = ranked(table)
  const [first, last] = [list[0], list.at(-1)]
  if (!first || !last || list.length < 2 || first.value === last.value) return undefined
  if (counting.by === 'persons') {
    // A district with hundreds of schools has more people than a single school: that is no finding.
    if (table.rows.some(({ key }) => isPlaceKey(key))) return undefined
    const sum = list.reduce((all, { value }) => all + value, 0)
    return `${first.label}最多，${first.value}${unit}，占${Math.round((first.value / sum) * 100)}%。`
  }
  const apart = Math.round((first.value - last.value) * 10) / 10
  const words = unit === '%' ? '个百分点' : unit
  return `${first.label}最高（${first.value}${unit}），${last.label}最低（${last.value}${unit}），相差${apart}${words}。`
}
