import type { CountedPanel, Ground, PageNumbers, Surroundings } from './page-numbers.ts'
import { joint } from './merging.ts'
import type { NumbersAbove } from './numbers-above.ts'
import { nameOf, ofPlaceBelow, type People } from './people-sets.ts'
import { isFew, type PublicPrecision } from './telling.ts'
import type { Panel } from '../contract/analysis/figures.ts'
import {
  beside,
  graphOf,
  keepBack,
  mostLooked,
  roundInner,
  offsetsOf,
  settle,
  twinFrom,
  type PrecisionSearch,
  type TwinSearch,
  type Node,
  type Part,
  type Twin,
} from './twins.ts'

/** What was decided of a number of a page: the pages of the places below keep to it. */
export interface ToldNumber {
  readonly people: People
  readonly value: number
  readonly telling: PublicPrecision
}

/** By how many people the numbers of a page differ in another region that reads the same, by name. */
export type NamedTwin = ReadonlyMap<string, number>

/** A page as it may stand in public. */
export interface PublicPage {
  /** The key of its row in panels of the place above. */
  readonly key: string
  readonly above: PublicPage | null
  readonly panels: readonly Panel[]
  /** By name. */
  readonly decided: ReadonlyMap<string, ToldNumber>
  /**
   * For each small number a region that reads the same and has another one; pages below have to leave it
   * possible.
   */
  readonly twins: readonly NamedTwin[]
  /** Names of numbers that are drawn as one, and at last that of their sum. */
  readonly joints: readonly (readonly string[])[]
}

