import type { PageNumbers } from './page-numbers.ts'
import { isFew } from './telling.ts'
import {
  beside,
  keepBack,
  mostLooked,
  roundInner,
  settle,
  twinFrom,
  type PrecisionSearch,
  type TwinSearch,
  type Twin,
} from './twins.ts'
import {
  type NamedTwin,
  type PublicPage,
  type InSteps,
  type Together,
  graphFor,
  type CountGraph,
  promiseOf,
  nodesOf,
  keptByTwo,
} from './page-graph.ts'

/** Goes through all steps at once. */
export function atOnce<T>(steps: InSteps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

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
