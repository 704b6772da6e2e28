import type { MarkKey, MeasureKey } from '../../../catalogue/figures/marks.ts'
import { maskOf, type Columns } from './columns.ts'
import {
  addBuckets,
  cells,
  chunk,
  pick,
  positionsBy,
  rows,
  scanOf,
  sizeOf,
  wordsOf,
  type Axes,
  type Scan,
  type Selection,
} from './scan.ts'

/** What is done with rows and the cells they fall into; only the first `count` of both. */
type Take = (rows: Int32Array, cells: Int32Array, count: number) => void

/** Hands on the first rows of `rows` with the cells they fall into. */
function takePicked(scan: Scan, picked: number, take: Take): void {
  cells.fill(0, 0, picked)
  const count = addBuckets(scan, scan.across, 1, addBuckets(scan, scan.down, scan.width, picked))
  if (count > 0) take(rows, cells, count)
}

// The panels of one page ask for the same few selections.
/** Rows that are kept of all selections together, four bytes each; selections; and counts. */
const mostKept = 10_000_000
const mostSelections = 200
const mostCounts = 2_000

/** Cached results of selections, valid until a person changes. */
interface TallyMemory {
  readonly changes: number
  readonly rows: Map<string, Int32Array>
  readonly counts: Map<string, number>
}
const keptOf = new WeakMap<Columns, TallyMemory>()

function kept(columns: Columns): TallyMemory {
  const known = keptOf.get(columns)
  if (known?.changes === columns.changes) return known
  const made = { changes: columns.changes, rows: new Map(), counts: new Map() }
  keptOf.set(columns, made)
  return made
}

const keyOf = ({ from, to, basis, marks, stage }: Selection): string =>
  JSON.stringify([from, to, basis, marks, stage])

/** How many rows a selection looks at. */
function lookedAt(columns: Columns, { from, to, basis }: Selection): number {
  if (basis === 'last') return columns.size
  const stretch = (columns.starts[to] ?? columns.sorted) - (columns.starts[from] ?? 0)
  return stretch + columns.size - columns.sorted + (basis === 'personnel' ? 0 : columns.elsewhere.length)
}

/** The rows of a selection, found once. */
function rowsOf(columns: Columns, selection: Selection, scan: Scan): Int32Array {
  const { rows: found } = kept(columns)
  const key = keyOf(selection)
  const known = found.get(key)
  if (known) return known
  const all = new Int32Array(lookedAt(columns, selection))
  let size = 0
  pick(columns, selection, scan, (count) => {
    all.set(rows.subarray(0, count), size)
    size += count
  })
  const made = all.slice(0, size)
  let total = size
  for (const one of found.values()) total += one.length
  for (const [oldest, { length }] of found) {
    if (total <= mostKept && found.size < mostSelections) break
    found.delete(oldest)
    total -= length
  }
  found.set(key, made)
  return made
}

/**
 * Goes over a selection, a few thousand rows at a time. The loops are plain and few: they run over a million
 * people for each panel.
 */
export function goOver(columns: Columns, selection: Selection, axes: Axes, take: Take): void {
  const scan = scanOf(columns, selection, axes)
  const found = rowsOf(columns, selection, scan)
  for (let start = 0; start < found.length; start += chunk) {
    const part = found.subarray(start, start + chunk)
    rows.set(part)
    takePicked(scan, part.length, take)
  }
}

/** Counts of one table, and the marks that its people bear beside those of the selection. */
interface TallyTask {
  readonly counts: Int32Array
  readonly need: Scan['need']
}

// Again one question for each loop: a question that is asked in vain costs as much as the counting.

function countAll({ counts }: TallyTask, into: Int32Array, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const cell = into[index] ?? 0
    counts[cell] = (counts[cell] ?? 0) + 1
  }
}

