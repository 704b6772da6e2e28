import type { FigureCell, Panel } from '../contract/analysis/figures.ts'
import type { CountingRule, Indicator } from './indicator.ts'
import { allKey, nameOf, within, type People } from './people-sets.ts'
import type { Ground } from './page-numbers.ts'

/** A panel and, of indicators, what is counted in it. */
export interface CountedPanel {
  readonly panel: Panel
  readonly indicator?: Indicator
}

/**
 * Who is counted in the cells of a panel: themselves, of shares those above the line and the rest, and the
 * whole of both.
 */
interface CellReading {
  readonly people: People
  readonly of: (cell: FigureCell) => number
}

const valueOf = ({ value }: FigureCell): number => value ?? 0
const above = ({ numerator = 0 }: FigureCell): number => numerator
const below = ({ denominator = 0 }: FigureCell): number => denominator
export const others = (cell: FigureCell): number => below(cell) - above(cell)

export function readingOf(counting: CountingRule | undefined, { key }: Panel): CellReading {
  if (counting?.by === 'persons')
    return { people: { set: counting.of, marks: counting.and ? [counting.and] : [] }, of: valueOf }
  if (counting?.by === 'students')
    return {
      people: { set: counting.of, marks: [...(counting.and ? [counting.and] : []), 'reported'] },
      of: counting.as === 'perPerson' ? below : above,
    }
  if (counting?.by === 'parts') return { people: { set: counting.among }, of: above }
  if (counting?.by === 'share')
    return {
      people: { set: counting.among, marks: [...(counting.known ? [counting.known] : []), counting.of] },
      of: above,
    }
  // Panels over records: nobody else on the page counts the same.
  return { people: { set: key }, of: valueOf }
}

/** Means say nothing of how many they are of; what they are of is told elsewhere. */
export const isMean = (counting: CountingRule | undefined, { cells }: Panel): boolean =>
  counting?.by === 'mean' ||
  (counting === undefined && cells.some(({ denominator }) => denominator !== undefined))

export const isShare = ({ unit, cells }: Panel): boolean =>
  unit === '%' && cells.some(({ denominator }) => denominator !== undefined)

/** Numbers while they are being gathered. */
export function gathering({ values, lines }: Ground) {
  const byName = new Map<string, { readonly people: People; readonly at: number }>()

  /** The number of these people. Another value under the same words is a number of its own. */
  function numberOf(people: People, value: number): number {
    const name = nameOf(people)
    const known = byName.get(name)
    if (known && values[known.at] === value) return known.at
    const own = known ? `${name}#${value}` : name
    const same = byName.get(own)
    if (same) return same.at
    values.push(value)
    byName.set(own, { people, at: values.length - 1 })
    return values.length - 1
  }
  const found = (people: People): number | undefined => byName.get(nameOf(people))?.at
  const valueAt = (at: number | undefined): number => (at === undefined ? 0 : (values[at] ?? 0))
  /** Parts and their sum, where they are one. */
  function add(parts: readonly number[], whole: number): void {
    const sum = parts.reduce((all, at) => all + valueAt(at), 0)
    if (parts.length > 0 && sum === valueAt(whole) && !parts.includes(whole)) lines.push([...parts, whole])
  }
  return { byName, numberOf, found, valueAt, add }
}
export type PageGathering = ReturnType<typeof gathering>

/** The numbers of the cells of a panel, by `row/column`. */
export type ByCell = ReadonlyMap<string, number>
export interface Tables {
  readonly counts: ByCell
  readonly wholes?: ByCell
}

