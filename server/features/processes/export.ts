import type { Actor } from '../../../catalogue/access/access.ts'
import { cellFields } from '../../../catalogue/contract/declared-query.ts'
import { type CaseLine } from '../../../catalogue/contract/processes.ts'
import { caseQueryOf, filtersIn } from '../../../catalogue/contract/case-query.ts'
import { kindOf, textOf } from '../../../catalogue/kinds/kinds.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { betweenText, countedColumns, ownerWord } from '../../../catalogue/processes/reading.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import type { Engine } from '../../engine/engine.ts'
import {
  choiceWords,
  momentCell,
  openColumns,
  columnOrderWords,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { caseKeys, casesByIds, type ListAsked } from '../../engine/processes/index.ts'
import { parsed } from '../../platform/http/body.ts'

/** The fields of a process that its list shows or offers; nothing there is masked for anybody. */
function fieldColumns({ fields, list, titled }: AnyProcess): LineColumn<CaseLine>[] {
  const keys = new Set([...list.columns, ...cellFields(fields)])
  return [...keys].flatMap((key) => {
    const field = fields[key]
    if (key === titled || !field || field.masked || field.sealed || kindOf(field).names === 'institution')
      return []
    const of = ({ value }: CaseLine) => {
      const one = value[key]
      return one === null || one === undefined ? null : textOf(field, one)
    }
    return [{ key, title: field.label, of }]
  })
}

/** Named as in client/engine/process/case-list. */
const columnsOf = (definition: AnyProcess): readonly LineColumn<CaseLine>[] => [
  ...(definition.titled === undefined
    ? []
    : [
        { key: 'title', title: '名称', width: 40, of: ({ title }: CaseLine) => title ?? '' },
        { key: 'number', title: '编号', width: 16, of: ({ number }: CaseLine) => number ?? '' },
      ]),
  {
    key: 'name',
    title: ownerWord(definition),
    width: 12,
    of: ({ name }) => name,
  },
  ...fieldColumns(definition),
  ...(definition.list.between
    ? [{ key: 'parties', title: '从、到', width: 40, of: (line: CaseLine) => betweenText(definition, line) }]
    : []),
  ...countedColumns<CaseLine>(definition),
  { key: 'state', title: '状态', width: 16, of: ({ state }) => definition.states[state]?.label ?? state },
  { key: 'updatedAt', title: '最近办理', width: 18, of: ({ updatedAt }) => momentCell(updatedAt) },
]

const queues = { mine: '本单位待办', begun: '我单位发起', open: '正在办理', ended: '已办结' } as const

function filtersOf({ states, fields }: AnyProcess, { queue, state, filters = {}, q }: ListAsked): string[] {
  const labels = state?.split(',').map((one) => states[one]?.label ?? one)
  return [
    ...(queue === undefined ? [] : [`分组：${queues[queue]}`]),
    ...(q ? [`教师姓名：${q}`] : []),
    ...(state === undefined ? [] : [`状态：${labels?.join('、') ?? ''}`]),
    ...choiceWords(fields, filters),
  ]
}

function open(
  { db, search }: Engine,
  actor: Actor,
  definition: AnyProcess,
  given: Readonly<Record<string, string>>,
): OpenedList {
  const query = parsed(caseQueryOf(definition), given)
  const asked = { ...query, filters: filtersIn(definition, query) }
  const columns = columnsOf(definition)
  return {
    title: definition.title,
    columns: openColumns(columns),
    filters: filtersOf(definition, asked),
    order:
      columnOrderWords(definition.fields, asked.sort, { name: '姓名', updatedAt: '最近办理' }) ??
      (asked.queue === 'mine' ? '等待时间，从长到短' : '最近办理，从后到前'),
    keys: (most) => caseKeys(search, { actor, definition, asked }, most),
    rows: async (keys) => {
      const ids = keys.map(({ id }) => String(id))
      return (await casesByIds(db, actor, definition, ids)).map((line) => rowOfLine(columns, line))
    },
  }
}

/** The cases of each process, of which offices may take out what they see. */
export const caseLists = (engine: Engine): ExportList[] =>
  Object.values(processes).map((definition: AnyProcess) => ({
    name: `cases/${definition.name}`,
    roles: [3, 4, 5, 6],
    open: (actor, query) => Promise.resolve(open(engine, actor, definition, query)),
  }))
