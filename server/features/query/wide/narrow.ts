import { scopeCondition, placeCondition } from '../../../engine/access/index.ts'
import type { CountedMoment, Tree } from '../../../engine/figures/index.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { QueryRequest } from '../statement/asked.ts'
import { chainsOf, linkOf, peopleTest, type Chain, type Link } from './chains.ts'
import { testOfLeft, type Test } from './tests.ts'

/** People by their numbers, with their positions in the tree. */
interface People {
  readonly who: readonly number[]
  readonly at: readonly number[]
}

/** Result of the conditions that were tested in memory. */
export interface NarrowedQuery {
  readonly base: number
  /** People left after each condition that was tested, by its place in the query. */
  readonly remaining: ReadonlyMap<string, number>
  /** People who may still match; all others do not. */
  readonly candidates: readonly number[]
  /** Positions of the candidates in the tree. */
  readonly positions: readonly number[]
  /** Matches of several groups, if all conditions were tested; null otherwise. */
  readonly several: number | null
  readonly tree: Tree
}

/** Whether more people than a statement should go through are in scope. */
async function isWide({ engine, actor, place, limits }: QueryRequest): Promise<boolean> {
  const within = place ? sql`and ${placeCondition(place, 't')}` : sql.empty
  const { many } = await engine.search.one<{ many: number }>(sql`
    select count(*)::int as many
    from (select 1 from teacher t where ${scopeCondition(actor, 't', 'id')} ${within} limit ${limits.wideFrom}) first`)
  return many >= limits.wideFrom
}

/** Rows of the copy that belong to a range of positions: a stretch of the sorted ones, and some behind. */
function* rowsWithin(
  { columns: { starts, sorted, size, place } }: CountedMoment,
  from: number,
  to: number,
): Generator<number> {
  for (let row = starts[from] ?? 0; row < (starts[to] ?? sorted); row += 1) yield row
  for (let row = sorted; row < size; row += 1) {
    const at = place[row] ?? -1
    if (at >= from && at < to) yield row
  }
}

/** People left after an element of a query; each part of an element is counted, too. */
interface Remains {
  readonly path: string
  many: number
}

/**
 * A link with its counts. Numbers in objects of their own: a look-up by name for each of a million people
 * costs a tenth of a second.
 */
interface CountedLink {
  readonly whole: Remains
  readonly parts: readonly { readonly test: Test; readonly remains: Remains }[]
}

/** Counts what remains after each element, by its place in the query. */
class RemainingCounts {
  readonly #all = new Map<string, Remains>()

  get counts(): ReadonlyMap<string, number> {
    return new Map([...this.#all.values()].map(({ path, many }) => [path, many]))
  }

  begin({ path, tests }: Link): CountedLink {
    const whole = this.#counter(path)
    return {
      whole,
      parts: tests.map((one) => ({ test: one.test, remains: this.#counter(one.path) })),
    }
  }

  #counter(path: string): Remains {
    const known = this.#all.get(path) ?? { path, many: 0 }
    this.#all.set(path, known)
    return known
  }
}

/** Whether somebody fulfils an element; counted where so. */
function fulfils({ whole, parts }: CountedLink, who: number, at: number): boolean {
  let some = parts.length === 0
  for (const { test, remains } of parts) {
    if (!test(who, at)) continue
    some = true
    if (remains !== whole) remains.many += 1
  }
  if (some) whole.many += 1
  return some
}

interface PassingTest {
  readonly chains: readonly Chain[]
  readonly isIn: Test
  readonly range: { readonly from: number; readonly to: number }
}

/** Goes through everybody once. Answers who is left of each group; of a query without conditions, all. */
function pass(counted: CountedMoment, { chains, isIn, range }: PassingTest, remaining: RemainingCounts) {
  const { teacher, place } = counted.columns
  const all = chains.length === 0 ? [{ links: [] }] : chains
  const left = all.map((): { who: number[]; at: number[] } => ({ who: [], at: [] }))
  const counters = all.map(({ links }) => links.map((link) => remaining.begin(link)))
  let base = 0
  for (const row of rowsWithin(counted, range.from, range.to)) {
    const [who = 0, at = -1] = [teacher[row], place[row]]
    if (at < 0 || !isIn(who, at)) continue
    base += 1
    for (let g = 0; g < counters.length; g += 1) {
      if (!counters[g]?.every((link) => fulfils(link, who, at))) continue
      left[g]?.who.push(who)
      left[g]?.at.push(at)
    }
  }
  return { base, left }
}

/**
 * Asks those who are left of a group the conditions behind, one after another. Answers whether all were
 * asked.
 */
async function goOn(
  asking: QueryRequest,
  { rest }: Chain,
  { tree, left, remaining }: { tree: Tree; left: People; remaining: RemainingCounts },
): Promise<{ readonly left: People; readonly whole: boolean }> {
  let now = left
  for (const { element, path } of rest) {
    const { who, at } = now
    const link = await linkOf(element, path, (one) => testOfLeft(asking, one, { tree, left: who }))
    if (!link) return { left: now, whole: false }
    const counter = remaining.begin(link)
    const stays = who.map((one, index) => fulfils(counter, one, at[index] ?? -1))
    now = { who: who.filter((_, index) => stays[index]), at: at.filter((_, index) => stays[index]) }
  }
  return { left: now, whole: true }
}

/** Everybody who is left of some group, once, and how many are left of several. */
function together(groups: readonly People[]): People & { readonly several: number } {
  const [only] = groups
  if (only && groups.length === 1) return { ...only, several: 0 }
  const times = new Map<number, number>()
  const [who, at]: [number[], number[]] = [[], []]
  for (const group of groups)
    for (const [index, one] of group.who.entries()) {
      const before = times.get(one) ?? 0
      times.set(one, before + 1)
      if (before > 0) continue
      who.push(one)
      at.push(group.at[index] ?? -1)
    }
  let several = 0
  for (const many of times.values()) if (many > 1) several += 1
  return { who, at, several }
}

/**
 * Asks everybody in scope what can be asked without reading records, over the copy that figures are counted
 * over (at most a second behind): what is left to the database is a part of them. Null for a scope that one
 * statement goes through by itself, a day that is over and the teaching basis, which the copy does not hold
 * as the query means them.
 */
export async function narrow(asking: QueryRequest): Promise<NarrowedQuery | null> {
  const { figures, actor, place, query, isPast, only } = asking
  if (isPast || only || query.basis !== 'personnel' || !(await isWide(asking))) return null
  const placeId = place?.id ?? actor.institutionId
  const { counted } = await figures.on({ placeId, on: null, field: 'place' })
  const { tree } = counted
  const range = tree.placeOf(placeId)
  const isIn = await peopleTest(asking)
  if (!range || !isIn) return null
  const chains = await chainsOf(asking, tree)
  const remaining = new RemainingCounts()
  const { base, left } = pass(counted, { chains, isIn, range }, remaining)
  const groups: People[] = []
  let whole = true
  for (const [g, group] of left.entries()) {
    const chain = chains[g] ?? { links: [], rest: [] }
    const asked = await goOn(asking, chain, { tree, left: group, remaining })
    groups.push(asked.left)
    whole &&= asked.whole
  }
  const { who, at, several } = together(groups)
  return {
    base,
    remaining: remaining.counts,
    candidates: who,
    positions: at,
    several: whole ? several : null,
    tree,
  }
}
