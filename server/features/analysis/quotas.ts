import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import { tally, type Axis, type Selection } from '../../engine/figures/index.ts'
import { allKey, sideOf, type NamedAxis } from './axes.ts'
import { laidOut, marksBehind, selectionOf, withTotal, type TableRequest, type Table } from './table.ts'

/** The series whose figures have a list of people behind them. */
export const inPostKey = 'inPost'

const series: readonly NamedAxis[] = [
  { key: 'gap', label: '缺口' },
  { key: 'quota', label: '核定编制' },
  { key: inPostKey, label: '在编在岗' },
]

/** One bucket of the institutions whose quota is split; people of others are left out, as their posts are. */
export function splitAxis({ counted }: Pick<TableRequest, 'counted'>): Axis {
  const buckets = new Int32Array(counted.tree.places.length).fill(-1)
  for (const { at } of counted.quotas) buckets[at] = 0
  return { of: 'place', buckets, size: 1 }
}

/**
 * Who is in post: a quota is granted to those who belong there by personnel membership, of whatever stage.
 */
export const quotaSelection = (asked: TableRequest, indicator: Indicator): Selection => ({
  ...selectionOf(asked, marksBehind(indicator)),
  basis: 'personnel',
  stage: undefined,
})

/** Adds the quotas of the place to the cells that `cellOf` finds for a position and a subject. */
function granted(
  { counted, place }: TableRequest,
  size: number,
  cellOf: (at: number, subject: string) => number,
) {
  const cells = new Float64Array(size)
  for (const { at, subject, quota } of counted.quotas) {
    if (at < place.from || at >= place.to) continue
    const cell = cellOf(at, subject)
    if (cell >= 0) cells[cell] = (cells[cell] ?? 0) + quota
  }
  return cells
}

/** Quota, people in post and the gap between them, by subject. */
function bySubject(asked: TableRequest, indicator: Indicator): Table {
  const { columns } = asked.counted
  const side = sideOf(asked.counted, asked.place, indicator.rows)
  const { byKey } = columns.buckets.quotaSubject
  const people = tally(columns, quotaSelection(asked, indicator), {
    rows: side.axis,
    columns: splitAxis(asked),
  })
  const posts = granted(asked, side.names.length, (_, subject) => byKey.get(subject) ?? -1)
  const [inPost, quota] = [withTotal(people, 1), withTotal(posts, 1)]
  const reckon = (cell: number) => {
    const row = Math.floor(cell / series.length)
    const [posted = 0, given = 0] = [inPost[row], quota[row]]
    const key = series[cell % series.length]?.key
    if (key === inPostKey) return { value: posted, opens: posted > 0 }
    return { value: key === 'quota' ? given : given - posted, opens: false }
  }
  const table = laidOut(
    { rows: side, columns: { axis: { of: 'all' }, names: series, sparse: false } },
    reckon,
    true,
  )
  return withoutEmpty(table)
}

/**
 * Without subjects of which nothing was granted and nobody is in post, and without anything where no quota is
 * split.
 */
function withoutEmpty({ rows, columns, cells }: Table): Table {
  const isTold = (key: string) =>
    cells.some((cell) => cell.row === key && cell.column !== 'gap' && cell.value !== 0)
  const kept = rows.filter(({ key }) => isTold(key))
  const keys = new Set(kept.map(({ key }) => key))
  return { rows: kept, columns, cells: cells.filter(({ row }) => keys.has(row)) }
}

/** The gap of each place and subject. */
function byPlaceAndSubject(asked: TableRequest, indicator: Indicator): Table {
  const { columns } = asked.counted
  const rows = sideOf(asked.counted, asked.place, indicator.rows)
  const across = sideOf(asked.counted, asked.place, indicator.columns)
  const width = across.names.length
  const split = splitAxis(asked)
  const { axis } = rows
  if (axis.of !== 'place' || split.of !== 'place') return { rows: [], columns: [], cells: [] }
  const told = axis.buckets.map((bucket, at) => (split.buckets[at] === 0 ? bucket : -1))
  const people = tally(columns, quotaSelection(asked, indicator), {
    rows: { of: 'place', buckets: told, size: axis.size },
    columns: across.axis,
  })
  const { byKey } = columns.buckets.quotaSubject
  const posts = granted(asked, people.length, (at, subject) => {
    const [row = -1, column = -1] = [told[at], byKey.get(subject)]
    return row < 0 || column < 0 ? -1 : row * width + column
  })
  const [inPost, quota] = [withTotal(people, width), withTotal(posts, width)]
  const isTold = (cell: number) => (inPost[cell] ?? 0) > 0 || (quota[cell] ?? 0) > 0
  const names = [...rows.names, { key: allKey, label: '合计' }]
  const line = names.flatMap((one, row) =>
    across.names.some((_, column) => isTold(row * width + column)) ? [{ one, row }] : [],
  )
  const held = across.names.flatMap((one, column) =>
    line.some(({ row }) => isTold(row * width + column)) ? [{ one, column }] : [],
  )
  return {
    rows: line.map(({ one }) => one),
    columns: held.map(({ one }) => one),
    cells: line.flatMap(({ one: down, row }) =>
      held.map(({ one, column }) => {
        const cell = row * width + column
        return {
          row: down.key,
          column: one.key,
          value: isTold(cell) ? (quota[cell] ?? 0) - (inPost[cell] ?? 0) : null,
          opens: false,
        }
      }),
    ),
  }
}

/** What was granted by subject against the people in post (docs/decisions/0058). */
export const quotaTable = (asked: TableRequest, indicator: Indicator): Table =>
  indicator.columns === null ? bySubject(asked, indicator) : byPlaceAndSubject(asked, indicator)
