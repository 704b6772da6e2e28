import type { Actor } from '../../../catalogue/access/access.ts'
import { teacher, writesForSelf } from '../../../catalogue/contents/agreement.ts'
import { contentStates, type AnyContent, type ContentName } from '../../../catalogue/contents/define.ts'
import { cellFields, filtersAmong } from '../../../catalogue/contract/declared-query.ts'
import { contentFilters, contentQueryOf } from '../../../catalogue/contract/portal/content-query.ts'
import type { ContentLine } from '../../../catalogue/contract/portal/contents.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import { kindOf, textOf } from '../../../catalogue/kinds/kinds.ts'
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
import { contentKeys, contentsByIds, type PublishingNeeds } from '../../engine/publishing/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { writing } from './feature.ts'

const seen = {
  no: '读者看不到',
  waiting: '等待显示',
  now: '正在显示',
  over: '已到期',
  frozen: '投诉处理中',
} as const

function standing({ state, waitsAt, returned, shown }: ContentLine): string {
  const copy = waitsAt ? stateLabel('inReview', waitsAt) : returned ? '已退回' : contentStates[state]
  return `${copy}，${seen[shown]}`
}

const authorColumn: LineColumn<ContentLine> = {
  key: '$author',
  title: '作者',
  width: 12,
  of: ({ author }) => author ?? '单位',
}

/** Named as in client/features/contents/content-list. */
function columnsOf(definition: AnyContent): readonly LineColumn<ContentLine>[] {
  const { fields, headline, columns } = definition
  const keys = new Set([headline, ...columns, ...cellFields(fields)])
  const shown = [...keys].flatMap((key, i) => {
    const field = fields[key]
    if (!field || kindOf(field).names === 'file') return []
    const of = ({ value }: ContentLine) => {
      const one = value[key]
      return one === null || one === undefined || one === '' ? null : textOf(field, one)
    }
    return [{ key, title: field.label, width: i === 0 ? 40 : 16, of }]
  })
  return [
    ...shown,
    { key: '$standing', title: '状态', width: 24, of: standing },
    ...(writesForSelf(definition, teacher) ? [authorColumn] : []),
    { key: '$org', title: '单位', width: 28, of: ({ org }) => org },
    { key: '$at', title: '修改时间', width: 18, of: ({ updatedAt }) => momentCell(updatedAt) },
  ]
}

function open(
  publishing: PublishingNeeds,
  actor: Actor,
  type: ContentName,
  given: Readonly<Record<string, string>>,
): OpenedList {
  const { db } = publishing
  const definition = writing(publishing, actor, type)
  const query = parsed(contentQueryOf(definition), given)
  const asked = { ...query, filters: filtersAmong(contentFilters(definition), query) }
  const columns = columnsOf(definition)
  return {
    title: definition.title,
    columns: openColumns(columns),
    filters: [
      ...(asked.q ? [`关键词：${asked.q}`] : []),
      ...(asked.state ? [`状态：${contentStates[asked.state]}`] : []),
      ...(asked.queue ? ['状态：等我审核'] : []),
      ...choiceWords(definition.fields, asked.filters),
    ],
    order:
      columnOrderWords(definition.fields, asked.sort, { updatedAt: '修改时间' }) ??
      (asked.queue ? '修改时间，从前到后' : '修改时间，从后到前'),
    keys: async (most) =>
      (await contentKeys(db, { actor, definition, asked }, most)).map(({ id }) => ({ id, teacher: null })),
    rows: async (keys) => {
      const ids = keys.map(({ id }) => Number(id))
      return (await contentsByIds(db, actor, definition, ids)).map((line) => rowOfLine(columns, line))
    },
  }
}

/** The contents of each type, of which those who write them may take out what they manage. */
export const contentLists = (publishing: PublishingNeeds): ExportList[] =>
  Object.values(publishing.types).map(({ name, writers }) => ({
    name: `contents/${name}`,
    roles: writers,
    open: (actor, query) => Promise.resolve(open(publishing, actor, name, query)),
  }))
