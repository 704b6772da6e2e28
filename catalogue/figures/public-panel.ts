import type { FigureCell, Panel } from '../contract/analysis/figures.ts'
import type { Counting } from './indicator.ts'
import { joint, mergesOf, type MergedPanel } from './merging.ts'
import {
  newGround,
  pageNumbers,
  cellName,
  type Behind,
  type Counted,
  type Ground,
  type PageNumbers,
} from './page-numbers.ts'
import { allKey, nameOf, ofPlaceBelow, type People } from './people-sets.ts'
import { rounded } from './rounding.ts'
import { fewest, fewestBelowLine, isFew, isTellable, printed, type Telling } from './telling.ts'
import {
  graphOf,
  beside,
  headcount,
  keepBack,
  mostLooked,
  roundInner,
  settle,
  twinFrom,
  type Deciding,
  type Found,
  type Node,
  type Part,
  type Twin,
} from './twins.ts'

/** What was decided of a number of a page: the pages of the places below keep to it. */
interface Decided {
  readonly people: People
  readonly value: number
  readonly telling: Telling
}

/** By how many people the numbers of a page differ in another region that reads the same, by name. */
type NamedTwin = ReadonlyMap<string, number>

/** A page as it may stand in public. */
export interface PublicPage {
  readonly panels: readonly Panel[]
  /** By name. */
  readonly decided: ReadonlyMap<string, Decided>
  /** For each small number a region that reads the same and has another one; pages below have to leave it possible. */
  readonly twins: readonly NamedTwin[]
}

/** The panels of one place. */
export interface PlacePage {
  /** The key of its row in panels of the place above. */
  readonly key: string
  readonly panels: readonly Counted[]
  /** Those who belong to the place above itself: nobody reads their page, but they are part of its sums. */
  readonly isUnread?: true
}

/** Work in steps, between which a server serves others. */
export type InSteps<T> = Generator<undefined, T>