/** The panels of one place. */
export interface PlacePage {
  /** The key of its row in panels of the place above. */
  readonly key: string
  readonly panels: readonly CountedPanel[]
  readonly surroundings?: Surroundings
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

/** The pages that are looked at together. */
export interface Together {
  readonly work: PrecisionSearch
  readonly ground: Ground
  readonly places: readonly PlacePage[]
  readonly pages: readonly PageNumbers[]
  /** Of each page, the numbers of the pages above that differ with its own. */
  readonly above: readonly NumbersAbove[]
}

/**
 * Names of numbers that a neighbour need not have: rows of places, and classes that only one of them merges.
 */
const isOwn = (name: string, people: People): boolean =>
  name.includes(joint) || name.includes('#') || people.at?.place !== undefined

/** What differs in a neighbour beside, by name. */
type Offsets = ReadonlyMap<string, number>
const nothing: Offsets = new Map()

/** Who the pages above read beside: nobody, a neighbour, or the pages above themselves. */
type Beside =
  | { readonly by: 'nobody' }
  | { readonly by: 'neighbour'; readonly page: number; readonly offsets?: Offsets }
  | { readonly by: 'above' }

/**
 * A page by itself, with a neighbour in which the same numbers differ the other way, so that the page above
 * stays as it is, or with the numbers of the pages above, which differ as the page does and have to read the
 * same.
 */
function graphFor({ ground, pages, above }: Together, own: number, side: Beside) {
  const sides = side.by === 'neighbour' ? [own, side.page] : [own]
  const offsets = (side.by === 'neighbour' ? side.offsets : undefined) ?? nothing
  const numbers = side.by === 'above' ? above[own] : undefined
  const nodes: { parts: Part[]; isBlocked: boolean; row: Node['row']; isShared: boolean }[] = []
  const byKey = new Map<string, number>()
  const nodeOf = new Map<number, number>()
  const partsOf = (name: string, at: number, index: number): Part[] =>
    index === 0
      ? [at, ...(numbers?.byName.get(name) ?? [])].map((one) => ({ at: one, sign: 1, offset: 0 }))
      : [{ at, sign: -1, offset: offsets.get(name) ?? 0 }]
  sides.forEach((page, index) => {
    for (const [name, { people, at }] of pages[page]?.byName ?? []) {
      const place = people.at?.place
      const isShared = !isOwn(name, people)
      const key = isShared ? name : `${index} ${name}`
      const row = place === undefined ? null : { page, place }
      const node = byKey.get(key) ?? nodes.push({ parts: [], isBlocked: false, row, isShared }) - 1
      byKey.set(key, node)
      nodes[node]?.parts.push(...partsOf(name, at, index))
      nodeOf.set(at, node)
    }
  })
  for (const node of nodes) node.isBlocked = node.isShared && node.parts.length < sides.length
  const lines = sides.flatMap((page) =>
    ground.lines
      .slice(pages[page]?.from, pages[page]?.to)
      .map((line) => line.map((at) => nodeOf.get(at) ?? -1)),
  )
  const graph = graphOf(nodes, distinct(lines))
  const isKept = (found: TwinSearch): boolean => {
    if (!numbers) return true
    const by = offsetsOf(found)
    return numbers.keeps((name) => by.get(nodeOf.get(pages[own]?.byName.get(name)?.at ?? -1) ?? -1) ?? 0)
  }
  return { graph, nodeOf, isKept }
}
type CountGraph = ReturnType<typeof graphFor>

const distinct = (lines: readonly number[][]): number[][] => [
  ...new Map(lines.map((line) => [line.join(), line])).values(),
]

/** The cheapest of several twins. */
const cheapestOf = (found: readonly (TwinSearch | null)[]): TwinSearch | undefined =>
  found.filter((one) => one !== null).toSorted((a, b) => a.cost - b.cost)[0]

/** Neighbours that are tried, those with the most numbers first. */
const mostNeighbours = 2

/** Work between two pauses: twins looked for. */
const twinsBetween = 5

/** The cheapest twin in which a number is one more or one less. */
function twinAt(work: PrecisionSearch, graphs: readonly CountGraph[], at: number): TwinSearch | undefined {
  const most = work.told[at] === 'unsaid' ? mostLooked.other : mostLooked.drawn
  return cheapestOf(
    graphs.flatMap(({ graph, nodeOf, isKept }) => {
      const node = nodeOf.get(at)
      if (node === undefined) return []
      const found = [1, -1].map((by) => twinFrom(work, graph, new Map([[node, by]]), most))
      return found.filter((one) => one !== null && isKept(one))
    }),
  )
}

/**
 * Makes room for a twin: what stands in the lines of the number is rounded; where that is not enough, and so
 * few people are in the place that nearly everybody is alone in some class, it is not told. Headcounts are;
 * at last the small number itself is not told.
 */
function madeRoom(work: PrecisionSearch, graphs: readonly CountGraph[], at: number): TwinSearch | undefined {
  const [first] = graphs
  const node = first?.nodeOf.get(at)
  if (!first || node === undefined) return undefined
  beside(first.graph, node, (other) => roundInner(work, other))
  const found = twinAt(work, graphs, at)
  if (found || work.told[at] === 'unsaid') return found
  beside(first.graph, node, (other) => keepBack(work, other))
  const apart = twinAt(work, graphs, at)
  if (apart || work.fixed.has(at)) return apart
  work.told[at] = 'unsaid'
  return twinAt(work, graphs, at)
}

/** Finds a twin for each small number of a page, with a neighbour where there is a page above. */
export function* ownTwins(all: Together, own: number, hasAbove: boolean, twins: Twin[]): InSteps<void> {
  const { pages, work } = all
  const numbersOf = (page: number) => pages[page]?.byName.size ?? 0
  const neighbours = [...pages.keys()]
    .filter((page) => page !== own)
    .toSorted((a, b) => numbersOf(b) - numbersOf(a))
    .slice(0, mostNeighbours)
  const graphs = hasAbove
    ? [
        ...neighbours.map((page) => graphFor(all, own, { by: 'neighbour', page })),
        graphFor(all, own, { by: 'above' }),
      ]
    : [graphFor(all, own, { by: 'nobody' })]
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

/**
 * A twin of the page above, as the pages below have to differ: of everybody, and of the places whose rows
 * differ.
 */
interface TwinAbove {
  readonly all: Offsets
  readonly rows: ReadonlyMap<string, Offsets>
}

function promiseOf(above: PublicPage, twin: NamedTwin): TwinAbove {
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
  { nodeOf }: CountGraph,
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

/**
 * Two places of which one differs as the page above says of everybody, the other as little as the rows of
 * both ask for.
 */
function keptByTwo(
  all: Together,
  { all: everybody, rows }: TwinAbove,
  one: number,
  other: number,
): TwinSearch | null {
  const own = rows.get(all.places[one]?.key ?? '') ?? nothing
  const graphed = graphFor(all, one, { by: 'neighbour', page: other, offsets: everybody })
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
export function* keepPromises(all: Together, above: PublicPage, twins: Twin[]): InSteps<void> {
  const { places, work } = all
  const graphs = places.map((_, page) => graphFor(all, page, { by: 'nobody' }))
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

/** What of a twin lies in a page, by name. */
export function inPage({ byName }: PageNumbers, twins: readonly Twin[]): NamedTwin[] {
  const names = new Map([...byName].map(([name, { at }]) => [at, name]))
  return twins.flatMap((twin) => {
    const own = [...twin].flatMap(([at, by]): [string, number][] => {
      const name = names.get(at)
      return name === undefined ? [] : [[name, by]]
    })
    return own.length > 0 ? [new Map(own)] : []
  })
}
