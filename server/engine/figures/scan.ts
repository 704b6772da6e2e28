import type { Basis } from '../../../catalogue/contract/analysis/figures.ts'
import type { DimensionKey } from '../../../catalogue/figures/dimensions.ts'
import type { MarkKey } from '../../../catalogue/figures/marks.ts'
import { maskOf, type Columns } from './columns.ts'

/**
 * What rows or columns of a table are: one of all, a dimension, or a number for every position of the tree.
 */
export type Axis =
  | { readonly of: 'all' }
  | { readonly of: 'dimension'; readonly key: DimensionKey }
  | { readonly of: 'place'; readonly buckets: Int32Array; readonly size: number }

/**
 * Whom a pass looks at: those of a range of positions by one basis, who bear all marks and fall into one
 * stage.
 */
export interface Selection {
  readonly from: number
  readonly to: number
  /** `last`: people who left, at the institution that kept their personnel file last. */
  readonly basis: Basis | 'last'
  readonly marks: readonly MarkKey[]
  readonly stage?: number | undefined
}

/** How many buckets an axis has. */
export function sizeOf(columns: Columns, axis: Axis): number {
  if (axis.of === 'all') return 1
  return axis.of === 'place' ? axis.size : columns.buckets[axis.key].keys.length
}

export interface Axes {
  readonly rows: Axis
  readonly columns: Axis
}

/**
 * Where the bucket of a row is read: from the row, from its place, or nowhere where there is one bucket only.
 */
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
export function wordsOf({ words }: Columns): readonly [Int32Array, Int32Array] {
  const [first = new Int32Array(0), second = first] = words
  return [first, second]
}

export const positionsBy = ({ taught, place, last }: Columns, basis: Selection['basis']): Int32Array =>
  basis === 'personnel' ? place : basis === 'teaching' ? taught : last

/** A selection with everything that the loop over it reads. */
export interface Scan {
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

export function scanOf(
  columns: Columns,
  { from, to, basis, marks, stage = -1 }: Selection,
  axes: Axes,
): Scan {
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
export const chunk = 4096
export const cells = new Int32Array(chunk)
export const rows = new Int32Array(chunk)

// Each of these goes over a few thousand rows with one question and no call: a million rows pass them for
// each panel.

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

/**
 * Keeps those of the first `count` rows that stand in the stretch of places, and in the stage if one is asked
 * for.
 */
function pickPlaced({ at, from, to, stages, stage }: Scan, count: number): number {
  const size = to - from
  let kept = 0
  for (let index = 0; index < count; index += 1) {
    const row = rows[index] ?? 0
    rows[kept] = row
    // A person without an institution has -1, which is a large number when read unsigned.
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

/**
 * Adds the buckets of one axis, times a factor, to the cells of the first rows; drops rows whose place has
 * none.
 */
export function addBuckets({ at }: Scan, { codes, places }: Lookup, factor: number, count: number): number {
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

/** Leaves in `rows` whom the selection takes of a stretch, a few thousand rows at a time. */
function pickStretch(scan: Scan, begin: number, end: number, picked: (count: number) => void): void {
  for (let start = begin; start < end; start += chunk)
    picked(pickPlaced(scan, pickMarked(scan, start, Math.min(end, start + chunk))))
}

/** A stretch of the sorted rows, who changed since, and who teaches here and stands elsewhere. */
export function pick(
  columns: Columns,
  selection: Selection,
  scan: Scan,
  picked: (count: number) => void,
): void {
  if (selection.basis === 'last') return pickStretch(scan, 0, columns.size, picked)
  const begin = columns.starts[selection.from] ?? 0
  const end = columns.starts[selection.to] ?? columns.sorted
  pickStretch(scan, begin, end, picked)
  pickStretch(scan, columns.sorted, columns.size, picked)
  if (selection.basis === 'personnel') return
  for (const row of columns.elsewhere) if (row < begin || row >= end) pickStretch(scan, row, row + 1, picked)
}