/** Goes through all steps at once. */
export function atOnce<T>(steps: InSteps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

const isCount = ({ cells }: Panel): boolean => cells.every(({ denominator }) => denominator === undefined)
const isPerStudent = (counting: Counting | undefined): counting is Extract<Counting, { by: 'students' }> =>
  counting?.by === 'students'

/** Whether a share, a mean or a figure per student is of enough people to be told. */
function isEnough(counting: Counting | undefined, { denominator = 0 }: FigureCell): boolean {
  if (!isPerStudent(counting)) return denominator >= fewestBelowLine
  return counting.as === 'perPerson' ? denominator >= fewestBelowLine : denominator > 0
}

/** The cells of a page that are told, with the numbers behind them. */
function toldCells(page: PageNumbers, { panels }: PlacePage) {
  return page.drawn.flatMap(({ panel }, index) => {
    const counting = panels[index]?.indicator?.counting
    return panel.cells.flatMap((cell) => {
      const behind = page.cells.get(cellName(panel.key, cell))
      const counted = panels[index]
      if (!behind || !counted || !(isCount(panel) || isEnough(counting, cell))) return []
      return [{ counted, cell, behind }]
    })
  })
}

/** Panels of everybody, and of everybody by place: their numbers are told exactly as long as none of them is small. */
const isHeadcount = ({ panel, indicator }: Counted): boolean => {
  const rows = indicator?.rows ?? null
  return panel.columns.length === 1 && isCount(panel) && (rows === null || rows === 'place')
}

const isTotal = ({ panel }: Counted, { row }: FigureCell): boolean =>
  row === allKey || panel.rows.length === 1

/** How dear it is to round a number: totals most, then those of places. */
function weightOf(counted: Counted, cell: FigureCell, value: number): number {
  const dear = !isHeadcount(counted) ? 1 : isTotal(counted, cell) ? 3 * headcount : headcount
  return dear * (1 + 20 / Math.max(1, value))
}

/** Whether a number stands beside a small one of the same panel. */
const hasFew = ({ panel }: Counted): boolean => panel.cells.some(({ value }) => isFew(value ?? 0))

/**
 * How a number is told where no twin asks for more: headcounts exactly, but more coarsely than others where a place has a few people
 * only, who are all that is missing to the sum of three or four other places.
 */
function wantedFor(counted: Counted, value: number): Telling {
  const steps = !isHeadcount(counted) ? ([5] as const) : hasFew(counted) ? ([10, 5] as const) : []
  return steps.find((step) => isTellable(value, step)) ?? 'exact'
}

/** The telling of a number that stands on two panels: exactly where one of them says it so. */
const ofBoth = (one: Telling, other: Telling): Telling =>
  one === 'exact' || other === 'exact' ? 'exact' : one === 10 ? one : other

/** Numbers of so many people, and shares of so many, are always told. */
const alwaysTold = 20

/** How all numbers of pages are told at first, and how dear it is to round them more. */
function beginning(ground: Ground, places: readonly PlacePage[], pages: readonly PageNumbers[]) {
  const told = ground.values.map((): Telling => 'unsaid')
  const weights = ground.values.map(() => 0)
  const wanted = new Map<number, Telling>()
  const mute = new Set<number>()
  const spoken = new Set<number>()
  places.forEach((place, index) => {
    const page = pages[index]
    if (!page || place.isUnread) return
    for (const { counted, cell, behind } of toldCells(page, place)) {
      const people = ground.values[behind.whole ?? behind.count] ?? 0
      const isMute = people < alwaysTold && !isHeadcount(counted)
      ;(isMute ? mute : spoken).add(behind.count)
      for (const at of [behind.count, behind.whole]) {
        if (at === undefined) continue
        const value = ground.values[at] ?? 0
        const own = wantedFor(counted, value)
        wanted.set(at, ofBoth(wanted.get(at) ?? own, own))
        weights[at] = Math.max(weights[at] ?? 0, weightOf(counted, cell, value))
      }
    }
  })
  for (const [at, telling] of wanted) told[at] = telling
  for (const at of spoken) mute.delete(at)
  return { told, weights, mute }
}

/** What the page above says of the totals of the places below stands in their own pages, too. */
function keepTo(
  work: { told: Telling[]; values: readonly number[] },
  places: readonly PlacePage[],
  pages: readonly PageNumbers[],
  above: PublicPage | undefined,
): Set<number> {
  const fixed = new Set<number>()
  for (const { people, value, telling } of above?.decided.values() ?? []) {
    const row = ofPlaceBelow(people)
    const page = row && pages[places.findIndex(({ key }) => key === row.place)]
    const at = row && page?.byName.get(nameOf(row.people))?.at
    if (typeof at !== 'number' || work.values[at] !== value || telling === 'unsaid') continue
    work.told[at] = telling
    fixed.add(at)
  }
  return fixed
}

/** The pages that are looked at together. */
interface Together {
  readonly work: Deciding
  readonly ground: Ground
  readonly places: readonly PlacePage[]
  readonly pages: readonly PageNumbers[]
}

/** Names of numbers that a neighbour need not have: rows of places, and classes that only one of them merges. */
const isOwn = (name: string, people: People): boolean =>
  name.includes(joint) || name.includes('#') || people.at?.place !== undefined

/** What differs in a neighbour beside, by name. */
type Offsets = ReadonlyMap<string, number>
const nothing: Offsets = new Map()

/** A page with a neighbour in which the same numbers differ the other way, so that the page above stays as it is. */
function graphFor({ ground, pages }: Together, own: number, neighbour: number | null, offsets = nothing) {
  const nodes: { parts: Part[]; isBlocked: boolean; row: Node['row']; isShared: boolean }[] = []
  const byKey = new Map<string, number>()
  const nodeOf = new Map<number, number>()
  const sides = neighbour === null ? [own] : [own, neighbour]
  sides.forEach((page, side) => {
    for (const [name, { people, at }] of pages[page]?.byName ?? []) {
      const place = people.at?.place
      const isShared = !isOwn(name, people)
      const key = isShared ? name : `${side} ${name}`
      const row = place === undefined ? null : { page, place }
      const node = byKey.get(key) ?? nodes.push({ parts: [], isBlocked: false, row, isShared }) - 1
      byKey.set(key, node)
      const sign = side === 0 ? 1 : -1
      nodes[node]?.parts.push({ at, sign, offset: side === 0 ? 0 : (offsets.get(name) ?? 0) })
      nodeOf.set(at, node)
    }
  })
  for (const node of nodes) node.isBlocked = node.isShared && node.parts.length < sides.length
  const lines = sides.flatMap((page) =>
    ground.lines
      .slice(pages[page]?.from, pages[page]?.to)
      .map((line) => line.map((at) => nodeOf.get(at) ?? -1)),
  )
  return { graph: graphOf(nodes, distinct(lines)), nodeOf }
}
type Graphed = ReturnType<typeof graphFor>

const distinct = (lines: readonly number[][]): number[][] => [
  ...new Map(lines.map((line) => [line.join(), line])).values(),
]

/** The cheapest of several twins. */
const cheapestOf = (found: readonly (Found | null)[]): Found | undefined =>
  found.filter((one) => one !== null).toSorted((a, b) => a.cost - b.cost)[0]

/** Neighbours that are tried, those with the most numbers first. */
const mostNeighbours = 2

/** Work between two pauses: twins looked for. */
const twinsBetween = 5

/** The cheapest twin in which a number is one more or one less. */
function twinAt(work: Deciding, graphs: readonly Graphed[], at: number): Found | undefined {
  const most = work.told[at] === 'unsaid' ? mostLooked.other : mostLooked.drawn
  return cheapestOf(
    graphs.flatMap(({ graph, nodeOf }) => {
      const node = nodeOf.get(at)
      return node === undefined ? [] : [1, -1].map((by) => twinFrom(work, graph, new Map([[node, by]]), most))
    }),
  )
}

/**
 * Makes room for a twin: what stands in the lines of the number is rounded; where that is not enough, and so few people are in the
 * place that nearly everybody is alone in some class, it is not told. Headcounts are.
 */
function madeRoom(work: Deciding, graphs: readonly Graphed[], at: number): Found | undefined {
  const [first] = graphs
  const node = first?.nodeOf.get(at)
  if (!first || node === undefined) return undefined
  beside(first.graph, node, (other) => roundInner(work, other))
  const found = twinAt(work, graphs, at)
  if (found || work.told[at] === 'unsaid') return found
  beside(first.graph, node, (other) => keepBack(work, other))
  return twinAt(work, graphs, at)
}

/** Finds a twin for each small number of a page, with a neighbour where there is a page above. */
function* ownTwins(all: Together, own: number, hasAbove: boolean, twins: Twin[]): InSteps<void> {
  const { pages, work } = all
  const numbersOf = (page: number) => pages[page]?.byName.size ?? 0
  const neighbours = hasAbove
    ? [...pages.keys()]
        .filter((page) => page !== own)
        .toSorted((a, b) => numbersOf(b) - numbersOf(a))
        .slice(0, mostNeighbours)
    : [null]
  const graphs = neighbours.map((neighbour) => graphFor(all, own, neighbour))
  const differing = new Set(twins.flatMap((twin) => [...twin.keys()]))
  let looked = 0
  for (const { at } of pages[own]?.byName.values() ?? []) {
    if (!isFew(work.values[at] ?? 0) || differing.has(at)) continue
    const found = twinAt(work, graphs, at) ?? madeRoom(work, graphs, at)
    if (found) {
      const twin = settle(work, found)
      twins.push(twin)
      for (const other of twin.keys()) differing.add(other)
    }
    looked += 1
    if (looked % twinsBetween === 0) yield
  }
}

/** A twin of the page above, as the pages below have to differ: of everybody, and of the places whose rows differ. */
interface Promise {
  readonly all: Offsets
  readonly rows: ReadonlyMap<string, Offsets>
}

function promiseOf(above: PublicPage, twin: NamedTwin): Promise {
  const all = new Map<string, number>()
  const rows = new Map<string, Map<string, number>>()
  for (const [name, by] of twin) {
    const people = above.decided.get(name)?.people
    const row = people && ofPlaceBelow(people)
    if (name.includes(joint)) continue
    if (!row) all.set(name, by)
    else rows.set(row.place, (rows.get(row.place) ?? new Map<string, number>()).set(nameOf(row.people), by))
  }
  return { all, rows }
}

/** Nodes of a page that differ by what is said of their names; null where nobody is there to differ. */
function nodesOf(
  { pages }: Together,
  page: number,
  { nodeOf }: Graphed,
  named: Iterable<readonly [string, number]>,
): Twin | null {
  const begin = new Map<number, number>()
  for (const [name, by] of named) {
    const at = pages[page]?.byName.get(name)?.at
    const node = at === undefined ? undefined : nodeOf.get(at)
    if (node === undefined) return null
    begin.set(node, by)
  }
  return begin
}

/** Two places of which one differs as the page above says of everybody, the other as little as the rows of both ask for. */
function keptByTwo(
  all: Together,
  { all: everybody, rows }: Promise,
  one: number,
  other: number,
): Found | null {
  const own = rows.get(all.places[one]?.key ?? '') ?? nothing
  const graphed = graphFor(all, one, other, everybody)
  const begin = nodesOf(
    all,
    one,
    graphed,
    new Map([...[...everybody.keys()].map((name) => [name, 0] as const), ...own]),
  )
  return begin && twinFrom(all.work, graphed.graph, begin)
}

/** Rounds numbers of all pages by their names: their exact sums would say what the page above does not. */
function roundNamed({ pages, work }: Together, names: readonly string[]): void {
  for (const { byName } of pages) for (const name of names) roundInner(work, byName.get(name)?.at ?? -1)
}

/** What the page above promised of small numbers: the pages of one or two of the places differ as it does. */
function* keepPromises(all: Together, above: PublicPage, twins: Twin[]): InSteps<void> {
  const { places, work } = all
  const graphs = places.map((_, page) => graphFor(all, page, null))
  let looked = 0
  for (const promise of above.twins.map((twin) => promiseOf(above, twin))) {
    const named = [...promise.rows.keys()].map((place) => places.findIndex(({ key }) => key === place))
    const [one = -1, other = -1] = named
    const found =
      named.length === 2
        ? cheapestOf([keptByTwo(all, promise, one, other), keptByTwo(all, promise, other, one)])
        : cheapestOf(
            graphs.map((graphed, page) => {
              if (named.length > 0 && page !== one) return null
              const begin = nodesOf(
                all,
                page,
                graphed,
                new Map([...promise.all, ...(promise.rows.get(places[page]?.key ?? '') ?? [])]),
              )
              return begin && twinFrom(work, graphed.graph, begin)
            }),
          )
    if (found) twins.push(settle(work, found))
    else roundNamed(all, [...promise.all.keys()])
    looked += 1
    if (looked % twinsBetween === 0) yield
  }
}

const bare = ({ row, column }: FigureCell, value: number | null): FigureCell => ({
  row,
  column,
  value,
  opens: false,
})

/** A share, or a figure per student, of other numbers of people. */
function reckoned(
  counting: Counting | undefined,
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
  counting: Counting | undefined,
  cell: FigureCell,
  behind: { readonly count: number; readonly whole: number; readonly tellings: readonly Telling[] },
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
    ...{ key, title, form, unit, definition, denominator, excluded: [], norm },
    ...(merged.length > 0 && { merged }),
    rows: panel.rows,
    columns: panel.columns,
    cells,
  }
}

