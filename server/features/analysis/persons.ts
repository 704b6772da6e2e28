import type { Actor } from '../../../catalogue/access/access.ts'
import type { CountedPersons, PersonsQuery, Report } from '../../../catalogue/contract/analysis/figures.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { dimensions, type AxisKey, type DimensionKey } from '../../../catalogue/figures/dimensions.ts'
import type { Indicator } from '../../../catalogue/figures/indicator.ts'
import { indicatorsOf } from '../../../catalogue/figures/indicators.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { rowsIn, sizeOf, type Axis, type Selection } from '../../engine/figures/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { allKey, bucketIn, sideOf } from './axes.ts'
import { isShownFor } from './panel.ts'
import { readyFor, requireReport, type StatisticsNeeds } from './reading.ts'
import { rowsBehindFlow, type FlowWay } from './flows.ts'
import { behindRenewal } from './renewal.ts'
import { inPostKey, quotaSelection, splitAxis } from './quotas.ts'
import { reportingAxis } from './students.ts'
import { marksBehind, selectionOf, sidesOf, type TableRequest } from './table.ts'

type AskedCell = Pick<PersonsQuery, 'row' | 'column'>

interface Cell {
  readonly selection: Selection
  readonly rows: Axis
  readonly columns: Axis
  /** Number of the cell; any of them for a row of everything. */
  readonly cell: number | 'any'
  readonly words: string
}

const noCell = () => invalid('row', '这一格没有可以查看的名单')

/** People behind a figure per students: those of one stage, at schools that told their students. */
function cellOfStage(asked: TableRequest, indicator: Indicator, { row, column }: AskedCell): Cell {
  const { buckets } = asked.counted.columns
  const stage = buckets.stage.byKey.get(column)
  const side = sideOf(asked.counted, asked.place, indicator.rows)
  const own = bucketIn(side, row)
  if (stage === undefined || (own < 0 && row !== allKey)) throw noCell()
  return {
    selection: { ...selectionOf(asked, marksBehind(indicator)), stage },
    rows: reportingAxis(asked, side, column),
    columns: { of: 'all' },
    cell: row === allKey ? 'any' : own,
    words: `${side.names[own]?.label ?? asked.place.name}，${buckets.stage.labels[stage] ?? ''}`,
  }
}

/** Who is in post where something was granted, of one subject or of all. */
function cellOfQuota(asked: TableRequest, indicator: Indicator, { row, column }: AskedCell): Cell {
  const side = sideOf(asked.counted, asked.place, indicator.rows)
  const own = bucketIn(side, row)
  if (column !== inPostKey || side.axis.of !== 'dimension' || (own < 0 && row !== allKey)) throw noCell()
  return {
    selection: quotaSelection(asked, indicator),
    rows: side.axis,
    columns: splitAxis(asked),
    cell: row === allKey ? 'any' : own,
    words: `${side.names[own]?.label ?? asked.place.name}，在编在岗`,
  }
}

function cellOf(asked: TableRequest, indicator: Indicator, query: AskedCell): Cell {
  if (indicator.counting.by === 'spread') throw noCell()
  if (indicator.counting.by === 'quota') return cellOfQuota(asked, indicator, query)
  if (indicator.counting.by === 'students') return cellOfStage(asked, indicator, query)
  const sides = sidesOf(asked, indicator)
  const { rows } = sides
  const columns =
    indicator.totals && query.column === allKey ? sideOf(asked.counted, asked.place, null) : sides.columns
  const across = bucketIn(columns, query.column)
  const isAll = query.row === allKey && (indicator.rows === 'place' || indicator.totals === true)
  const down = isAll ? 0 : bucketIn(rows, query.row)
  if (across < 0 || down < 0) throw noCell()
  const width = sizeOf(asked.counted.columns, columns.axis)
  const words = [isAll ? asked.place.name : rows.names[down]?.label, columns.names[across]?.label]
  return {
    selection: selectionOf(asked, marksBehind(indicator)),
    rows: isAll ? { of: 'all' } : rows.axis,
    columns: columns.axis,
    cell: down * width + across,
    words: [...new Set(words.filter((word) => word !== undefined && word !== '合计'))].join('，'),
  }
}

/** The rows of the people behind a cell, where they stand, and the cell in words. */
interface FoundPeople {
  readonly rows: readonly number[]
  readonly at: Int32Array
  readonly words: string
}

/** People behind a figure of who came and who left: who left is told with where they were. */
function foundInFlow(asked: TableRequest, indicator: Indicator, way: FlowWay, row: string): FoundPeople {
  const { columns } = asked.counted
  const rows = rowsBehindFlow(asked, indicator, way, row)
  if (rows === null) throw noCell()
  const label = sideOf(asked.counted, asked.place, indicator.rows).names.find(({ key }) => key === row)?.label
  return { rows, at: way === 'in' ? columns.place : columns.home, words: label ?? asked.place.name }
}

