import type { Basis } from '../../../catalogue/contract/analysis/figures.ts'
import type { DimensionKey } from '../../../catalogue/figures/dimensions.ts'
import type { MarkKey, MeasureKey } from '../../../catalogue/figures/marks.ts'
import { maskOf, type Columns } from './columns.ts'

/** What rows or columns of a table are: one of all, a dimension, or a number for every position of the tree. */
export type Axis =
  | { readonly of: 'all' }
  | { readonly of: 'dimension'; readonly key: DimensionKey }
  | { readonly of: 'place'; readonly buckets: Int32Array; readonly size: number }

/** Whom a pass looks at: those of a range of positions by one basis, who bear all marks and fall into one stage. */
export interface Selection {
  readonly from: number
  readonly to: number
  /** `last`: whoever left, by the institution that kept the personnel file last. */
  readonly basis: Basis | 'last'
  readonly marks: readonly MarkKey[]
  readonly stage?: number | undefined
}

/** How many buckets an axis has. */
export function sizeOf(columns: Columns, axis: Axis): number {
  if (axis.of === 'all') return 1
  return axis.of === 'place' ? axis.size : columns.buckets[axis.key].keys.length
}

interface Axes {
  readonly rows: Axis
  readonly columns: Axis
}

/** Where the bucket of a row is read: from the row, from its place, or nowhere where there is one bucket only. */
interface Lookup {
  readonly codes: Uint8Array | null
  readonly places: Int32Array | null
}

function lookupOf(columns: Columns, axis: Axis): Lookup {
  return {
    codes: axis.of === 'dimension' ? columns.codes[axis.key] : null,
    places: axis.of === 'place' ? axis.buckets : null,
  }
}

/** The words of the rows, of which the second may be missing. */
function wordsOf({ words }: Columns): readonly [Int32Array, Int32Array] {
  const [first = new Int32Array(0), second = first] = words
  return [first, second]
}

const positionsBy = ({ taught, place, last }: Columns, basis: Selection['basis']): Int32Array =>
  basis === 'personnel' ? place : basis === 'teaching' ? taught : last

/** A selection with everything that the loop over it reads. */
interface Scan {
  readonly at: Int32Array
  readonly from: number
  readonly to: number
  readonly words: readonly [Int32Array, Int32Array]
  readonly need: readonly [number, number]
  readonly stages: Uint8Array
  /** -1 for all stages. */
  readonly stage: number
  readonly down: Lookup
  readonly across: Lookup
  readonly width: number
}

function scanOf(columns: Columns, { from, to, basis, marks, stage = -1 }: Selection, axes: Axes): Scan {
  const [need = 0, needed = 0] = maskOf(marks)
  return {
    at: positionsBy(columns, basis),
    from,
    to,
    words: wordsOf(columns),
    need: [need, needed],
    stages: columns.codes.stage,
    stage,
    down: lookupOf(columns, axes.rows),
    across: lookupOf(columns, axes.columns),
    width: sizeOf(columns, axes.columns),
  }
}

/** Rows that are looked at in one go. */
const chunk = 4096
const cells = new Int32Array(chunk)
const rows = new Int32Array(chunk)

/** What is done with rows and the cells they fall into; only the first `count` of both. */
type Take = (rows: Int32Array, cells: Int32Array, count: number) => void

// Each of these goes over a few thousand rows with one question and no call: a million rows pass them for each panel.

/** Keeps in `rows` those from `start` on that bear the marks; answers how many. */
function pickMarked({ words, need }: Scan, start: number, stop: number): number {
  const [first, second] = words
  const [one, other] = need
  let count = 0
  for (let row = start; row < stop; row += 1) {
    rows[count] = row
    count += ((~(first[row] ?? 0) & one) | (~(second[row] ?? 0) & other)) === 0 ? 1 : 0
  }
  return count
}

