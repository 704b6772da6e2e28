/**
 * Cells of few people are hidden from views without a login and across regions (figures.md, 1.5): a pure function over a table of
 * numbers of people, so that each board and each public page uses the same.
 */

/** Fewer people than this, and at least one, are not told. */
export const fewest = 5
/** Shares of fewer people than this are not told. */
export const fewestBelowLine = 10

/** What becomes of a number: told, told as `<5`, or hidden so that others cannot be worked out. */
export type Telling = 'told' | 'few' | 'hidden'

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

/** What a reader can still believe a number to be. */
interface Belief {
  least: number
  most: number
}

/** Numbers of which the last is the sum of the others. */
type Line = readonly { readonly row: number; readonly column: number }[]

function linesOf(table: readonly (readonly number[])[]): Line[] {
  const height = table.length
  const width = table[0]?.length ?? 0
  const rows = table.map((line, row) => line.map((_, column) => ({ row, column })))
  const columns = Array.from({ length: width }, (_, column) => table.map((_line, row) => ({ row, column })))
  return [...(width > 1 ? rows : []), ...(height > 1 ? columns : [])]
}

function beliefOf(value: number, telling: Telling): Belief {
  if (telling === 'told') return { least: value, most: value }
  return telling === 'few' ? { least: 1, most: fewest - 1 } : { least: 0, most: Infinity }
}

/** Narrows what is believed of one line by its sum; answers whether anything became narrower. */
function narrow(line: readonly Belief[]): boolean {
  const parts = line.slice(0, -1)
  const whole = line.at(-1)
  if (!whole || parts.length === 0) return false
  let moved = false
  const tighten = (belief: Belief, least: number, most: number) => {
    if (least > belief.least) [belief.least, moved] = [least, true]
    if (most < belief.most) [belief.most, moved] = [most, true]
  }
  tighten(whole, sumOf(parts.map(({ least }) => least)), sumOf(parts.map(({ most }) => most)))
  const least = sumOf(parts.map((part) => part.least))
  const bounded = sumOf(parts.map(({ most }) => (most === Infinity ? 0 : most)))
  const unbounded = parts.filter(({ most }) => most === Infinity).length
  for (const part of parts) {
    // What the others are together, at least and at most: sums once for the line, each part taken out of them.
    const isOpen = part.most === Infinity
    const othersMost = unbounded > (isOpen ? 1 : 0) ? Infinity : bounded - (isOpen ? 0 : part.most)
    const othersLeast = least - part.least
    tighten(part, whole.least - othersMost, whole.most - othersLeast)
  }
  return moved
}

/** What somebody with a pencil works out of a table from what it tells. */
export function workedOut(
  table: readonly (readonly number[])[],
  told: readonly (readonly Telling[])[],
): readonly (readonly Readonly<Belief>[])[] {
  const beliefs = table.map((line, row) =>
    line.map((value, column) => beliefOf(value, told[row]?.[column] ?? 'told')),
  )
  const lines = linesOf(table).map((line) => line.flatMap(({ row, column }) => beliefs[row]?.[column] ?? []))
  // Every round makes something narrower within what people count; a few rounds are enough for any page.
  for (let round = 0; round < 200; round += 1) if (!lines.map(narrow).some(Boolean)) break
  return beliefs
}

interface Place {
  readonly row: number
  readonly column: number
}

/** A table while it is being suppressed. */
interface Work {
  readonly table: readonly (readonly number[])[]
  readonly told: readonly Telling[][]
  readonly lines: readonly Line[]
  readonly beliefs: readonly (readonly Readonly<Belief>[])[]
}

const isSame = (a: Place, b: Place): boolean => a.row === b.row && a.column === b.column
const isTold = ({ told }: Work, { row, column }: Place): boolean => told[row]?.[column] === 'told'

function isKnown({ beliefs }: Work, { row, column }: Place): boolean {
  const belief = beliefs[row]?.[column]
  return belief !== undefined && belief.least === belief.most
}

/** The smallest number of a line that is told; a nought or a sum last of all. */
function smallestOf(work: Work, line: Line): Place | undefined {
  const costOf = ({ row, column }: Place, index: number) => {
    const value = work.table[row]?.[column] ?? 0
    return (index === line.length - 1 ? 1e12 : 0) + (value === 0 ? 1e9 : value)
  }
  return line
    .map((at, index) => ({ at, cost: costOf(at, index) }))
    .filter(({ at }) => isTold(work, at))
    .toSorted((a, b) => a.cost - b.cost)[0]?.at
}

/** Sums of fewer than five that have as many parts as people: `<5` would say that each part is one. */
const forcedSums = (table: readonly (readonly number[])[], lines: readonly Line[]): Line =>
  lines.flatMap((line) => {
    const values = line.map(({ row, column }) => table[row]?.[column] ?? 0)
    const [whole, sum] = [line.at(-1), values.at(-1) ?? 0]
    return whole && isFew(sum) && sum > 1 && values.slice(0, -1).filter(isFew).length === sum ? [whole] : []
  })

/**
 * The number to be hidden so that another one is not given away any more. Where the line that gives it away has a hidden number
 * already, that one is known from its other line, and the companion is looked for there: hiding more of the first line would
 * not help.
 */
function companionOf(work: Work, given: Place, tried: Set<Line>): Place | undefined {
  for (const line of work.lines) {
    const others = line.filter((at) => !isSame(at, given))
    if (others.length === line.length || tried.has(line) || !others.every((at) => isKnown(work, at))) continue
    tried.add(line)
    const hidden = others.filter((at) => !isTold(work, at))
    for (const at of hidden) {
      const found = companionOf(work, at, tried)
      if (found) return found
    }
    const smallest = smallestOf(work, line)
    if (smallest) return smallest
  }
  return undefined
}

/** Whether a number was hidden before the table was looked at: its table above hides it. */
export type HiddenBefore = (row: number, column: number) => boolean
const none: HiddenBefore = () => false

/**
 * Says of each number of a table with its sums (`withSums`) whether it may be told. One to four people are `<5`; where the rest
 * would give such a number away, the next smallest of its row or column is hidden, until nothing does.
 * @param before numbers that another table hides: they are hidden here, too, and not given away
 */
export function suppressed(table: readonly (readonly number[])[], before: HiddenBefore = none): Telling[][] {
  const told = table.map((line, row) =>
    line.map((value, column): Telling => (isFew(value) ? 'few' : before(row, column) ? 'hidden' : 'told')),
  )
  const places = table.flatMap((line, row) => line.map((_, column) => ({ row, column })))
  const kept = places.filter(({ row, column }) => told[row]?.[column] !== 'told')
  const lines = linesOf(table)
  for (const { row, column } of forcedSums(table, lines)) {
    const line = told[row]
    if (line) line[column] = 'hidden'
  }
  for (let step = 0; step < places.length; step += 1) {
    const work: Work = { table, told, lines, beliefs: workedOut(table, told) }
    const given = kept.find((at) => isKnown(work, at))
    if (!given) return told
    const found =
      companionOf(work, given, new Set()) ?? lines.flatMap((line) => smallestOf(work, line) ?? [])[0]
    const line = found && told[found.row]
    if (!found || !line) return told
    line[found.column] = 'hidden'
  }
  return told
}

/** Whether a share may be told: of ten people and more, and neither part of it only a few. */
export const isShareTold = (numerator: number, denominator: number): boolean =>
  denominator >= fewestBelowLine && !isFew(numerator) && !isFew(denominator - numerator)
