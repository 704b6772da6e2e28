import { believed, isFew, isTellable, roundings, type PublicPrecision } from './telling.ts'

/** Numbers of people while it is being decided how each of them is told. */
export interface PrecisionSearch {
  readonly values: readonly number[]
  /** Becomes coarser where a twin asks for it, never finer: a twin that was found stays one. */
  readonly told: PublicPrecision[]
  /** How dear it is to tell a number coarsely. */
  readonly weights: readonly number[]
  /** Numbers that another page told: they are not told otherwise here. */
  readonly fixed: ReadonlySet<number>
  /** Numbers of so few people, or shares of so few, that they need not be told at all. */
  readonly mute: ReadonlySet<number>
}

/** A number that differs by `sign` times what its node does, and by `offset` beside. */
export interface Part {
  readonly at: number
  readonly sign: 1 | -1
  readonly offset: number
}

/**
 * Numbers that differ together: one of a page and the same one of its neighbour, which differs the other way.
 */
export interface Node {
  readonly parts: readonly Part[]
  /** The neighbour has nobody there. */
  readonly isBlocked: boolean
  /** Rows of two places at most differ, so that the pages of those places can differ alike. */
  readonly row: { readonly page: number; readonly place: string } | null
}

/** A page, or a page and a neighbour: in each line the last node is the sum of the others. */
export interface Graph {
  readonly nodes: readonly Node[]
  readonly lines: readonly (readonly number[])[]
  readonly standing: readonly (readonly LineMembership[])[]
}

/** A line in which a node stands, as one of its parts (1) or as its sum (-1). */
interface LineMembership {
  readonly line: number
  readonly sign: 1 | -1
}

/** By how many people nodes or numbers differ in another region that reads the same. */
export type Twin = ReadonlyMap<number, number>

/** A graph with the lines in which each node stands. */
export function graphOf(nodes: readonly Node[], lines: readonly (readonly number[])[]): Graph {
  const standing: LineMembership[][] = nodes.map(() => [])
  lines.forEach((line, index) =>
    line.forEach((at, place) =>
      standing[at]?.push({ line: index, sign: place === line.length - 1 ? -1 : 1 }),
    ),
  )
  return { nodes, lines, standing }
}

/** A node that differs, and those that were decided before it. */
interface Step {
  readonly node: number
  readonly by: number
  /** How its numbers have to be told where not as they are. */
  readonly tellings: readonly (readonly [at: number, telling: PublicPrecision])[]
  readonly cost: number
  readonly depth: number
  readonly before: Step | null
}

/** Steps looked at for one twin: of a number that is drawn as `<5`, and of others. */
export const mostLooked = { drawn: 2_000, other: 150 } as const
/** Nodes of a twin, and nodes of a line that are tried. */
const longest = 80
const mostTried = 14
const mostRows = 2
/** What a line that does not add up yet counts against: a twin that is nearly found is followed first. */
const perLine = 30

/** What it costs that a number is not told at all; only where nothing else helps. */
const silence = 10_000

/** How a number has to be told so that it may differ; null where it cannot. */
function tellingFor(
  { values, told, fixed, mute }: PrecisionSearch,
  at: number,
  by: number,
): PublicPrecision | null {
  const value = values[at] ?? 0
  const own = told[at] ?? 'unsaid'
  const fits = (telling: PublicPrecision) => {
    const [least, most] = believed(value, telling)
    return value + by >= least && value + by <= most
  }
  if (fits(own)) return own
  if (own === 'unsaid' || fixed.has(at)) return null
  const from = typeof own === 'number' ? own : 0
  const coarser = roundings.find(
    (telling) => telling > from && !isFew(value) && isTellable(value, telling) && fits(telling),
  )
  return coarser ?? (mute.has(at) ? 'unsaid' : null)
}

/** The step by which a node differs; null where it cannot. */
function stepTo(
  work: PrecisionSearch,
  node: Node,
  { at, by }: { at: number; by: number },
  before: Step | null,
) {
  if (node.isBlocked) return null
  const tellings: [number, PublicPrecision][] = []
  let cost = before?.cost ?? 0
  for (const part of node.parts) {
    const telling = tellingFor(work, part.at, part.sign * by + part.offset)
    if (telling === null) return null
    if (telling === work.told[part.at]) continue
    tellings.push([part.at, telling])
    cost += (typeof telling === 'number' ? telling : silence) * (work.weights[part.at] ?? 1)
  }
  return { node: at, by, tellings, cost, depth: (before?.depth ?? 0) + 1, before }
}

/** What the nodes that differ make of the lines they stand in, and the places whose rows differ, by page. */
function stateOf({ nodes, standing }: Graph, last: Step) {
  const differing = new Set<number>()
  const off = new Map<number, number>()
  const rows = new Map<number, Set<string>>()
  for (let step: Step | null = last; step; step = step.before) {
    differing.add(step.node)
    const row = nodes[step.node]?.row
    if (row) rows.set(row.page, (rows.get(row.page) ?? new Set()).add(row.place))
    for (const { line, sign } of standing[step.node] ?? [])
      off.set(line, (off.get(line) ?? 0) + sign * step.by)
  }
  return { differing, rows, broken: new Map([...off].filter(([, by]) => by !== 0)) }
}
type State = ReturnType<typeof stateOf>