/** Keeps those of the first `count` rows that stand in the stretch of places, and in the stage if one is asked for. */
function pickPlaced({ at, from, to, stages, stage }: Scan, count: number): number {
  const size = to - from
  let kept = 0
  for (let index = 0; index < count; index += 1) {
    const row = rows[index] ?? 0
    rows[kept] = row
    // Whoever stands nowhere has -1, which is a large number without a sign.
    kept += ((at[row] ?? -1) - from) >>> 0 < size ? 1 : 0
  }
  if (stage < 0) return kept
  let taught = 0
  for (let index = 0; index < kept; index += 1) {
    const row = rows[index] ?? 0
    rows[taught] = row
    taught += stages[row] === stage ? 1 : 0
  }
  return taught
}

/** Adds the buckets of one axis, times a factor, to the cells of the first rows; drops rows whose place has none. */
function addBuckets({ at }: Scan, { codes, places }: Lookup, factor: number, count: number): number {
  if (codes !== null) {
    for (let index = 0; index < count; index += 1)
      cells[index] = (cells[index] ?? 0) + (codes[rows[index] ?? 0] ?? 0) * factor
    return count
  }
  if (places === null) return count
  let kept = 0
  for (let index = 0; index < count; index += 1) {
    const row = rows[index] ?? 0
    const bucket = places[at[row] ?? -1] ?? -1
    rows[kept] = row
    cells[kept] = (cells[index] ?? 0) + bucket * factor
    kept += bucket < 0 ? 0 : 1
  }
  return kept
}

function scanStretch(scan: Scan, begin: number, end: number, take: Take): void {
  for (let start = begin; start < end; start += chunk) {
    const picked = pickPlaced(scan, pickMarked(scan, start, Math.min(end, start + chunk)))
    cells.fill(0, 0, picked)
    const count = addBuckets(scan, scan.across, 1, addBuckets(scan, scan.down, scan.width, picked))
    if (count > 0) take(rows, cells, count)
  }
}

/**
 * Goes over a selection: a stretch of the sorted rows, who changed since, and who teaches here and stands elsewhere. The loops
 * are plain and few: they run over a million people for each panel.
 */
function goOver(columns: Columns, selection: Selection, axes: Axes, take: Take): void {
  const scan = scanOf(columns, selection, axes)
  if (selection.basis === 'last') return scanStretch(scan, 0, columns.size, take)
  const begin = columns.starts[selection.from] ?? 0
  const end = columns.starts[selection.to] ?? columns.sorted
  scanStretch(scan, begin, end, take)
  scanStretch(scan, columns.sorted, columns.size, take)
  if (selection.basis === 'personnel') return
  for (const row of columns.elsewhere) if (row < begin || row >= end) scanStretch(scan, row, row + 1, take)
}

/** How many people of a selection fall into each cell, row by row: all of them, and those who bear more marks besides. */
export function tallies(
  columns: Columns,
  selection: Selection,
  axes: Axes & { readonly more: readonly (readonly MarkKey[])[] },
): Int32Array[] {
  const size = sizeOf(columns, axes.rows) * sizeOf(columns, axes.columns)
  const [first, second] = wordsOf(columns)
  const counted = axes.more.map((marks) => {
    const [need = 0, needed = 0] = maskOf(marks)
    return { need, needed, counts: new Int32Array(size) }
  })
  goOver(columns, selection, axes, (found, into, count) => {
    for (const { need, needed, counts } of counted)
      for (let index = 0; index < count; index += 1) {
        const row = found[index] ?? 0
        if (((first[row] ?? 0) & need) !== need || ((second[row] ?? 0) & needed) !== needed) continue
        const cell = into[index] ?? 0
        counts[cell] = (counts[cell] ?? 0) + 1
      }
  })
  return counted.map(({ counts }) => counts)
}

/** How many people of a selection fall into each cell, row by row. */
export const tally = (columns: Columns, selection: Selection, axes: Axes): Int32Array =>
  tallies(columns, selection, { rows: axes.rows, columns: axes.columns, more: [[]] })[0] ?? new Int32Array(0)

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
