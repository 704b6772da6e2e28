import { solvedBy } from './elimination.ts'

/**
 * What a reader with a pencil works out of the numbers of a page: what each of them can still be, when some are told, some are `<5`,
 * and some stay hidden.
 */

/** Fewer people than this, and at least one, are not told. */
export const fewest = 5

/**
 * What becomes of a number: told, told as `<5`, hidden so that others cannot be worked out, or unsaid: nobody has to hide it, but
 * nothing on the page says it, such as the people behind a share of a whole that nobody knows.
 */
export type Telling = 'told' | 'few' | 'hidden' | 'unsaid'

/** A share that is told: whoever knows the whole knows its parts, and whoever knows a part that is somebody knows the whole. */
export interface Share {
  readonly whole: number
  readonly parts: readonly number[]
}

/**
 * Numbers of people that belong together, by their places in `values`: in each line the last is the sum of the others; shares connect
 * their numbers without saying any.
 */
export interface Sums {
  readonly values: readonly number[]
  readonly lines: readonly (readonly number[])[]
  readonly shares?: readonly Share[]
}

/** What a reader can still believe a number to be. */
export interface Belief {
  readonly least: number
  readonly most: number
}

/** Beliefs about all numbers of a page, kept as two columns: a page has thousands of them. */
interface Beliefs {
  readonly least: Float64Array
  readonly most: Float64Array
}

function believe({ least, most }: Beliefs, at: number, value: number, telling: Telling): void {
  least[at] = telling === 'told' ? value : telling === 'few' ? 1 : 0
  most[at] = telling === 'told' ? value : telling === 'few' ? fewest - 1 : Infinity
}

/** Takes over narrower bounds of a number; answers whether they were narrower. */
function tighten({ least, most }: Beliefs, at: number, low: number, high: number): boolean {
  const [before, after] = [least[at] ?? 0, most[at] ?? 0]
  if (low <= before && high >= after) return false
  if (low > before) least[at] = low
  if (high < after) most[at] = high
  return true
}

/** What the parts of a line are together: at least, at most where that is known, and how many have no bound. */
interface Together {
  low: number
  bounded: number
  unbounded: number
}

/** Puts a number to what others are together, or takes it out. */
function count(together: Together, { least, most }: Beliefs, at: number, sign: 1 | -1): void {
  const high = most[at] ?? 0
  together.low += sign * (least[at] ?? 0)
  if (high === Infinity) together.unbounded += sign
  else together.bounded += sign * high
}

const mostOf = ({ bounded, unbounded }: Together): number => (unbounded > 0 ? Infinity : bounded)

const none: readonly number[] = []

/** Narrows what is believed of one line by its sum; answers the numbers of which something became narrower. */
function narrow(beliefs: Beliefs, line: readonly number[]): readonly number[] {
  const whole = line.at(-1)
  if (whole === undefined || line.length < 2) return none
  const parts: Together = { low: 0, bounded: 0, unbounded: 0 }
  for (const at of line) if (at !== whole) count(parts, beliefs, at, 1)
  // A list only where there is something to say: mostly there is not, and this is asked a million times for a page.
  let moved: number[] | undefined
  if (tighten(beliefs, whole, parts.low, mostOf(parts))) moved = [whole]
  const [wholeLeast, wholeMost] = [beliefs.least[whole] ?? 0, beliefs.most[whole] ?? 0]
  for (const at of line) {
    if (at === whole) continue
    // What the others are together: sums once for the line, each part taken out of them and put back, narrower or not.
    count(parts, beliefs, at, -1)
    if (tighten(beliefs, at, wholeLeast - mostOf(parts), wholeMost - parts.low)) (moved ??= []).push(at)
    count(parts, beliefs, at, 1)
  }
  return moved ?? none
}

/** Lines in which each number stands. */
function standing({ values, lines }: Sums): number[][] {
  const found: number[][] = values.map(() => [])
  lines.forEach((line, index) => {
    for (const at of line) found[at]?.push(index)
  })
  return found
}

/** A page while it is being suppressed. */
export interface Work extends Sums {
  readonly told: Telling[]
  readonly standing: readonly (readonly number[])[]
  readonly sharesOf: ReadonlyMap<number, readonly Share[]>
  readonly beliefs: Beliefs
  /** Lines that were not solved together with others since something in them was hidden. */
  readonly unsolved: Set<number>
}

/** Shares by each of their numbers. */
function bySharing(shares: readonly Share[]): Map<number, Share[]> {
  const found = new Map<number, Share[]>()
  for (const share of shares)
    for (const at of [share.whole, ...share.parts]) found.set(at, [...(found.get(at) ?? []), share])
  return found
}

/** A share with a part that is hidden is not told itself. */
const isShareShown = ({ told }: Work, { parts }: Share): boolean =>
  parts.every((at) => told[at] !== 'hidden' && told[at] !== 'few')

