import type { FigureCell } from '../contract/analysis/figures.ts'
import { noneKey } from './dimensions.ts'
import { merged, type Bucket, type MergedPanel } from './merging.ts'
import { allKey, saidOf, sameAs, within, type People } from './people-sets.ts'
import {
  type CountedPanel,
  readingOf,
  isMean,
  isShare,
  gathering,
  type PageGathering,
  type ByCell,
  type Tables,
  addTable,
  addShares,
  addBeyond,
} from './page-tables.ts'

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
