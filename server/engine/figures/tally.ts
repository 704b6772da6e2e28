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
  readonly basis: Basis
  readonly marks: readonly MarkKey[]
  readonly stage?: number | undefined
}

/** The bucket of a row that stands at a place; -1 for none. */
type Bucket = (row: number, place: number) => number

function bucketOf(columns: Columns, axis: Axis): Bucket {
  if (axis.of === 'all') return () => 0
  if (axis.of === 'place') return (_row, place) => axis.buckets[place] ?? -1
  const codes = columns.codes[axis.key]
  return (row) => codes[row] ?? -1
}

/** How many buckets an axis has. */
export function sizeOf(columns: Columns, axis: Axis): number {
  if (axis.of === 'all') return 1
  return axis.of === 'place' ? axis.size : columns.buckets[axis.key].keys.length
}

/** The place at which a row is counted in a selection; -1 where it is not. */
function placeIn(columns: Columns, { from, to, basis, marks, stage }: Selection): (row: number) => number {
  const at = basis === 'teaching' ? columns.taught : columns.place
  const [first = new Int32Array(0), second = first] = columns.words
  const [need = 0, needed = 0] = maskOf(marks)
  const stages = columns.codes.stage
  return (row) => {
    const place = at[row] ?? -1
    if (place < from || place >= to) return -1
    if (((first[row] ?? 0) & need) !== need || ((second[row] ?? 0) & needed) !== needed) return -1
    return stage === undefined || stages[row] === stage ? place : -1
  }
}

interface Axes {
  readonly rows: Axis
  readonly columns: Axis
}

/**
 * Goes over a selection and hands over each person who is in it with the number of the cell. A stretch of the sorted rows is
 * looked at, those who teach elsewhere, and those who changed since.
 */
export function visit(
  columns: Columns,
  selection: Selection,
  axes: Axes,
  each: (row: number, cell: number) => void,
): void {
  const width = sizeOf(columns, axes.columns)
  const [down, across] = [bucketOf(columns, axes.rows), bucketOf(columns, axes.columns)]
  const placeOf = placeIn(columns, selection)
  const look = (row: number): void => {
    const place = placeOf(row)
    if (place < 0) return
    const r = down(row, place)
    const c = across(row, place)
    if (r >= 0 && c >= 0) each(row, r * width + c)
  }
  const begin = columns.starts[selection.from] ?? 0
  const end = columns.starts[selection.to] ?? columns.sorted
  for (let row = begin; row < end; row += 1) look(row)
  for (let row = columns.sorted; row < columns.size; row += 1) look(row)
  if (selection.basis === 'personnel') return
  for (const row of columns.elsewhere) if (row < begin || row >= end) look(row)
}

/** How many people of a selection fall into each cell, row by row. */
export function tally(columns: Columns, selection: Selection, axes: Axes): Int32Array {
  const counts = new Int32Array(sizeOf(columns, axes.rows) * sizeOf(columns, axes.columns))
  visit(columns, selection, axes, (_row, cell) => {
    counts[cell] = (counts[cell] ?? 0) + 1
  })
  return counts
}

/** The sum of a number over each cell; people of whom it is unknown add nothing. */
export function total(
  columns: Columns,
  selection: Selection,
  axes: Axes & { readonly of: MeasureKey },
): Float64Array {
  const sums = new Float64Array(sizeOf(columns, axes.rows) * sizeOf(columns, axes.columns))
  const numbers = columns.numbers[axes.of]
  visit(columns, selection, axes, (row, cell) => {
    const value = numbers[row] ?? Number.NaN
    if (!Number.isNaN(value)) sums[cell] = (sums[cell] ?? 0) + value
  })
  return sums
}

/** The rows of the people in one cell, by place and number. */
export function rowsIn(
  columns: Columns,
  selection: Selection,
  axes: Axes & { readonly cell: number | 'any' },
): number[] {
  const found: number[] = []
  visit(columns, selection, axes, (row, cell) => {
    if (axes.cell === 'any' || cell === axes.cell) found.push(row)
  })
  const at = selection.basis === 'teaching' ? columns.taught : columns.place
  return found.sort(
    (a, b) => (at[a] ?? 0) - (at[b] ?? 0) || (columns.teacher[a] ?? 0) - (columns.teacher[b] ?? 0),
  )
}
