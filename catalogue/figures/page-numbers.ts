import type { FigureCell, Panel } from '../contract/analysis/figures.ts'
import { noneKey } from './dimensions.ts'
import type { CountingRule, Indicator } from './indicator.ts'
import { merged, type Bucket, type MergedPanel } from './merging.ts'
import { allKey, nameOf, saidOf, sameAs, within, type People } from './people-sets.ts'

/** A panel and, of indicators, what is counted in it. */
export interface CountedPanel {
  readonly panel: Panel
  readonly indicator?: Indicator
}

/** Numbers of people by name, as one page calls them. */
export type ByName = ReadonlyMap<string, PeopleNumber>

/** The numbers behind a cell: who is counted in it, and of shares the whole. */
export interface Behind {
  readonly count: number
  readonly whole?: number
}

/**
 * One page among those that are looked at together: its numbers are places in the columns that all of them
 * share.
 */
export interface PageNumbers {
  /** The panels as they are drawn, small classes merged. */
  readonly drawn: readonly MergedPanel[]
  /** By `panel/row/column` of the panels as they are drawn. */
  readonly cells: ReadonlyMap<string, Behind>
  readonly byName: ByName
  /** Its lines among those of the ground: from the first up to, not including, the last. */
  readonly from: number
  readonly to: number
}

/** Numbers of several pages, and what they have to do with each other. */
export interface Ground {
  readonly values: number[]
  readonly lines: number[][]
}

export const newGround = (): Ground => ({ values: [], lines: [] })

export const cellName = (panel: string, { row, column }: Pick<FigureCell, 'row' | 'column'>): string =>
  `${panel}/${row}/${column}`

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
const others = (cell: FigureCell): number => below(cell) - above(cell)

function readingOf(counting: CountingRule | undefined, { key }: Panel): CellReading {
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
const isMean = (counting: CountingRule | undefined, { cells }: Panel): boolean =>
  counting?.by === 'mean' ||
  (counting === undefined && cells.some(({ denominator }) => denominator !== undefined))

const isShare = ({ unit, cells }: Panel): boolean =>
  unit === '%' && cells.some(({ denominator }) => denominator !== undefined)

/** Numbers while they are being gathered. */
function gathering({ values, lines }: Ground) {
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
type PageGathering = ReturnType<typeof gathering>

/** The numbers of the cells of a panel, by `row/column`. */
type ByCell = ReadonlyMap<string, number>
interface Tables {
  readonly counts: ByCell
  readonly wholes?: ByCell
}

/** The numbers of one reading of a panel with the sums of its rows and columns. */
function addTable(
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
function addShares(to: PageGathering, counted: CountedPanel): Tables {
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
function addBeyond(to: PageGathering, counted: readonly CountedPanel[], { indicator }: CountedPanel): void {
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

/** A number by what it is of. */
interface PeopleNumber {
  readonly people: People
  readonly at: number
}

/** Marks that are buckets under another word, and who said nothing. */
function addSame(to: PageGathering, { people, at }: PeopleNumber): void {
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

/**
 * Kinds of surroundings (`urbanGroups`, or none) of the institutions below a place, by the row of the place.
 */
export type Surroundings = ReadonlyMap<string, readonly string[]>

/**
 * People of one kind of surroundings are those of the places of that kind, and some of those of places with
 * several.
 */
function addUrban(to: PageGathering, surroundings: Surroundings, { people, at }: PeopleNumber): void {
  const { urban, ...others } = people.at ?? {}
  if (urban === undefined || Object.keys(others).length > 0) return
  const base = { ...people, at: {} }
  const rowsOf = (is: (kinds: readonly string[]) => boolean) =>
    [...surroundings].flatMap(([row, kinds]) =>
      kinds.includes(urban) && is(kinds) ? (to.found(within(base, 'place', row)) ?? []) : [],
    )
  const rows = rowsOf((kinds) => kinds.length === 1)
  const isMixed = rowsOf((kinds) => kinds.length > 1).length > 0
  const rest = to.valueAt(at) - rows.reduce((sum, row) => sum + to.valueAt(row), 0)
  if (rows.length === 0 || rest < 0) return
  const marks = [...(people.marks ?? []), 'mixed']
  to.add(isMixed ? [...rows, to.numberOf({ ...people, marks }, rest)] : rows, at)
}

/** Lines between numbers of several panels. */
function connect(to: PageGathering, counted: readonly CountedPanel[], surroundings: Surroundings): void {
  for (const one of counted) addBeyond(to, counted, one)
  for (const one of Array.from(to.byName.values())) addUrban(to, surroundings, one)
  for (const one of to.byName.values()) addSame(to, one)
}

/** The number of several cells that are drawn as one. */
function togetherAt(
  to: PageGathering,
  ids: ByCell,
  names: readonly string[],
  people: People,
): number | undefined {
  const parts = [...new Set(names.flatMap((name) => ids.get(name) ?? []))]
  const [only] = parts
  if (parts.length < 2) return only
  const whole = to.numberOf(
    people,
    parts.reduce((sum, at) => sum + to.valueAt(at), 0),
  )
  to.add(parts, whole)
  return whole
}

/** The people of buckets that are drawn as one. */
const ofBucket = (people: People, axis: Parameters<typeof within>[1], { key }: Bucket): People =>
  key === allKey ? people : within(people, axis, key)

/** What stands behind the cells of a panel as it is drawn. */
function behindOf(to: PageGathering, counted: CountedPanel, drawn: MergedPanel, { counts, wholes }: Tables) {
  const { panel, indicator } = counted
  const { people } = readingOf(indicator?.counting, panel)
  const down = indicator?.rows ?? 'place'
  const across = indicator?.columns ?? 'column'
  return drawn.rows.flatMap((row) =>
    drawn.columns.flatMap((column): [string, Behind][] => {
      const names = row.keys.flatMap((r) => column.keys.map((c) => `${r}/${c}`))
      const own = ofBucket(ofBucket(people, down, row), across, column)
      const count = togetherAt(to, counts, names, own)
      const whole =
        wholes && togetherAt(to, wholes, names, ofBucket({ ...people, marks: ['whole'] }, down, row))
      if (count === undefined) return []
      return [
        [
          cellName(panel.key, { row: row.key, column: column.key }),
          whole === undefined ? { count } : { count, whole },
        ],
      ]
    }),
  )
}

/**
 * Gathers the numbers of people behind the panels of a page: the same people are the same number in each
 * panel that counts them, so that what one panel keeps back cannot be worked out from another (figures.md,
 * 1.5).
 */
export function pageNumbers(
  ground: Ground,
  counted: readonly CountedPanel[],
  surroundings: Surroundings = new Map(),
): PageNumbers {
  const to = gathering(ground)
  const from = ground.lines.length
  const cells = new Map<string, Behind>()
  const drawn = counted.map(({ panel, indicator }) => merged(panel, indicator))
  const take = (one: CountedPanel, tables: Tables) => {
    const panel = drawn[counted.indexOf(one)]
    if (panel) for (const [name, behind] of behindOf(to, one, panel, tables)) cells.set(name, behind)
  }
  const counts = counted.filter(({ panel, indicator }) => !isMean(indicator?.counting, panel))
  // Counts first: shares of everybody are shares of what they count.
  for (const one of counts.filter(({ panel }) => !isShare(panel)))
    take(one, { counts: addTable(to, one, readingOf(one.indicator?.counting, one.panel)) })
  for (const one of counts.filter(({ panel }) => isShare(panel))) take(one, addShares(to, one))
  connect(to, counted, surroundings)
  return { drawn, cells, byName: to.byName, from, to: ground.lines.length }
}
