import type { FigureCell, Panel } from '../contract/analysis/figures.ts'
import type { CountingRule } from './indicator.ts'
import { mergesOf, type MergedPanel } from './merging.ts'
import { cellName, type Behind, type PageNumbers } from './page-numbers.ts'
import type { PlacePage } from './page-twins.ts'
import { rounded } from './rounding.ts'
import { fewest, fewestBelowLine, isFew, printed, type PublicPrecision } from './telling.ts'
import type { PrecisionSearch } from './twins.ts'

export const isCount = ({ cells }: Panel): boolean =>
  cells.every(({ denominator }) => denominator === undefined)
const isPerStudent = (
  counting: CountingRule | undefined,
): counting is Extract<CountingRule, { by: 'students' }> => counting?.by === 'students'

/** Whether a share, a mean or a figure per student is of enough people to be told. */
export function isEnough(counting: CountingRule | undefined, { denominator = 0 }: FigureCell): boolean {
  if (!isPerStudent(counting)) return denominator >= fewestBelowLine
  return counting.as === 'perPerson' ? denominator >= fewestBelowLine : denominator > 0
}

const bare = ({ row, column }: FigureCell, value: number | null): FigureCell => ({
  row,
  column,
  value,
  opens: false,
})

/** A share, or a figure per student, of other numbers of people. */
function reckoned(
  counting: CountingRule | undefined,
  { numerator = 0, denominator = 0 }: FigureCell,
  count: number,
  whole: number,
): number | null {
  if (!isPerStudent(counting)) return rounded(Math.min(count, whole), whole, { factor: 100 })
  if (counting.as === 'perPerson') return rounded(numerator, count)
  const factor = counting.as === 'perHundred' ? 100 : 1
  return rounded(count, denominator, { factor, decimals: 2 })
}

/** A tenth that a few people are certainly below. */
const upTo = (value: number | null): number => Math.ceil((value ?? 0) * 10) / 10

/** A cell as it may stand in public, by how the numbers behind it are told. */
function publicCell(
  panel: Panel,
  counting: CountingRule | undefined,
  cell: FigureCell,
  behind: { readonly count: number; readonly whole: number; readonly tellings: readonly PublicPrecision[] },
): FigureCell {
  const [telling = 'unsaid', ofWhole = 'exact'] = behind.tellings
  const { count } = behind
  if (telling === 'unsaid' || ofWhole === 'unsaid') return { ...bare(cell, null), hidden: true }
  const about = [telling, ofWhole].some((one) => typeof one === 'number') && { about: true as const }
  const whole = printed(behind.whole, ofWhole)
  if (isFew(count)) {
    const few = { ...bare(cell, null), few: true as const }
    return isCount(panel) ? few : { ...few, under: upTo(reckoned(counting, cell, fewest, whole)) }
  }
  const shown = printed(count, telling)
  return {
    ...bare(cell, isCount(panel) ? shown : about ? reckoned(counting, cell, shown, whole) : cell.value),
    ...about,
  }
}

function shownOf({ panel, rows, columns }: MergedPanel, before: Panel, cells: FigureCell[]): Panel {
  const { key, title, form, unit, definition, denominator, norm } = panel
  const merged = mergesOf({ panel, rows, columns }, before)
  return {
    key,
    title,
    form,
    unit,
    definition,
    denominator,
    excluded: [],
    norm,
    ...(merged.length > 0 && { merged }),
    rows: panel.rows,
    columns: panel.columns,
    cells,
  }
}

/** The panels of a page as they may stand in public. */
export function panelsOf(
  page: PageNumbers,
  { panels }: PlacePage,
  { values, told }: PrecisionSearch,
): Panel[] {
  const tellingsOf = ({ count, whole }: Behind) =>
    [count, whole].flatMap((at) => (at === undefined ? [] : (told[at] ?? 'unsaid')))
  return page.drawn.map((drawn, index) => {
    const { panel } = drawn
    const counting = panels[index]?.indicator?.counting
    const cells = panel.cells.map((cell): FigureCell => {
      // Nothing can be said of nobody: that is no secret.
      if (!isCount(panel) && cell.denominator === 0) return bare(cell, null)
      if (!isCount(panel) && !isEnough(counting, cell)) return { ...bare(cell, null), hidden: true }
      const behind = page.cells.get(cellName(panel.key, cell))
      // Nothing is known of a month that is to come, or of a register that nobody keeps.
      if (!behind || cell.value === null) return bare(cell, cell.value)
      const [count, whole] = [values[behind.count] ?? 0, values[behind.whole ?? behind.count] ?? 0]
      return publicCell(panel, counting, cell, { count, whole, tellings: tellingsOf(behind) })
    })
    return shownOf(drawn, panels[index]?.panel ?? panel, cells)
  })
}
