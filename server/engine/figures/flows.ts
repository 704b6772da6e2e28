import { maskOf, type Columns } from './columns.ts'
import type { MarkKey } from '../../../catalogue/figures/marks.ts'

/** Places that people are counted by: a bucket for every position of the tree, -1 outside. */
export interface FlowRows {
  readonly buckets: Int32Array
  readonly size: number
}

export interface FlowAsked {
  /** Marks of who came, and of who was there before. */
  readonly now: readonly MarkKey[]
  readonly earlier: readonly MarkKey[]
  /** Leavers among the people of the first day, by the reasons that a figure distinguishes. */
  readonly gone: readonly MarkKey[]
  /**
   * Whether those who were there before are counted, too: most of them stayed, and that is a pass over
   * everybody.
   */
  readonly withBefore: boolean
}

/**
 * Numbers of people by the buckets; the last number is that of all of them, within which moves do not count.
 */
export interface Flows {
  readonly came: Int32Array
  readonly left: Int32Array
  readonly gone: Int32Array
  readonly before: Int32Array
}

type FlowDirection = 'came' | 'left' | 'gone' | 'before'

const bears = ({ words }: Columns, marks: readonly MarkKey[]) => {
  const need = maskOf(marks)
  return (row: number): boolean =>
    words.every((word, index) => (~(word[row] ?? 0) & (need[index] ?? 0)) === 0)
}

/** The buckets into which a move counts: that of the place, and that of all where it crosses their edge. */
const counted = (bucket: number, other: number, size: number): readonly number[] =>
  bucket < 0 || bucket === other ? [] : other < 0 ? [bucket, size] : [bucket]

/** Rows of people who moved. Rows behind the sorted part have not been classified yet. */
function* moving({ moved, sorted, size }: Columns): Generator<number> {
  yield* moved
  for (let row = sorted; row < size; row += 1) yield row
}

/** Goes over everybody who came or left, and says for each bucket in which of the numbers they stand. */
function goOverMoves(
  columns: Columns,
  { buckets, size }: FlowRows,
  asked: FlowAsked,
  take: (told: FlowDirection, bucket: number, row: number) => void,
): void {
  const { place, home } = columns
  const isNow = bears(columns, asked.now)
  const wasEarlier = bears(columns, asked.earlier)
  const isGone = bears(columns, asked.gone)
  for (const row of moving(columns)) {
    const from = buckets[home[row] ?? -1] ?? -1
    const to = buckets[place[row] ?? -1] ?? -1
    const came = counted(to, from, size)
    if (came.length > 0 && isNow(row)) for (const bucket of came) take('came', bucket, row)
    if (from < 0 || !wasEarlier(row)) continue
    for (const bucket of [from, size]) take('before', bucket, row)
    for (const bucket of counted(from, to, size)) {
      take('left', bucket, row)
      if (isGone(row)) take('gone', bucket, row)
    }
  }
}

/** Goes over the sorted rows of those who were there and stayed: they belong to the stretch of the places. */
function goOverStays(
  columns: Columns,
  { buckets, size }: FlowRows,
  { earlier }: FlowAsked,
  take: (told: FlowDirection, bucket: number, row: number) => void,
): void {
  const { place, home, starts, sorted } = columns
  const wasEarlier = bears(columns, earlier)
  const first = buckets.findIndex((bucket) => bucket >= 0)
  const last = buckets.findLastIndex((bucket) => bucket >= 0)
  if (first < 0) return
  for (let row = starts[first] ?? 0; row < (starts[last + 1] ?? sorted); row += 1) {
    const at = place[row] ?? -1
    const bucket = buckets[at] ?? -1
    if (bucket < 0 || home[row] !== at || !wasEarlier(row)) continue
    take('before', bucket, row)
    take('before', size, row)
  }
}

/** Who came into each place and who left it since the day before the school year began. */
export function flowsOf(columns: Columns, rows: FlowRows, asked: FlowAsked): Flows {
  const room = () => new Int32Array(rows.size + 1)
  const flows = { came: room(), left: room(), gone: room(), before: room() }
  const take = (told: FlowDirection, bucket: number) => {
    flows[told][bucket] = (flows[told][bucket] ?? 0) + 1
  }
  goOverMoves(columns, rows, asked, take)
  if (asked.withBefore) goOverStays(columns, rows, asked, take)
  return flows
}

/** The rows of the people in one of those numbers, by their numbers. */
export function rowsOfFlow(
  columns: Columns,
  rows: FlowRows,
  asked: FlowAsked & { readonly told: FlowDirection; readonly bucket: number },
): number[] {
  const found: number[] = []
  const take = (told: FlowDirection, bucket: number, row: number) => {
    if (told === asked.told && bucket === asked.bucket) found.push(row)
  }
  goOverMoves(columns, rows, asked, take)
  if (asked.told === 'before') goOverStays(columns, rows, asked, take)
  return found.sort((a, b) => (columns.teacher[a] ?? 0) - (columns.teacher[b] ?? 0))
}
