import type { Ground, PageNumbers, Surroundings } from './page-numbers.ts'
import type { CountedPanel } from './page-tables.ts'
import { joint } from './merging.ts'
import type { NumbersAbove } from './numbers-above.ts'
import { nameOf, ofPlaceBelow, type People } from './people-sets.ts'
import type { PublicPrecision } from './telling.ts'
import type { Panel } from '../contract/analysis/figures.ts'
import {
  graphOf,
  offsetsOf,
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

export const distinct = (lines: readonly number[][]): number[][] => [
  ...new Map(lines.map((line) => [line.join(), line])).values(),
]

/**
 * A page by itself, with a neighbour in which the same numbers differ the other way, so that the page above
 * stays as it is, or with the numbers of the pages above, which differ as the page does and have to read the
 * same.
 */
export function graphFor({ ground, pages, above }: Together, own: number, side: Beside) {
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
export type CountGraph = ReturnType<typeof graphFor>

/**
 * A twin of the page above, as the pages below have to differ: of everybody, and of the places whose rows
 * differ.
 */
interface TwinAbove {
  readonly all: Offsets
  readonly rows: ReadonlyMap<string, Offsets>
}

export function promiseOf(above: PublicPage, twin: NamedTwin): TwinAbove {
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
export function nodesOf(
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
export function keptByTwo(
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
