import {
  begun,
  fewest,
  hide,
  isGiven,
  isKnown,
  solve,
  type Sums,
  type Telling,
  type Work,
} from './beliefs.ts'

/**
 * Cells of few people are hidden from views without a login and across regions (figures.md, 1.5): a pure function over a table of
 * numbers of people, so that each board and each public page uses the same.
 */

/** Shares of fewer people than this are not told. */
export const fewestBelowLine = 10

/** Whether a number of people is one that is not told. */
export const isFew = (value: number): boolean => value > 0 && value < fewest

const sumOf = (list: readonly number[]): number => list.reduce((all, value) => all + value, 0)

/** A table of people with the sums that stand beside it: of rows where there are several columns, and the other way round. */
export function withSums(numbers: readonly (readonly number[])[]): number[][] {
  const width = numbers[0]?.length ?? 0
  const wide = numbers.map((line) => (width > 1 ? [...line, sumOf(line)] : [...line]))
  if (numbers.length < 2) return wide
  return [...wide, (wide[0] ?? []).map((_, column) => sumOf(wide.map((line) => line[column] ?? 0)))]
}

/** What is settled of numbers before they are looked at. */
export interface Given {
  /** Numbers that another page hides: they are hidden here, too, and not given away. */
  readonly before?: ReadonlySet<number>
  /** Numbers that are better told than others that would do as well. */
  readonly dear?: ReadonlySet<number>
  /** Numbers that another page settled: nothing more is hidden of them. */
  readonly fixed?: ReadonlySet<number>
  /** Numbers that nothing on the page says. */
  readonly unsaid?: ReadonlySet<number>
}

/** The smallest number of a line that may be hidden; a nought or a sum last of all. */
function smallestOf(work: Work, line: readonly number[], isFree: IsFree): number | undefined {
  const costOf = (at: number) => {
    const value = work.values[at] ?? 0
    return (at === line.at(-1) ? 1e12 : 0) + (value === 0 ? 1e9 : value)
  }
  return line.filter((at) => isGiven(work, at) && isFree(at)).toSorted((a, b) => costOf(a) - costOf(b))[0]
}

/** Whether a number may be hidden to protect another one. */
type IsFree = (at: number) => boolean

/** Sums of fewer than five that have as many parts as people: `<5` would say that each part is one. */
const forcedSums = ({ values, lines }: Sums): number[] =>
  lines.flatMap((line) => {
    const whole = line.at(-1)
    const sum = whole === undefined ? 0 : (values[whole] ?? 0)
    const few = line.slice(0, -1).filter((at) => isFew(values[at] ?? 0))
    return whole !== undefined && isFew(sum) && sum > 1 && few.length === sum ? [whole] : []
  })

/**
 * The number to be hidden so that another one is not given away any more. Where the line that gives it away has a hidden number
 * already, that one is known from another of its lines, and the companion is looked for there: hiding more of the first line would
 * not help.
 */
function companionOf(
  work: Work,
  given: number,
  isFree: IsFree,
  tried = new Set<number>(),
): number | undefined {
  for (const index of work.standing[given] ?? []) {
    const line = work.lines[index] ?? []
    const others = line.filter((at) => at !== given)
    if (tried.has(index) || !others.every((at) => isKnown(work, at))) continue
    tried.add(index)
    for (const at of others.filter((other) => !isGiven(work, other))) {
      const found = companionOf(work, at, isFree, tried)
      if (found !== undefined) return found
    }
    const smallest = smallestOf(work, line, isFree)
    if (smallest !== undefined) return smallest
  }
  return undefined
}

/** Any number, the nearest to the given one first: bounds of several lines together may give a number away. */
function nearestOf(work: Work, given: number, isFree: IsFree, most: number): number | undefined {
  const reached = new Set([given])
  let left = most
  for (const at of reached) {
    if (left === 0) return undefined
    left -= 1
    for (const index of work.standing[at] ?? []) {
      const line = work.lines[index] ?? []
      const smallest = smallestOf(work, line, isFree)
      if (smallest !== undefined) return smallest
      for (const other of line) reached.add(other)
    }
  }
  return undefined
}

/**
 * A sum of which `<5` is said, the nearest to the given number: where every number that is told is hidden already, such a bound may
 * say that each of its parts is one.
 */
function boundOf(work: Work, given: number, isFree: IsFree): number | undefined {
  const reached = new Set([given])
  for (const at of reached)
    for (const index of work.standing[at] ?? []) {
      const line = work.lines[index] ?? []
      const sum = line.at(-1)
      if (sum !== undefined && sum !== given && work.told[sum] === 'few' && isFree(sum)) return sum
      for (const other of line) reached.add(other)
    }
  return undefined
}

