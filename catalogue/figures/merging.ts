import type { FigureCell, Panel } from '../contract/analysis/figures.ts'
import { noneKey } from './dimensions.ts'
import type { Indicator } from './indicator.ts'
import { rounded } from './rounding.ts'
import { allKey } from './people-sets.ts'

/** Buckets that stand as one on public pages: those named, or all of fewer people than `below`. */
export interface Merge {
  readonly side: 'rows' | 'columns'
  readonly label: string
  readonly keys?: readonly string[]
  readonly below?: number
}

/** Buckets of the same side that are drawn as one. */
export interface Bucket {
  readonly key: string
  readonly label: string
  readonly keys: readonly string[]
}

/** A panel with its buckets merged, and which of the former ones each is made of. */
export interface MergedPanel {
  readonly panel: Panel
  readonly rows: readonly Bucket[]
  readonly columns: readonly Bucket[]
}

/** Stands between the keys of merged buckets. */
export const joint = '+'

const peopleOf = ({ value, denominator }: FigureCell): number => denominator ?? value ?? 0

/** A bucket of so many people stands by itself, however few the merged ones are. */
const mostMerged = 20

type Weigh = (key: string) => number

/** Puts named buckets together where at least two of them are there. */
function named(buckets: readonly Bucket[], { keys = [], label }: Merge): Bucket[] {
  const taken = buckets.filter((bucket) => bucket.keys.every((key) => keys.includes(key)))
  return taken.length < 2 ? [...buckets] : together(buckets, taken, label)
}

/** Buckets with some of them put together, where the last of those stood. */
function together(buckets: readonly Bucket[], taken: readonly Bucket[], label: string): Bucket[] {
  const keys = taken.flatMap((bucket) => bucket.keys)
  const last = taken.at(-1)
  return buckets.flatMap((bucket) =>
    bucket === last ? [{ key: keys.join(joint), label, keys }] : taken.includes(bucket) ? [] : [bucket],
  )
}

/** Puts small buckets together, and the next smallest with them while they are still few. */
function small(buckets: readonly Bucket[], { below = 0, label }: Merge, weigh: Weigh): Bucket[] {
  const weight = (bucket: Bucket) => bucket.keys.reduce((sum, key) => sum + weigh(key), 0)
  const inOrder = buckets
    .filter((bucket) => bucket.key !== allKey && weight(bucket) > 0)
    .toSorted((a, b) => weight(a) - weight(b))
  const taken: Bucket[] = []
  let sum = 0
  for (const bucket of inOrder) {
    const isEnough = taken.length === 0 || sum >= below || weight(bucket) >= mostMerged
    if (weight(bucket) >= below && isEnough) break
    taken.push(bucket)
    sum += weight(bucket)
  }
  if (taken.length < 2) return [...buckets]
  return together(
    buckets,
    buckets.filter((bucket) => taken.includes(bucket)),
    label,
  )
}

/** Who said nothing is a matter of the archives: unless merged with others, they are not drawn in public. */
const isUnsaid = ({ key }: Bucket): boolean => key === noneKey

function bucketsOf(given: Panel['rows'], merges: readonly Merge[], weigh: Weigh): Bucket[] {
  let buckets: Bucket[] = given.map(({ key, label }) => ({ key, label, keys: [key] }))
  for (const merge of merges) buckets = merge.keys ? named(buckets, merge) : small(buckets, merge, weigh)
  return buckets.length > 1 ? buckets.filter((bucket) => !isUnsaid(bucket)) : buckets
}

/** A cell of several: counts and those above the line add up, those below it where rows are put together. */
function sumOf(cells: readonly FigureCell[], at: Pick<FigureCell, 'row' | 'column'>): FigureCell {
  const [first] = cells
  if (first && cells.length === 1) return { ...first, ...at }
  const sum = (of: (cell: FigureCell) => number) => cells.reduce((all, cell) => all + of(cell), 0)
  if (first?.denominator === undefined) return { ...at, value: sum(({ value }) => value ?? 0), opens: false }
  const numerator = sum((cell) => cell.numerator ?? 0)
  const perRow = new Map(cells.map((cell) => [cell.row, cell.denominator ?? 0]))
  const denominator = [...perRow.values()].reduce((all, value) => all + value, 0)
  return {
    ...at,
    value: rounded(numerator, denominator, { factor: 100 }),
    numerator,
    denominator,
    opens: false,
  }
}

/** Of panels over records: who is counted by their kinds. */
const smallOnes: Merge = { side: 'rows', label: '其他', below: 5 }
const isByPlace = ({ rows }: Panel): boolean => rows.some(({ key }) => /^p\d+$/.test(key))

/**
 * The panel as it is drawn in public: small classes are put together before anything is looked at
 * (figures.md, 1.5).
 */
export function merged(
  panel: Panel,
  indicator: Pick<Indicator, 'merges' | 'counting'> | undefined,
): MergedPanel {
  const merges = indicator?.merges ?? (panel.form === 'bars' && !isByPlace(panel) ? [smallOnes] : [])
  const cellAt = new Map(panel.cells.map((cell) => [`${cell.row} ${cell.column}`, cell]))
  const isParts = indicator?.counting.by === 'parts'
  const weighRow: Weigh = (row) => {
    const own = panel.columns.flatMap(({ key }) => cellAt.get(`${row} ${key}`) ?? [])
    return isParts
      ? peopleOf(own[0] ?? { row, column: '', value: 0, opens: false })
      : own.reduce((n, c) => n + peopleOf(c), 0)
  }
  const weighColumn: Weigh = (column) =>
    panel.cells.reduce((n, c) => (c.column === column ? n + (c.numerator ?? c.value ?? 0) : n), 0)
  const rows = bucketsOf(
    panel.rows,
    merges.filter(({ side }) => side === 'rows'),
    weighRow,
  )
  const columns = bucketsOf(
    panel.columns,
    merges.filter(({ side }) => side === 'columns'),
    weighColumn,
  )
  const cells = rows.flatMap((row) =>
    columns.map((column) => {
      const parts = row.keys.flatMap((r) => column.keys.flatMap((c) => cellAt.get(`${r} ${c}`) ?? []))
      return sumOf(parts, { row: row.key, column: column.key })
    }),
  )
  const drawn = ({ key, label }: Bucket) =>
    [...panel.rows, ...panel.columns].find((one) => one.key === key && one.label === label) ?? { key, label }
  return { panel: { ...panel, rows: rows.map(drawn), columns: columns.map(drawn), cells }, rows, columns }
}

/** What was put together, in words for whoever makes a board. */
export function mergesOf({ rows, columns }: MergedPanel, before: Panel): NonNullable<Panel['merged']> {
  const labels = new Map([...before.rows, ...before.columns].map(({ key, label }) => [key, label]))
  return [...rows, ...columns].flatMap(({ keys, label }) =>
    keys.length < 2 ? [] : [{ label, of: keys.map((key) => labels.get(key) ?? key) }],
  )
}