/** The people behind a cell of an indicator. AppError `invalid` where nobody can be listed. */
export function foundOf(asked: TableRequest, indicator: Indicator, query: AskedCell): FoundPeople {
  const { columns } = asked.counted
  const { counting } = indicator
  if (counting.by === 'flow') {
    if (query.column !== allKey) throw noCell()
    return foundInFlow(asked, indicator, counting.way, query.row)
  }
  const renewal = counting.by === 'renewal' ? behindRenewal(asked, query.row, query.column) : undefined
  if (renewal === null) throw noCell()
  const {
    selection,
    rows,
    columns: across,
    cell,
    words,
  } = renewal
    ? { ...renewal, rows: renewal.axis, columns: { of: 'all' } as const }
    : cellOf(asked, indicator, query)
  const at = { personnel: columns.place, teaching: columns.taught, last: columns.last }[selection.basis]
  return { rows: rowsIn(columns, selection, { rows, columns: across, cell }), at, words }
}

/** Dimensions that say of a person why they are in the list: those of the panel first. */
function shownFor({ rows, columns }: Indicator): DimensionKey[] {
  const isDimension = (key: AxisKey | null): key is DimensionKey =>
    key !== null && key !== 'place' && key !== 'urban'
  const usual = ['sex', 'stage', 'subject', 'education', 'title'] as const
  return [...new Set([...[rows, columns].filter(isDimension), ...usual])]
}

interface NamedPlace {
  readonly id: number
  readonly name: string
  readonly within: boolean
}

/** The name of somebody whom a frozen run counted and whose archive was taken out since: a wrong entry. */
const takenOut = '已移出'

/** Whoever belongs to another authority keeps the surname only. */
const masked = (name: string): string => `${[...name].slice(0, 1).join('')}**`

/** People behind a figure, in their order, and what is told of each. */
export interface Behind {
  readonly title: string
  readonly asked: TableRequest
  /** Heads of `values`. */
  readonly heads: readonly string[]
  /** Rows of the counted people; as many as the figure says. */
  readonly rows: readonly number[]
  readonly teacherOf: (row: number) => number
  /** Lines of these rows, names as the actor reads them, and who of them stands within the scope. */
  readonly linesOf: (
    rows: readonly number[],
  ) => Promise<{ readonly list: CountedPersons['list']; readonly within: readonly number[] }>
}

/** The people behind one cell; a place, panel or cell that is not there is refused in words. */
export async function behindCell(
  reading: Pick<StatisticsNeeds, 'engine' | 'figures'>,
  actor: Actor,
  report: Report,
  query: PersonsQuery,
): Promise<Behind> {
  requireReport(actor, report)
  const indicator = indicatorsOf(report).find(({ key }) => key === query.panel)
  const { asked } = await readyFor(reading, actor, query)
  if (!indicator || !isShownFor(indicator, asked)) throw invalid('panel', '该页面无此指标')
  const { columns, tree } = asked.counted
  const { rows, at, words } = foundOf(asked, indicator, query)
  const keys = shownFor(indicator)
  const teacherOf = (row: number) => columns.teacher[row] ?? 0
  const valuesOf = (row: number) => {
    const age = columns.numbers.age[row] ?? Number.NaN
    const label = (key: DimensionKey) => columns.buckets[key].labels[columns.codes[key][row] ?? 0] ?? ''
    return [...keys.map(label), Number.isNaN(age) ? '未填' : `${age}岁`]
  }
  return {
    title: `${indicator.title}：${words || asked.place.name}`,
    asked,
    heads: [...keys.map((key) => dimensions[key].label), '年龄'],
    rows,
    teacherOf,
    linesOf: async (shown) => {
      const people = await reading.engine.db.query<NamedPlace>(sql`
        select t.id, t.name, ${scopeCondition(actor, 't', 'id')} as within
        from teacher t
        where t.id = any(${shown.map(teacherOf)}::int[])`)
      const byId = new Map(people.map((one) => [one.id, one]))
      return {
        within: people.filter(({ within }) => within).map(({ id }) => id),
        list: shown.map((row) => {
          const person = byId.get(teacherOf(row))
          return {
            teacherId: teacherOf(row),
            name: person === undefined ? takenOut : person.within ? person.name : masked(person.name),
            institution: tree.places[at[row] ?? -1]?.name ?? '',
            values: valuesOf(row),
          }
        }),
      }
    },
  }
}

/** One page of the people behind a figure; the total is the figure. */
export async function personsOf(
  reading: Pick<StatisticsNeeds, 'engine' | 'figures'>,
  actor: Actor,
  report: Report,
  query: PersonsQuery,
): Promise<CountedPersons> {
  const { title, heads, rows, linesOf } = await behindCell(reading, actor, report, query)
  const { page, pageSize, panel } = query
  const { list, within } = await linesOf(rows.slice((page - 1) * pageSize, page * pageSize))
  await reading.engine.readings.note(actor, { kind: 'roster' }, within)
  return { list, total: rows.length, page, pageSize, panel, title, columns: [...heads] }
}
