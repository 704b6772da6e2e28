import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'

/** Columns of the sheet. */
const whole = 12

const natural: Readonly<Record<Panel['form'], number>> = {
  number: 4,
  bars: 4,
  stacked: 5,
  pyramid: 5,
  heat: 7,
  columns: 6,
  lines: 5,
  diverging: 4,
  dots: 4,
  bullet: 4,
  table: 5,
}

/** Columns that a panel takes by its form, and by how much stands in it. */
function widthOf({ form, columns, rows }: Panel): number {
  if (form === 'heat' && columns.length > 9) return whole
  if (form === 'table' && columns.length > 5) return whole
  if (form === 'columns' && rows.length > 9) return 8
  return natural[form]
}

/** Widens the panels of one line until it is full; the widest first. */
function filled(line: readonly number[]): number[] {
  const widths = [...line]
  let left = whole - widths.reduce((sum, width) => sum + width, 0)
  for (let at = 0; left > 0 && widths.length > 0; at = (at + 1) % widths.length) {
    widths[at] = (widths[at] ?? 0) + 1
    left -= 1
  }
  return widths
}

/** How many of twelve columns each panel takes, so that no line has a hole; the order stays. */
export function spansOf(panels: readonly Panel[]): number[] {
  const spans: number[] = []
  let line: number[] = []
  for (const panel of panels) {
    const width = widthOf(panel)
    if (line.reduce((sum, one) => sum + one, width) > whole) {
      spans.push(...filled(line))
      line = []
    }
    line.push(width)
  }
  return [...spans, ...filled(line)]
}
