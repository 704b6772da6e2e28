import type { Moment, Person } from '../../../catalogue/figures/attributes.ts'
import {
  dimensionKeys,
  dimensions,
  leftYear,
  type DimensionKey,
} from '../../../catalogue/figures/dimensions.ts'
import {
  markKeys,
  marks,
  measureKeys,
  measures,
  type MarkKey,
  type MeasureKey,
  type MarkSurroundings,
} from '../../../catalogue/figures/marks.ts'
import type { Tree } from './places.ts'

const wordCount = Math.ceil(markKeys.length / 32)
const markIndex = new Map(markKeys.map((key, index) => [key, index]))

/** The bits of some marks, a word for each 32 of them. */
export function maskOf(keys: readonly MarkKey[]): number[] {
  const words = Array.from({ length: wordCount }, () => 0)
  for (const key of keys) {
    const index = markIndex.get(key) ?? 0
    words[index >>> 5] = (words[index >>> 5] ?? 0) | (1 << (index & 31))
  }
  return words
}

/** The buckets of a dimension by their keys; the last number is who did not say. */
export interface Buckets {
  readonly keys: readonly string[]
  readonly labels: readonly string[]
  readonly byKey: ReadonlyMap<string, number>
}

export function bucketsOf(key: DimensionKey, moment: Moment): Buckets {
  const { buckets, none } = dimensions[key]
  const all = [...buckets(moment), { key: 'none', label: none }]
  return {
    keys: all.map((one) => one.key),
    labels: all.map(({ label }) => label),
    byKey: new Map(all.map((one, index) => [one.key, index])),
  }
}

/**
 * People as columns of numbers, some sixty bytes each: what is asked of everybody (marks, buckets, measures)
 * is worked out once, when a person comes in, so that a figure is a pass over numbers (docs/decisions/0064).
 * Rows up to `sorted` stand in the order of the places; who changed since stands behind.
 */
export interface Columns {
  size: number
  sorted: number
  /** Grows with every row that is written, taken out or moved. */
  changes: number
  readonly moment: Moment
  readonly buckets: Readonly<Record<DimensionKey, Buckets>>
  teacher: Int32Array
  /** Positions in the tree, by personnel and by teaching; -1 for none, or for a row that was replaced. */
  place: Int32Array
  taught: Int32Array
  /**
   * Positions where the personnel file was on the day before the school year began, and where it was last;
   * else -1.
   */
  home: Int32Array
  last: Int32Array
  readonly words: Int32Array[]
  readonly codes: Record<DimensionKey, Uint8Array>
  readonly numbers: Record<MeasureKey, Float32Array>
  /** First row of each position among the sorted ones. */
  starts: Int32Array
  /** Sorted rows of people who teach elsewhere. */
  elsewhere: Int32Array
  /** Sorted rows of people who belonged elsewhere, or nowhere, before the school year began. */
  moved: Int32Array
}

const recordOf = <K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> => {
  const made: Partial<Record<K, V>> = {}
  for (const key of keys) made[key] = of(key)
  return made as Record<K, V>
}

export function createColumns(moment: Moment, capacity: number): Columns {
  const room = Math.max(16, capacity)
  return {
    size: 0,
    sorted: 0,
    changes: 0,
    moment,
    buckets: recordOf(dimensionKeys, (key) => bucketsOf(key, moment)),
    teacher: new Int32Array(room),
    place: new Int32Array(room),
    taught: new Int32Array(room),
    home: new Int32Array(room),
    last: new Int32Array(room),
    words: Array.from({ length: wordCount }, () => new Int32Array(room)),
    codes: recordOf(dimensionKeys, () => new Uint8Array(room)),
    numbers: recordOf(measureKeys, () => new Float32Array(room)),
    starts: new Int32Array(1),
    elsewhere: new Int32Array(0),
    moved: new Int32Array(0),
  }
}

function grown<T extends Int32Array | Uint8Array | Float32Array>(array: T, make: new (size: number) => T): T {
  const wider = new make(array.length * 2)
  wider.set(array)
  return wider
}

function grow(columns: Columns): void {
  columns.teacher = grown(columns.teacher, Int32Array)
  columns.place = grown(columns.place, Int32Array)
  columns.taught = grown(columns.taught, Int32Array)
  columns.home = grown(columns.home, Int32Array)
  columns.last = grown(columns.last, Int32Array)
  columns.words.forEach((word, index) => (columns.words[index] = grown(word, Int32Array)))
  for (const key of dimensionKeys) columns.codes[key] = grown(columns.codes[key], Uint8Array)
  for (const key of measureKeys) columns.numbers[key] = grown(columns.numbers[key], Float32Array)
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text))

