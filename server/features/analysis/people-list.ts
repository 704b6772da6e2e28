import type { Actor } from '../../../catalogue/access/access.ts'
import {
  personsQuery,
  reportAsked,
  type CountedPersons,
  type PersonsQuery,
} from '../../../catalogue/contract/analysis/figures.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import {
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { behindCell, type Behind } from './persons.ts'
import { readers, type StatisticsNeeds } from './reading.ts'

type Line = CountedPersons['list'][number]

/** The columns of the screen; those that say why somebody is counted stand in its order, by their number. */
const columnsOf = (heads: readonly string[]): LineColumn<Line>[] => [
  { key: 'name', title: '姓名', width: 12, of: ({ name }) => name },
  { key: 'institution', title: '单位', width: 28, of: ({ institution }) => institution },
  ...heads.map((title, index) => ({
    key: `value${index}`,
    title,
    width: 14,
    of: ({ values }: Line) => values[index] ?? '',
  })),
]

function filtersOf({ title, asked: { place, counted } }: Behind, { basis, stage }: PersonsQuery): string[] {
  return [
    `指标：${title}`,
    `单位：${place.name}`,
    `统计时点：${counted.columns.moment.on}`,
    `口径：${basis === 'teaching' ? '任教关系' : '人事关系'}`,
    ...(stage === undefined ? [] : [`学段：${labelOf('schoolStage', stage)}`]),
  ]
}

async function open(
  reading: Pick<StatisticsNeeds, 'engine' | 'figures'>,
  actor: Actor,
  { report: name, ...given }: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { report } = parsed(reportAsked, { report: name })
  const query = parsed(personsQuery, given)
  const behind = await behindCell(reading, actor, report, query)
  const columns = columnsOf(behind.heads)
  const rowOf = new Map(behind.rows.map((row) => [behind.teacherOf(row), row]))
  return {
    title: '统计名单',
    columns: openColumns(columns),
    filters: filtersOf(behind, query),
    order: '单位',
    keys: (most) => {
      const ids = behind.rows.slice(0, most).map(behind.teacherOf)
      return Promise.resolve(ids.map((id) => ({ id, teacher: id })))
    },
    rows: async (keys) => {
      const { list } = await behind.linesOf(keys.flatMap(({ id }) => rowOf.get(Number(id)) ?? []))
      return list.map((line) => rowOfLine(columns, line))
    },
  }
}

/** The people behind a figure, as a list to take out. */
export const peopleList = (reading: Pick<StatisticsNeeds, 'engine' | 'figures'>): ExportList => ({
  name: 'analysis/persons',
  roles: [...readers],
  open: (actor, query) => open(reading, actor, query),
})