/** Numbers that somebody who knows one of them reads off the shares it belongs to; answers those that were not known. */
function readOff(work: Work, known: number): number[] {
  const { values, beliefs } = work
  if (!isKnown(work, known)) return []
  return (work.sharesOf.get(known) ?? []).flatMap((share) => {
    if (!isShareShown(work, share) || (known !== share.whole && values[known] === 0)) return []
    const others = [share.whole, ...share.parts].filter((at) => !isKnown(work, at))
    for (const at of others) believe(beliefs, at, values[at] ?? 0, 'told')
    return others
  })
}

/** Goes on until no line says more. Each number becomes narrower a few times, so that a bound is never met in earnest. */
function settle(work: Work, from: Iterable<number>, alsoRead: Iterable<number>): void {
  const { lines, standing: linesOf, beliefs } = work
  const due = new Set(from)
  const read = (at: number) => {
    for (const other of readOff(work, at)) {
      for (const next of linesOf[other] ?? []) due.add(next)
      read(other)
    }
  }
  for (const at of alsoRead) read(at)
  let left = 200 * (lines.length + 1)
  for (const index of due) {
    due.delete(index)
    left -= 1
    if (left < 0) return
    for (const at of narrow(beliefs, lines[index] ?? [])) {
      for (const next of linesOf[at] ?? []) due.add(next)
      read(at)
    }
  }
}

export function begun(sums: Sums, told: Telling[]): Work {
  const { length } = sums.values
  const beliefs = { least: new Float64Array(length), most: new Float64Array(length) }
  sums.values.forEach((value, at) => believe(beliefs, at, value, told[at] ?? 'told'))
  const sharesOf = bySharing(sums.shares ?? [])
  const unsolved = new Set(sums.lines.keys())
  const work: Work = { ...sums, told, standing: standing(sums), sharesOf, beliefs, unsolved }
  settle(work, sums.lines.keys(), sharesOf.keys())
  return work
}

/** What somebody with a pencil works out of numbers from what is told of them. */
export function workedOut(sums: Sums, told: readonly Telling[]): Belief[] {
  const { least, most } = begun(sums, [...told]).beliefs
  return sums.values.map((_, at) => ({ least: least[at] ?? 0, most: most[at] ?? 0 }))
}

/** What hangs together with hidden numbers by others that are not told: numbers, their lines, and the numbers of their shares. */
function reachedFrom(work: Work, hidden: readonly number[]) {
  const { lines, told, standing: linesOf, sharesOf } = work
  const reached = new Set(hidden)
  const touched = new Set<number>()
  const sharing = new Set<number>()
  const reach = (at: number) => {
    if (told[at] !== 'told') reached.add(at)
  }
  for (const at of reached) {
    for (const index of linesOf[at] ?? none) {
      touched.add(index)
      lines[index]?.forEach(reach)
    }
    for (const { whole, parts } of sharesOf.get(at) ?? [])
      for (const other of [whole, ...parts]) {
        sharing.add(other)
        reach(other)
      }
  }
  return { reached, touched, sharing }
}

/** Hides numbers; what is believed of the hidden ones that hang together with them begins anew. */
export function hide(work: Work, hidden: readonly number[]): void {
  const { values, told, beliefs } = work
  for (const at of hidden) told[at] = 'hidden'
  const { reached, touched, sharing } = reachedFrom(work, hidden)
  for (const at of reached) believe(beliefs, at, values[at] ?? 0, told[at] ?? 'told')
  settle(work, touched, sharing)
  for (const index of touched) work.unsolved.add(index)
}

/** Whether a reader is given a number: as such, or by a share. */
export const isGiven = (work: Work, at: number): boolean =>
  work.told[at] === 'told' ||
  (work.told[at] === 'unsaid' &&
    (work.sharesOf.get(at) ?? []).some((share) => share.whole !== at && isShareShown(work, share)))

export const isKnown = ({ beliefs: { least, most } }: Work, at: number): boolean => least[at] === most[at]

/** Lines that hang together with the given ones by numbers that nobody knows. */
function hangingTogether(work: Work, from: Iterable<number>): Set<number> {
  const found = new Set(from)
  const seen = new Set<number>()
  for (const index of found)
    for (const at of work.lines[index] ?? []) {
      if (seen.has(at) || isKnown(work, at)) continue
      seen.add(at)
      for (const next of work.standing[at] ?? []) found.add(next)
    }
  return found
}

/** Solves lines together that changed since they were solved, where none says more alone; answers whether anything came of it. */
export function solve(work: Work): boolean {
  const { values, lines, beliefs, standing: linesOf, unsolved } = work
  const due = hangingTogether(work, unsolved)
  unsolved.clear()
  const found = solvedBy(
    [...due].map((index) => lines[index] ?? []),
    (at) => !isKnown(work, at),
  )
  for (const at of found) believe(beliefs, at, values[at] ?? 0, 'told')
  settle(work, new Set(found.flatMap((at) => linesOf[at] ?? [])), found)
  return found.length > 0
}