function countMarked(
  { counts, need: [one, other] }: TallyTask,
  words: Scan['words'],
  found: { readonly rows: Int32Array; readonly cells: Int32Array; readonly count: number },
): void {
  const [first, second] = words
  for (let index = 0; index < found.count; index += 1) {
    const row = found.rows[index] ?? 0
    const cell = found.cells[index] ?? 0
    const held = ((~(first[row] ?? 0) & one) | (~(second[row] ?? 0) & other)) === 0
    counts[cell] = (counts[cell] ?? 0) + (held ? 1 : 0)
  }
}

/**
 * How many people of a selection fall into each cell, row by row: all of them, and those who bear more marks
 * besides.
 */
export function tallies(
  columns: Columns,
  selection: Selection,
  axes: Axes & { readonly more: readonly (readonly MarkKey[])[] },
): Int32Array[] {
  const size = sizeOf(columns, axes.rows) * sizeOf(columns, axes.columns)
  const words = wordsOf(columns)
  const counted = axes.more.map((marks): TallyTask => {
    const [need = 0, needed = 0] = maskOf(marks)
    return { need: [need, needed], counts: new Int32Array(size) }
  })
  goOver(columns, selection, axes, (found, into, count) => {
    for (const one of counted) {
      if (size === 1 && one.need[0] === 0 && one.need[1] === 0) one.counts[0] = (one.counts[0] ?? 0) + count
      else if (one.need[0] === 0 && one.need[1] === 0) countAll(one, into, count)
      else countMarked(one, words, { rows: found, cells: into, count })
    }
  })
  return counted.map(({ counts }) => counts)
}

/** How many people of a selection fall into each cell, row by row. */
export const tally = (columns: Columns, selection: Selection, axes: Axes): Int32Array =>
  tallies(columns, selection, { rows: axes.rows, columns: axes.columns, more: [[]] })[0] ?? new Int32Array(0)

const everybody = { rows: { of: 'all' }, columns: { of: 'all' } } as const

/**
 * How many people of a selection bear each of the sets of marks; of one selection every set is counted once.
 */
export function countsOf(
  columns: Columns,
  selection: Selection,
  more: readonly (readonly MarkKey[])[],
): number[] {
  const { counts } = kept(columns)
  const keyWith = (marks: readonly MarkKey[] = []) => `${keyOf(selection)}${marks.join()}`
  const missing = more.filter((marks) => !counts.has(keyWith(marks)))
  if (missing.length > 0) {
    if (counts.size > mostCounts) counts.clear()
    tallies(columns, selection, { ...everybody, more: missing }).forEach((found, index) =>
      counts.set(keyWith(missing[index]), found[0] ?? 0),
    )
  }
  return more.map((marks) => counts.get(keyWith(marks)) ?? 0)
}

/** The sum of a number over each cell; people of whom it is unknown add nothing. */
export function total(
  columns: Columns,
  selection: Selection,
  axes: Axes & { readonly of: MeasureKey },
): Float64Array {
  const sums = new Float64Array(sizeOf(columns, axes.rows) * sizeOf(columns, axes.columns))
  const numbers = columns.numbers[axes.of]
  goOver(columns, selection, axes, (found, into, count) => {
    for (let index = 0; index < count; index += 1) {
      const value = numbers[found[index] ?? 0] ?? Number.NaN
      const cell = into[index] ?? 0
      if (!Number.isNaN(value)) sums[cell] = (sums[cell] ?? 0) + value
    }
  })
  return sums
}

/** The rows of the people in one cell, by place and number. */
export function rowsIn(
  columns: Columns,
  selection: Selection,
  axes: Axes & { readonly cell: number | 'any' },
): number[] {
  const list: number[] = []
  goOver(columns, selection, axes, (found, into, count) => {
    for (let index = 0; index < count; index += 1)
      if (axes.cell === 'any' || into[index] === axes.cell) list.push(found[index] ?? 0)
  })
  const at = positionsBy(columns, selection.basis)
  return list.sort(
    (a, b) => (at[a] ?? 0) - (at[b] ?? 0) || (columns.teacher[a] ?? 0) - (columns.teacher[b] ?? 0),
  )
}