/** Writes a person into a row. */
function write(columns: Columns, tree: Tree, row: number, person: Person): void {
  const seen: MarkSurroundings = { moment: columns.moment, place: tree.placeOf }
  columns.changes += 1
  columns.teacher[row] = person.teacherId
  columns.place[row] = tree.positionOf(person.placeId)
  columns.taught[row] = tree.positionOf(person.taughtId)
  columns.home[row] = tree.positionOf(numberOf(person.homeId))
  columns.last[row] = leftYear(person, seen) === null ? -1 : tree.positionOf(numberOf(person.lastId))
  const held = markKeys.filter((key) => marks[key](person, seen))
  maskOf(held).forEach((word, index) => {
    const own = columns.words[index]
    if (own) own[row] = word
  })
  for (const key of dimensionKeys) {
    const { byKey, keys } = columns.buckets[key]
    const value = dimensions[key].of(person, seen)
    columns.codes[key][row] = (value === null ? undefined : byKey.get(value)) ?? keys.length - 1
  }
  for (const key of measureKeys) columns.numbers[key][row] = measures[key](person, seen) ?? Number.NaN
}

/** Adds a person behind the others. */
export function append(columns: Columns, tree: Tree, person: Person): void {
  if (columns.size === columns.teacher.length) grow(columns)
  write(columns, tree, columns.size, person)
  columns.size += 1
}

/** Takes a row out of every figure. */
export function drop(columns: Columns, row: number): void {
  columns.changes += 1
  columns.place[row] = -1
  columns.taught[row] = -1
  columns.home[row] = -1
  columns.last[row] = -1
}

/** Writes a person into the own row where the places are the same; answers whether it was. */
export function replace(columns: Columns, tree: Tree, row: number, person: Person): boolean {
  const same =
    columns.place[row] === tree.positionOf(person.placeId) &&
    columns.taught[row] === tree.positionOf(person.taughtId) &&
    columns.home[row] === tree.positionOf(numberOf(person.homeId))
  if (same) write(columns, tree, row, person)
  return same
}

function permuted<T extends Int32Array | Uint8Array | Float32Array>(
  array: T,
  order: Int32Array,
  make: new (size: number) => T,
): T {
  const moved = new make(Math.max(16, Math.ceil(order.length * 1.05)))
  for (let row = 0; row < order.length; row += 1) moved[row] = array[order[row] ?? 0] ?? 0
  return moved
}

/**
 * Rows that stand somewhere, in the order of places; a counting sort. Who teaches only, or has left, comes
 * last.
 */
function orderOf(
  { size, place, taught, home, last }: Columns,
  positions: number,
): { order: Int32Array; starts: Int32Array } {
  const slotOf = (row: number): number => {
    const at = place[row] ?? -1
    if (at >= 0) return at
    return Math.max(taught[row] ?? -1, home[row] ?? -1, last[row] ?? -1) < 0 ? -1 : positions
  }
  const starts = new Int32Array(positions + 2)
  for (let row = 0; row < size; row += 1) {
    const slot = slotOf(row) + 1
    if (slot > 0) starts[slot] = (starts[slot] ?? 0) + 1
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  const order = new Int32Array(starts[positions + 1] ?? 0)
  const next = Int32Array.from(starts)
  for (let row = 0; row < size; row += 1) {
    const slot = slotOf(row)
    if (slot < 0) continue
    const to = next[slot] ?? 0
    order[to] = row
    next[slot] = to + 1
  }
  return { order, starts }
}

/**
 * Moves everybody from the places of one tree to those of another one; the rows have to be sorted afterwards.
 */
export function moveToTree(columns: Columns, before: Tree, now: Tree): void {
  const positions = Int32Array.from(before.places, ({ id }) => now.positionOf(id))
  columns.changes += 1
  const moved = (at: number | undefined) => (at === undefined || at < 0 ? -1 : (positions[at] ?? -1))
  for (let row = 0; row < columns.size; row += 1) {
    columns.place[row] = moved(columns.place[row])
    columns.taught[row] = moved(columns.taught[row])
    columns.home[row] = moved(columns.home[row])
    columns.last[row] = moved(columns.last[row])
  }
}

/** Puts all rows into the order of places, leaving out those that were replaced. */
export function sortColumns(columns: Columns, positions: number): void {
  const { order, starts } = orderOf(columns, positions)
  columns.changes += 1
  columns.teacher = permuted(columns.teacher, order, Int32Array)
  columns.place = permuted(columns.place, order, Int32Array)
  columns.taught = permuted(columns.taught, order, Int32Array)
  columns.home = permuted(columns.home, order, Int32Array)
  columns.last = permuted(columns.last, order, Int32Array)
  columns.words.forEach((word, index) => (columns.words[index] = permuted(word, order, Int32Array)))
  for (const key of dimensionKeys) columns.codes[key] = permuted(columns.codes[key], order, Uint8Array)
  for (const key of measureKeys) columns.numbers[key] = permuted(columns.numbers[key], order, Float32Array)
  columns.size = order.length
  columns.sorted = order.length
  columns.starts = starts
  const elsewhere: number[] = []
  for (let row = 0; row < columns.size; row += 1)
    if (columns.place[row] !== columns.taught[row]) elsewhere.push(row)
  columns.elsewhere = Int32Array.from(elsewhere)
  const moved: number[] = []
  for (let row = 0; row < columns.size; row += 1)
    if (columns.place[row] !== columns.home[row]) moved.push(row)
  columns.moved = Int32Array.from(moved)
}