/** The panels of a page as they may stand in public. */
function panelsOf(page: PageNumbers, { panels }: PlacePage, { values, told }: Deciding): Panel[] {
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

/** What of a twin lies in a page, by name. */
function inPage({ byName }: PageNumbers, twins: readonly Twin[]): NamedTwin[] {
  const names = new Map([...byName].map(([name, { at }]) => [at, name]))
  return twins.flatMap((twin) => {
    const own = [...twin].flatMap(([at, by]): [string, number][] => {
      const name = names.get(at)
      return name === undefined ? [] : [[name, by]]
    })
    return own.length > 0 ? [new Map(own)] : []
  })
}

/**
 * The pages of the places below one as they may stand where nobody signs in. Small classes are merged, one to four people are `<5`,
 * and for each small number there is another region, with one person more or less in it, that reads the same: where there is none,
 * numbers beside it are rounded, in the same panel, another one, or the page of a neighbour. No list opens. Numerators, excluded
 * people and sentences stay out: they would say what the cells do not.
 * @param above the page of the place above; none for a page that stands alone
 */
export function* publicPages(places: readonly PlacePage[], above?: PublicPage): InSteps<PublicPage[]> {
  const ground = newGround()
  const pages = places.map(({ panels }) => pageNumbers(ground, panels))
  const { told, weights, mute } = beginning(ground, places, pages)
  const fixed = keepTo({ told, values: ground.values }, places, pages, above)
  const work: Deciding = { values: ground.values, told, weights, fixed, mute }
  const all: Together = { work, ground, places, pages }
  const twins: Twin[] = []
  if (above) yield* keepPromises(all, above, twins)
  for (const page of pages.keys())
    if (!places[page]?.isUnread) yield* ownTwins(all, page, above !== undefined, twins)
  return places.map((place, index) => {
    const page = pages[index] ?? pageNumbers(newGround(), [])
    return {
      panels: place.isUnread ? [] : panelsOf(page, place, work),
      decided: new Map(
        [...page.byName].map(([name, { people, at }]) => [
          name,
          { people, value: ground.values[at] ?? 0, telling: told[at] ?? 'unsaid' },
        ]),
      ),
      twins: inPage(page, twins),
    }
  })
}

/** A panel that stands alone, over records or by itself. */
export function publicPanel(panel: Panel): Panel {
  const [page] = atOnce(publicPages([{ key: '', panels: [{ panel }] }]))
  const [shown] = page?.panels ?? []
  if (!shown) throw new Error('figures: a page without panels')
  return shown
}
