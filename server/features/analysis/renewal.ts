import { yearsShown } from '../../../catalogue/figures/dimensions.ts'
import { tally, type Axis, type Selection } from '../../engine/figures/index.ts'
import type { NamedAxis } from './axes.ts'
import { selectionOf, type TableRequest, type Table } from './table.ts'

const columns: readonly NamedAxis[] = [
  { key: 'entered', label: '新进' },
  { key: 'retired', label: '退休' },
  { key: 'expected', label: '预计退休' },
]

interface Line {
  readonly selection: Selection
  readonly axis: Axis
  /** Bucket of each school year; absent where the line does not reach it. */
  readonly bucketOf: (year: number) => number | undefined
}

/** A line of the picture; null for a word that names none. */
function lineOf(asked: TableRequest, key: string): Line | null {
  const { buckets, moment } = asked.counted.columns
  const staff: Selection = { ...selectionOf(asked, ['staff']), basis: 'personnel' }
  if (key === 'entered')
    return {
      selection: staff,
      axis: { of: 'dimension', key: 'entered' },
      bucketOf: (year) => buckets.entered.byKey.get(`s${year}`),
    }
  if (key === 'retired')
    return {
      selection: { ...selectionOf(asked, ['retired']), basis: 'last' },
      axis: { of: 'dimension', key: 'left' },
      bucketOf: (year) => buckets.left.byKey.get(`s${year}`),
    }
  if (key !== 'expected') return null
  const first = moment.schoolYear
  return {
    selection: staff,
    axis: { of: 'dimension', key: 'retirement' },
    bucketOf: (year) =>
      year < first || year >= first + yearsShown
        ? undefined
        : buckets.retirement.byKey.get(`y${year - first}`),
  }
}

const rowKey = (year: number): string => `s${year}`

/** Who came and who retired in the last school years, and who will in the next ones. */
export function renewalTable(asked: TableRequest): Table {
  const { columns: counted } = asked.counted
  const first = counted.moment.schoolYear - yearsShown
  const years = Array.from({ length: yearsShown * 2 }, (_, n) => first + n)
  const lines = columns.flatMap(({ key }) => {
    const line = lineOf(asked, key)
    if (!line) return []
    const counts = tally(counted, line.selection, { rows: line.axis, columns: { of: 'all' } })
    return [{ key, counts, bucketOf: line.bucketOf }]
  })
  return {
    rows: years.map((year) => ({ key: rowKey(year), label: `${year}—${year + 1}学年` })),
    columns,
    cells: years.flatMap((year) =>
      lines.map(({ key, counts, bucketOf }) => {
        const bucket = bucketOf(year)
        const value = bucket === undefined ? null : (counts[bucket] ?? 0)
        return { row: rowKey(year), column: key, value, opens: (value ?? 0) > 0 }
      }),
    ),
  }
}

/** What stands behind one point of a line; null where there is none. */
export function behindRenewal(
  asked: TableRequest,
  row: string,
  column: string,
): (Omit<Line, 'bucketOf'> & { readonly cell: number; readonly words: string }) | null {
  const line = lineOf(asked, column)
  const year = Number(/^s(\d{4})$/.exec(row)?.[1])
  const cell = line?.bucketOf(year)
  if (!line || cell === undefined) return null
  const label = columns.find(({ key }) => key === column)?.label ?? ''
  return { selection: line.selection, axis: line.axis, cell, words: `${year}—${year + 1}学年，${label}` }
}
