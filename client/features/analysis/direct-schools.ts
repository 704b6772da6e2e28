import type { FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { rounded } from '../../../catalogue/figures/rounding.ts'

/** Key of the row that stands for all schools under an office itself. */
export const directRow = 'direct'

/** Units of means, which are worked out anew from their sums. */
const means: readonly string[] = ['岁', '年', '节']

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** One figure for several cells; null where the parts of a rate are not all known, or one is protected. */
function foldedCell(unit: string, column: string, cells: readonly FigureCell[]): FigureCell | null {
  if (cells.some(({ hidden, few, about }) => hidden ?? few ?? about)) return null
  const place = { row: directRow, column, opens: false }
  const above = cells.flatMap(({ numerator }) => (numerator === undefined ? [] : [numerator]))
  const below = cells.flatMap(({ denominator }) => (denominator === undefined ? [] : [denominator]))
  if (unit === '%' || means.includes(unit)) {
    const isWhole = above.length === cells.length && below.length === cells.length
    if (!isWhole || cells.some(({ before }) => before !== undefined)) return null
    const [numerator, denominator] = [sum(above), sum(below)]
    const value = rounded(numerator, denominator, { factor: unit === '%' ? 100 : 1 })
    return { ...place, value, numerator, denominator }
  }
  if (unit !== '人' || below.length > 0) return null
  const isCompared = cells.some(({ before }) => before !== undefined)
  const value = sum(cells.map((cell) => cell.value ?? 0))
  return { ...place, value, ...(isCompared ? { before: sum(cells.map(({ before }) => before ?? 0)) } : {}) }
}

/**
 * A panel by places in which the schools under the office itself are one row: a district with hundreds of schools is
 * not compared with a single school. Null where there are none or only one, or where their figures do not add up.
 */
export function withSchoolsFolded(panel: Panel): Panel | null {
  const direct = new Set(panel.rows.flatMap(({ key, direct: isDirect }) => (isDirect ? [key] : [])))
  if (direct.size < 2) return null
  const cells: FigureCell[] = []
  for (const { key } of panel.columns) {
    const own = panel.cells.filter(({ row, column }) => column === key && direct.has(row))
    const one = foldedCell(panel.unit, key, own)
    if (one === null) return null
    cells.push(one)
  }
  return {
    ...panel,
    rows: [
      ...panel.rows.filter(({ key }) => !direct.has(key)),
      { key: directRow, label: `直属学校 ${direct.size} 所` },
    ],
    cells: [...panel.cells.filter(({ row }) => !direct.has(row)), ...cells],
  }
}