/** What is hidden so that a number is not given away: numbers that are dear only where nothing beside it would do. */
function nextOf(work: Work, known: number, { fixed, dear }: Given): number | undefined {
  const isFree = (at: number) => !(fixed?.has(at) ?? false)
  const isCheap = (at: number) => isFree(at) && !(dear?.has(at) ?? false)
  return (
    companionOf(work, known, isCheap) ??
    nearestOf(work, known, isCheap, 1) ??
    companionOf(work, known, isFree) ??
    nearestOf(work, known, isFree, Infinity) ??
    boundOf(work, known, isFree)
  )
}

/** Numbers hidden for one before it is given up: what is true by definition, such as nobody among nobody, cannot be hidden. */
const mostTries = 40

/** Rounds between two pauses: some thirty milliseconds. */
const roundsBetween = 2

/** Work in steps, between which a server serves others. */
export type InSteps<T> = Generator<undefined, T>

/** Goes through all steps at once. */
export function atOnce<T>(steps: InSteps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * Says of each number whether it may be told. One to four people are `<5`; where the rest would give such a number away, the next
 * smallest of a line is hidden, until nothing does.
 */
export function* suppressing(sums: Sums, given: Given = {}): InSteps<Telling[]> {
  const told = sums.values.map((value, at): Telling =>
    isFew(value) ? 'few' : given.before?.has(at) ? 'hidden' : given.unsaid?.has(at) ? 'unsaid' : 'told',
  )
  const kept = [...told.keys()].filter((at) => told[at] === 'few' || told[at] === 'hidden')
  if (kept.length === 0) return told
  for (const at of forcedSums(sums)) told[at] = 'hidden'
  const work = begun(sums, told)
  const tries = new Map<number, number>()
  const isGivenAway = (at: number) => isKnown(work, at) && (tries.get(at) ?? 0) < mostTries
  for (let step = 0; step < told.length; step += 1) {
    const known = kept.find(isGivenAway)
    const due = known !== undefined ? [known] : solve(work) ? kept.filter(isGivenAway) : []
    if (due.length === 0) break
    const found = companionsOf(work, due, given)
    for (const at of found.keys()) tries.set(at, (tries.get(at) ?? 0) + 1)
    hide(
      work,
      [...found.values()].flatMap((next) => next ?? []),
    )
    if (step % roundsBetween === 0) yield
  }
  return told
}

/**
 * What is hidden for several numbers that lines give away together. Where a line has a new hidden number already, it may do for
 * the others of the line as well: they are looked at again.
 */
function companionsOf(work: Work, due: readonly number[], given: Given): Map<number, number | undefined> {
  const found = new Map<number, number | undefined>()
  const helped = new Set<number>()
  for (const at of due) {
    if (work.standing[at]?.some((index) => helped.has(index))) continue
    const next = nextOf(work, at, given)
    found.set(at, next)
    for (const index of next === undefined ? [] : (work.standing[next] ?? [])) helped.add(index)
  }
  return found
}

/** The numbers of a table with its sums (`withSums`), row by row, and its lines. */
export function sumsOf(table: readonly (readonly number[])[]): Sums {
  const height = table.length
  const width = table[0]?.length ?? 0
  const rows = table.map((_, row) => Array.from({ length: width }, (_cell, column) => row * width + column))
  const columns = Array.from({ length: width }, (_, column) =>
    table.map((_line, row) => row * width + column),
  )
  return { values: table.flat(), lines: [...(width > 1 ? rows : []), ...(height > 1 ? columns : [])] }
}

/** Whether a number was hidden before the table was looked at: its table above hides it. */
export type HiddenBefore = (row: number, column: number) => boolean

/** Says of each number of a table with its sums (`withSums`) whether it may be told. */
export function suppressed(
  table: readonly (readonly number[])[],
  before: HiddenBefore = () => false,
): Telling[][] {
  const width = table[0]?.length ?? 0
  const hidden = table.flatMap((line, row) =>
    line.flatMap((_, column) => (before(row, column) ? [row * width + column] : [])),
  )
  const told = atOnce(suppressing(sumsOf(table), { before: new Set(hidden) }))
  return table.map((_, row) => told.slice(row * width, (row + 1) * width))
}

/** Whether a share may be told: of ten people and more, and neither part of it only a few. */
export const isShareTold = (numerator: number, denominator: number): boolean =>
  denominator >= fewestBelowLine && !isFew(numerator) && !isFew(denominator - numerator)