/** The shortest line that does not add up: fewest ways to put it right. */
function shortestOf({ lines }: Graph, { broken }: State): number | undefined {
  let found: number | undefined
  for (const line of broken.keys())
    if (found === undefined || (lines[line]?.length ?? 0) < (lines[found]?.length ?? 0)) found = line
  return found
}

/** A heap of steps, the cheapest on top. */
function cheapestFirst() {
  const heap: { readonly step: Step; readonly rank: number }[] = []
  const swap = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]]
    if (one && other) [heap[a], heap[b]] = [other, one]
  }
  const rank = (at: number) => heap[at]?.rank ?? Infinity
  return {
    put(step: Step, own: number) {
      let at = heap.push({ step, rank: own }) - 1
      for (; at > 0 && rank(at) < rank((at - 1) >> 1); at = (at - 1) >> 1) swap(at, (at - 1) >> 1)
    },
    take(): Step | undefined {
      const top = heap[0]
      const last = heap.pop()
      if (heap.length > 0 && last) heap[0] = last
      for (let at = 0; ;) {
        const child = rank(2 * at + 1) <= rank(2 * at + 2) ? 2 * at + 1 : 2 * at + 2
        if (rank(child) >= rank(at)) return top?.step
        swap(at, child)
        at = child
      }
    },
  }
}

/** Nodes of a line that could differ so that it adds up again, the cheapest first. */
function waysToMend(
  work: PrecisionSearch,
  graph: Graph,
  line: number,
  { state, before }: { readonly state: State; readonly before: Step },
): Step[] {
  const parts = graph.lines[line] ?? []
  const off = state.broken.get(line) ?? 0
  return parts
    .flatMap((at, place): Step[] => {
      const node = graph.nodes[at]
      if (!node || state.differing.has(at)) return []
      const { row } = node
      const rows = row && state.rows.get(row.page)
      if (rows && !rows.has(row.place) && rows.size >= mostRows) return []
      const step = stepTo(work, node, { at, by: place === parts.length - 1 ? off : -off }, before)
      return step ? [step] : []
    })
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, mostTried)
}

/** The first nodes of a twin, as a row of steps; null where one of them cannot differ. */
function begunWith(work: PrecisionSearch, { nodes }: Graph, begin: Twin): Step | null {
  let last: Step | null = null
  for (const [at, by] of begin) {
    const node: Node | undefined = nodes[at]
    last = node ? stepTo(work, node, { at, by }, last) : null
    if (!last) return null
  }
  return last
}

/** What is worked out for a twin: how dear it is, how its numbers are told, and by how much they differ. */
export interface TwinSearch {
  readonly cost: number
  readonly last: Step
  readonly graph: Graph
}

/**
 * A cheap twin that begins with these nodes: every line adds up in it, and it reads the same once it is told
 * coarsely enough.
 */
export function twinFrom(
  work: PrecisionSearch,
  graph: Graph,
  begin: Twin,
  most: number = mostLooked.other,
): TwinSearch | null {
  const first = begunWith(work, graph, begin)
  if (!first) return null
  const due = cheapestFirst()
  due.put(first, 0)
  for (let looked = 0; looked < most; looked += 1) {
    const step = due.take()
    if (!step) return null
    const state = stateOf(graph, step)
    const line = shortestOf(graph, state)
    if (line === undefined) return { cost: step.cost, last: step, graph }
    if (step.depth >= longest) continue
    for (const way of waysToMend(work, graph, line, { state, before: step }))
      due.put(way, way.cost + perLine * state.broken.size + way.depth)
  }
  return null
}

/** Numbers of this weight and more are headcounts, which are rounded only where a twin asks for it. */
export const headcount = 10

/** Rounds a number that is told exactly and is no headcount. */
export function roundInner({ values, told, weights, fixed }: PrecisionSearch, at: number): void {
  if (
    told[at] === 'exact' &&
    (weights[at] ?? 0) < headcount &&
    !fixed.has(at) &&
    isTellable(values[at] ?? 0, 5)
  )
    told[at] = 5
}

/** Says nothing of a number that need not be told. */
export function keepBack({ told, fixed, mute }: PrecisionSearch, at: number): void {
  if (mute.has(at) && !fixed.has(at)) told[at] = 'unsaid'
}

/** Does something with every number in the lines of a node. */
export function beside({ nodes, lines, standing }: Graph, node: number, act: (at: number) => void): void {
  for (const { line } of standing[node] ?? [])
    for (const other of lines[line] ?? []) for (const { at } of nodes[other]?.parts ?? []) act(at)
}

/** By how much each node differs in a twin. */
export function offsetsOf({ last }: Pick<TwinSearch, 'last'>): Map<number, number> {
  const by = new Map<number, number>()
  for (let step: Step | null = last; step; step = step.before) by.set(step.node, step.by)
  return by
}

/** Tells numbers as a twin asks for it; answers by how much each number differs. */
export function settle({ told }: PrecisionSearch, { last, graph }: TwinSearch): Twin {
  const twin = new Map<number, number>()
  for (let step: Step | null = last; step; step = step.before) {
    for (const { at, sign, offset } of graph.nodes[step.node]?.parts ?? [])
      if (sign * step.by + offset !== 0) twin.set(at, sign * step.by + offset)
    for (const [at, telling] of step.tellings) told[at] = telling
  }
  return twin
}
