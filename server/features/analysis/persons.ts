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
import { readyFor, requireReport, type Reading } from './reading.ts'
import { reportingAxis } from './students.ts'
import { marksBehind, selectionOf, sidesOf, type Asked } from './table.ts'

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
function cellOfStage(asked: Asked, indicator: Indicator, { row, column }: PersonsQuery): Cell {
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

function cellOf(asked: Asked, indicator: Indicator, query: PersonsQuery): Cell {
  if (indicator.counting.by === 'spread') throw noCell()
  if (indicator.counting.by === 'students') return cellOfStage(asked, indicator, query)
  const { rows, columns } = sidesOf(asked, indicator)
  const across = bucketIn(columns, query.column)
  const isAll = query.row === allKey && indicator.rows === 'place'
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

/** Dimensions that say of a person why they are in the list: those of the panel first. */
function shownFor({ rows, columns }: Indicator): DimensionKey[] {
  const isDimension = (key: AxisKey | null): key is DimensionKey =>
    key !== null && key !== 'place' && key !== 'urban'
  const usual = ['sex', 'stage', 'subject', 'education', 'title'] as const
  return [...new Set([...[rows, columns].filter(isDimension), ...usual])]
}

interface Named {
  readonly id: number
  readonly name: string
  readonly within: boolean
}

/** Whoever belongs to another authority keeps the surname only. */
const masked = (name: string): string => `${[...name].slice(0, 1).join('')}**`

/** One page of the people behind a figure; the total is the figure. */
export async function personsOf(
  reading: Reading,
  actor: Actor,
  report: Report,
  query: PersonsQuery,
): Promise<CountedPersons> {
  requireReport(actor, report)
  const indicator = indicatorsOf(report).find(({ key }) => key === query.panel)
  const { asked } = await readyFor(reading, actor, query)
  if (!indicator || !isShownFor(indicator, asked.place.level)) throw invalid('panel', '这个页面没有这项指标')
  const { columns, tree } = asked.counted
  const { selection, rows, columns: across, cell, words } = cellOf(asked, indicator, query)
  const found = rowsIn(columns, selection, { rows, columns: across, cell })
  const shown = found.slice((query.page - 1) * query.pageSize, query.page * query.pageSize)
  const ids = shown.map((row) => columns.teacher[row] ?? 0)
  const people = await reading.engine.db.query<Named>(sql`
    select t.id, t.name, ${scopeCondition(actor, 't', 'id')} as within
    from teacher t
    where t.id = any(${ids}::int[])`)
  const byId = new Map(people.map((one) => [one.id, one]))
  await reading.engine.readings.note(
    actor,
    { kind: 'roster' },
    people.filter(({ within }) => within).map(({ id }) => id),
  )
  const keys = shownFor(indicator)
  const at = asked.basis === 'teaching' ? columns.taught : columns.place
  return {
    list: shown.map((row) => {
      const id = columns.teacher[row] ?? 0
      const person = byId.get(id)
      const age = columns.numbers.age[row] ?? Number.NaN
      const label = (key: DimensionKey) => columns.buckets[key].labels[columns.codes[key][row] ?? 0] ?? ''
      return {
        teacherId: id,
        name: person?.within ? person.name : masked(person?.name ?? '*'),
        institution: tree.places[at[row] ?? -1]?.name ?? '',
        values: [...keys.map(label), Number.isNaN(age) ? '未填' : `${age}岁`],
      }
    }),
    total: found.length,
    page: query.page,
    pageSize: query.pageSize,
    panel: indicator.key,
    title: `${indicator.title}：${words || asked.place.name}`,
    columns: [...keys.map((key) => dimensions[key].label), '年龄'],
  }
}