/** The numbers of one reading of a panel with the sums of its rows and columns. */
export function addTable(
  to: PageGathering,
  { panel, indicator }: CountedPanel,
  { people, of }: CellReading,
): Map<string, number> {
  const parts = panel.rows.filter(({ key }) => key !== allKey)
  // Figures per student are told by stage, which stands in their columns.
  const across = panel.columns.length < 2 && !indicator?.columns ? null : (indicator?.columns ?? 'column')
  const down = indicator?.rows ?? (parts.length > 1 ? 'place' : null)
  const at = new Map(panel.cells.map((cell) => [`${cell.row}/${cell.column}`, cell]))
  const read = (row: string, column: string): number => {
    const cell = at.get(`${row}/${column}`)
    return cell ? of(cell) : 0
  }
  const sum = (list: readonly number[]) => list.reduce((all, value) => all + value, 0)
  const columns = panel.columns.map(({ key }) => key)
  const ofRow = (row: string) => within(people, down, row)
  const ids = new Map<string, number>()
  const grid = parts.map(({ key: row }) => columns.map((column) => read(row, column)))
  const numbers = grid.map((line, row) =>
    line.map((value, column) => {
      const [rowKey = '', columnKey = ''] = [parts[row]?.key, columns[column]]
      const id = to.numberOf(within(ofRow(rowKey), across, columnKey), value)
      ids.set(`${rowKey}/${columnKey}`, id)
      return id
    }),
  )
  const rowSums = grid.map((line, row) => to.numberOf(ofRow(parts[row]?.key ?? ''), sum(line)))
  const columnSums = columns.map((column, index) => {
    const id = to.numberOf(within(people, across, column), sum(grid.map((line) => line[index] ?? 0)))
    ids.set(`${allKey}/${column}`, id)
    return id
  })
  const whole = to.numberOf(people, sum(grid.map(sum)))
  numbers.forEach((line, row) => to.add(line, rowSums[row] ?? -1))
  columnSums.forEach((id, column) =>
    to.add(
      numbers.map((line) => line[column] ?? -1),
      id,
    ),
  )
  if (columns.length > 1) to.add(columnSums, whole)
  if (parts.length > 1 && columns.length > 1) to.add(rowSums, whole)
  return ids
}

/** Shares: those above the line, the rest, and the whole of both, which is found by its cell. */
export function addShares(to: PageGathering, counted: CountedPanel): Tables {
  const { panel, indicator } = counted
  const { people } = readingOf(indicator?.counting, panel)
  const known = indicator?.counting.by === 'share' ? indicator.counting.known : undefined
  const shown = addTable(to, counted, { people, of: above })
  const ofCell = (own: People, { row, column }: FigureCell) =>
    within(within(own, indicator?.rows ?? null, row), indicator?.columns ?? null, column)
  const wholes = new Map<string, number>()
  for (const cell of panel.cells) {
    const name = `${cell.row}/${cell.column}`
    const among = within({ set: people.set }, indicator?.rows ?? null, cell.row)
    const whole = to.numberOf({ ...among, marks: known ? [known] : [] }, below(cell))
    wholes.set(name, whole)
    const rest = to.numberOf(
      ofCell({ ...people, marks: [...(people.marks ?? []), 'not'] }, cell),
      others(cell),
    )
    const own = shown.get(name)
    if (own !== undefined) to.add([own, rest], whole)
  }
  const parts = panel.rows.flatMap(({ key }) =>
    key === allKey ? [] : (wholes.get(`${key}/${panel.columns[0]?.key ?? ''}`) ?? []),
  )
  const sum = parts.reduce((all, at) => all + to.valueAt(at), 0)
  if (parts.length > 1) to.add(parts, to.numberOf({ set: people.set, marks: known ? [known] : [] }, sum))
  return { counts: shown, wholes }
}

/** A set that contains another one, over the same rows: who is not in the inner one is a number, too. */
export function addBeyond(
  to: PageGathering,
  counted: readonly CountedPanel[],
  { indicator }: CountedPanel,
): void {
  const inner = counted.find(({ panel }) => panel.key === indicator?.contains)?.indicator?.counting
  if (indicator?.counting.by !== 'persons' || inner?.by !== 'persons') return
  for (const { people, at } of Array.from(to.byName.values())) {
    if (people.set !== indicator.counting.of || (people.marks?.length ?? 0) > 0) continue
    const held = to.found({ ...people, set: inner.of })
    if (held === undefined) continue
    const beyond = to.numberOf({ ...people, marks: ['beyond'] }, to.valueAt(at) - to.valueAt(held))
    to.add([held, beyond], at)
  }
}
