import type { FigureCell, Panel } from '../contract/analysis/figures.ts'
import { noneKey } from './dimensions.ts'
import type { Counting, Indicator } from './indicator.ts'
import { allKey, nameOf, saidOf, sameAs, within, type People } from './people-sets.ts'
import type { Share, Sums } from './beliefs.ts'
import { isShareTold } from './suppress.ts'

/**
 * Shares of more people than this are told too coarsely, to a tenth of a percent, to say how many they are: one person more or less
 * does not change them.
 */
const mostCountedByShare = 1_000

/** A panel and, of indicators, what is counted in it. */
export interface Counted {
  readonly panel: Panel
  readonly indicator?: Indicator
}

/** Numbers of people by name, as one page calls them. */
export type ByName = ReadonlyMap<string, { readonly people: People; readonly at: number }>

/** One page among those that are looked at together: its numbers are places in the columns that all of them share. */
export interface PageNumbers {
  /** Numbers that each cell tells, by `panel/row/column`. */
  readonly cells: ReadonlyMap<string, readonly number[]>
  readonly byName: ByName
}

/** Numbers of several pages, and what they have to do with each other. */
export interface Ground extends Sums {
  readonly values: number[]
  readonly lines: number[][]
  /** Numbers that another one contains: it is rather hidden than they. */
  readonly dear: Set<number>
  /** Numbers that no cell says. */
  readonly unsaid: Set<number>
  readonly shares: Share[]
}

export const newGround = (): Ground => ({
  values: [],
  lines: [],
  dear: new Set(),
  unsaid: new Set(),
  shares: [],
})

export const cellName = (panel: string, { row, column }: Pick<FigureCell, 'row' | 'column'>): string =>
  `${panel}/${row}/${column}`

/** Who is counted in the cells of a panel: themselves, of shares those above the line and the rest, and the whole of both. */
interface Reading {
  readonly people: People
  readonly of: (cell: FigureCell) => number
}

const valueOf = ({ value }: FigureCell): number => value ?? 0
const above = ({ numerator = 0 }: FigureCell): number => numerator
const below = ({ denominator = 0 }: FigureCell): number => denominator
const others = (cell: FigureCell): number => below(cell) - above(cell)

function readingOf(counting: Counting | undefined, { key, unit, cells }: Panel): Reading {
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
  // Means, and panels over records: nobody else on the page counts the same.
  const isCount = cells.every(({ denominator }) => denominator === undefined)
  const least = (cell: FigureCell) => Math.min(above(cell), below(cell))
  return { people: { set: key }, of: isCount ? valueOf : unit === '%' ? above : least }
}

const isShare = ({ unit, cells }: Panel): boolean =>
  unit === '%' && cells.some(({ denominator }) => denominator !== undefined)

/** Numbers while they are being gathered. */
function gathering({ values, lines, dear, shares }: Ground) {
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
  return { values, dear, shares, byName, numberOf, found, valueAt, add }
}
type Gathering = ReturnType<typeof gathering>

