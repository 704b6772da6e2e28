import type { FigureCell } from '../../../catalogue/contract/analysis/figures.ts'
import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import type { MarkKey } from '../../../catalogue/figures/marks.ts'
import { flowsOf, rowsOfFlow, type FlowAsked, type FlowRows } from '../../engine/figures/index.ts'
import { allKey, bucketIn, sideOf, type Side } from './axes.ts'
import { rounded } from '../../../catalogue/figures/rounding.ts'
import { laidOut, type TableRequest, type Table } from './table.ts'

export type FlowWay = Extract<Indicator['counting'], { by: 'flow' }>['way']

const now: readonly MarkKey[] = ['fulltime']
const earlier: readonly MarkKey[] = ['teacherBefore', 'counted']
const marks: Omit<FlowAsked, 'withBefore'> = { now, earlier, gone: ['goneElsewhere'] }

const askedOf = (way: FlowWay): FlowAsked => Object.assign({ withBefore: way === 'rate' }, marks)

/** Which of the numbers a figure tells. */
const toldBy = { in: 'came', out: 'left', rate: 'gone' } as const satisfies Record<FlowWay, string>

/** The places that rows are counted by; of rows that are no places, the whole in one bucket. */
function flowRows(asked: TableRequest, side: Side): FlowRows {
  if (side.axis.of === 'place') return { buckets: side.axis.buckets, size: side.axis.size }
  const { counted, place } = asked
  return {
    buckets: new Int32Array(counted.tree.places.length).fill(-1).fill(0, place.from, place.to),
    size: 1,
  }
}

/** People of one stage only, where one is asked for. */
const inStage = ({ counted, stage }: TableRequest, row: number): boolean =>
  stage === undefined || counted.columns.codes.stage[row] === stage

const single: Side = { axis: { of: 'all' }, names: [{ key: allKey, label: '合计' }], sparse: false }

/** Who came into a place or left it; the total leaves out who moved within it. */
function byPlace(asked: TableRequest, side: Side, way: FlowWay): Table {
  const { columns } = asked.counted
  const rows = flowRows(asked, side)
  const flows = asked.stage === undefined ? flowsOf(columns, rows, askedOf(way)) : flowsInStage(asked, rows)
  const reckon = (cell: number): Omit<FigureCell, 'row' | 'column'> => {
    const value = flows[toldBy[way]][cell] ?? 0
    if (way !== 'rate') return { value, opens: value > 0 }
    const denominator = flows.before[cell] ?? 0
    return {
      value: rounded(value, denominator, { factor: 100 }),
      numerator: value,
      denominator,
      opens: value > 0,
    }
  }
  return laidOut({ rows: side, columns: single }, reckon, true)
}

/** The same of one stage: by its lists, as few ask for it. */
function flowsInStage(asked: TableRequest, rows: FlowRows) {
  const count = (told: 'came' | 'left' | 'gone' | 'before') =>
    Int32Array.from({ length: rows.size + 1 }, (_, bucket) => listOf(asked, rows, { told, bucket }).length)
  return { came: count('came'), left: count('left'), gone: count('gone'), before: count('before') }
}

function listOf(
  asked: TableRequest,
  rows: FlowRows,
  of: { readonly told: 'came' | 'left' | 'gone' | 'before'; readonly bucket: number },
): number[] {
  const { columns } = asked.counted
  return rowsOfFlow(columns, rows, {
    now,
    earlier,
    gone: marks.gone,
    withBefore: true,
    told: of.told,
    bucket: of.bucket,
  }).filter((row) => inStage(asked, row))
}

/** Everybody who left the place, by a dimension. */
function byDimension(asked: TableRequest, side: Side, way: FlowWay): Table {
  const counts = new Int32Array(side.names.length + 1)
  const { axis } = side
  if (axis.of !== 'dimension') return { rows: [], columns: [], cells: [] }
  const codes = asked.counted.columns.codes[axis.key]
  for (const row of listOf(asked, flowRows(asked, side), { told: toldBy[way], bucket: 1 })) {
    const bucket = codes[row] ?? 0
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return laidOut(
    { rows: side, columns: single },
    (cell) => ({ value: counts[cell] ?? 0, opens: (counts[cell] ?? 0) > 0 }),
    false,
  )
}

export function flowTable(asked: TableRequest, { rows }: Indicator, way: FlowWay): Table {
  const side = sideOf(asked.counted, asked.place, rows)
  return side.axis.of === 'place' ? byPlace(asked, side, way) : byDimension(asked, side, way)
}

/** The rows of the people behind a figure of these; null where there is no such row. */
export function rowsBehindFlow(
  asked: TableRequest,
  { rows }: Indicator,
  way: FlowWay,
  row: string,
): number[] | null {
  const side = sideOf(asked.counted, asked.place, rows)
  const places = flowRows(asked, side)
  const own = bucketIn(side, row)
  const told = toldBy[way]
  if (side.axis.of === 'place')
    return own < 0 && row !== allKey
      ? null
      : listOf(asked, places, { told, bucket: row === allKey ? places.size : own })
  if (own < 0 || side.axis.of !== 'dimension') return null
  const codes = asked.counted.columns.codes[side.axis.key]
  return listOf(asked, places, { told, bucket: places.size }).filter((one) => codes[one] === own)
}