/** The numbers of one reading of a panel with the sums of its rows and columns. */
function addTable(
  to: Gathering,
  { panel, indicator }: Counted,
  { people, of }: Reading,
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

/**
 * Shares: those above the line, the rest and the whole are three numbers. A share says none of them, but whoever learns one from
 * another panel knows all. Answers the numbers of each cell.
 */
function addShares(to: Gathering, counted: Counted): Map<FigureCell, readonly number[]> {
  const { panel, indicator } = counted
  const { people } = readingOf(indicator?.counting, panel)
  const known = indicator?.counting.by === 'share' ? indicator.counting.known : undefined
  const wholeOf = (cell: FigureCell): number => {
    const rows = within({ set: people.set }, indicator?.rows ?? null, cell.row)
    const all = to.found(rows)
    return all !== undefined && to.valueAt(all) === below(cell)
      ? all
      : to.numberOf({ ...rows, marks: known ? [known] : [] }, below(cell))
  }
  const cells = panel.cells.filter((cell) => below(cell) > 0 && below(cell) <= mostCountedByShare)
  const given = { ...counted, panel: { ...panel, cells } }
  const shown = addTable(to, given, { people, of: above })
  const rest = addTable(to, given, {
    people: { ...people, marks: [...(people.marks ?? []), 'not'] },
    of: others,
  })
  return new Map(
    cells.map((cell) => {
      const key = `${cell.row}/${cell.column}`
      const parts = [shown.get(key), rest.get(key)].flatMap((id) => (id === undefined ? [] : [id]))
      const whole = wholeOf(cell)
      to.add(parts, whole)
      if (isShareTold(above(cell), below(cell))) to.shares.push({ whole, parts })
      return [cell, parts]
    }),
  )
}

/** A set that contains another one, over the same rows: who is not in the inner one is a number, too. */
function addBeyond(to: Gathering, counted: readonly Counted[], { indicator }: Counted): void {
  const inner = counted.find(({ panel }) => panel.key === indicator?.contains)?.indicator?.counting
  if (indicator?.counting.by !== 'persons' || inner?.by !== 'persons') return
  for (const { people, at } of Array.from(to.byName.values())) {
    if (people.set !== indicator.counting.of || (people.marks?.length ?? 0) > 0) continue
    const held = to.found({ ...people, set: inner.of })
    if (held === undefined) continue
    to.dear.add(held)
    const beyond = to.numberOf({ ...people, marks: ['beyond'] }, to.valueAt(at) - to.valueAt(held))
    to.add([held, beyond], at)
  }
}

/** Marks that are buckets under another word, and who said nothing. */
function addSame(to: Gathering, { people, at }: { readonly people: People; readonly at: number }): void {
  const { marks = [] } = people
  if (marks.includes('not')) return
  const bare = { ...people, marks: marks.filter((one) => !(one in sameAs) && !(one in saidOf)) }
  for (const mark of marks) {
    const same = sameAs[mark]?.(people.at ?? {})
    if (same)
      to.add(
        same.keys.flatMap((key) => to.found(within(bare, same.axis, key)) ?? []),
        at,
      )
    const said = saidOf[mark]
    const unsaid = said && to.found(within(bare, said, noneKey))
    const all = to.found(bare)
    if (marks.length === 1 && all !== undefined && unsaid !== undefined) to.add([unsaid, at], all)
  }
}

/** Lines between numbers of several panels. */
function connect(to: Gathering, counted: readonly Counted[]): void {
  for (const one of counted) addBeyond(to, counted, one)
  for (const one of to.byName.values()) addSame(to, one)
}

/**
 * Gathers the numbers of people behind the panels of a page: the same people are the same number in each panel that counts them, so
 * that what one panel hides cannot be worked out from another (figures.md, 1.5).
 */
export function pageNumbers(ground: Ground, counted: readonly Counted[]): PageNumbers {
  const to = gathering(ground)
  const cells = new Map<string, readonly number[]>()
  // Counts first: shares of everybody are shares of what they count.
  for (const one of counted.filter(({ panel }) => !isShare(panel))) {
    const ids = addTable(to, one, readingOf(one.indicator?.counting, one.panel))
    for (const cell of one.panel.cells) {
      const id = ids.get(`${cell.row}/${cell.column}`)
      if (id !== undefined) cells.set(cellName(one.panel.key, cell), [id])
    }
  }
  const firstOfShares = ground.values.length
  for (const one of counted.filter(({ panel }) => isShare(panel)))
    for (const [cell, parts] of addShares(to, one)) cells.set(cellName(one.panel.key, cell), parts)
  for (let at = firstOfShares; at < ground.values.length; at += 1) ground.unsaid.add(at)
  connect(to, counted)
  return { cells, byName: to.byName }
}
