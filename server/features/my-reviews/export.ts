import {
  decisionFilters,
  myReviewsQuery,
  type MyReview,
} from '../../../catalogue/contract/archive/my-reviews.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import type { Ground } from '../../engine/feature.ts'
import {
  momentCell,
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { decidedByIds, decidedKeys, type Reader } from './decided.ts'
import { askedIn } from './routes.ts'

const acts = {
  approve: '通过',
  forward: '通过，报上一级',
  return: '退回',
  reject: '不通过',
  undo: '撤销通过',
} as const satisfies Record<MyReview['act'], string>

function reasonOf({ reason, fields }: MyReview): string {
  return [reason ?? '', ...fields.map((field) => `${field.label}：${field.reason}`)]
    .filter(Boolean)
    .join('；')
}

const columns: readonly LineColumn<MyReview>[] = [
  { key: 'at', title: '审核时间', width: 18, of: ({ at }) => momentCell(at) },
  { key: 'act', title: '审核结果', width: 14, of: ({ act }) => acts[act] },
  { key: 'type', title: '栏目', width: 16, of: ({ title }) => title },
  { key: 'owner', title: '教师', width: 12, of: ({ ownerName }) => ownerName },
  { key: 'institution', title: '单位', width: 28, of: ({ institutionName }) => institutionName },
  { key: 'summary', title: '内容', width: 40, of: ({ summary }) => summary },
  { key: 'reason', title: '意见', width: 40, of: reasonOf },
  { key: 'state', title: '现状', width: 14, of: ({ state, stateLevel }) => stateLabel(state, stateLevel) },
]

function open(reader: Reader, given: Readonly<Record<string, string>>): OpenedList {
  const asked = askedIn(reader.engine, parsed(myReviewsQuery, given))
  const [only] = asked.types
  const title =
    asked.types.length === 1 && only !== undefined ? reader.engine.records[only]?.title : undefined
  return {
    title: '我的审核记录',
    columns: openColumns(columns),
    filters: [
      ...(title === undefined ? [] : [`栏目：${title}`]),
      ...(asked.decision === undefined ? [] : [`审核结果：${decisionFilters[asked.decision].label}`]),
      ...(asked.from === null ? [] : [`从：${asked.from}`]),
      ...(asked.to === null ? [] : [`到：${asked.to}`]),
    ],
    order: '审核时间，从后到前',
    keys: (most) => decidedKeys(reader, asked, most),
    rows: async (keys) => {
      const ids = keys.map(({ id }) => String(id))
      return (await decidedByIds(reader, asked, ids)).map((line) => rowOfLine(columns, line))
    },
  }
}

/** Export of the actor's decisions. */
export const reviewList = ({ engine, placeOf }: Pick<Ground, 'engine' | 'placeOf'>): ExportList => ({
  name: 'reviews/mine',
  roles: [3, 4, 5, 6],
  open: (actor, query) => Promise.resolve(open({ engine, placeOf, actor }, query)),
})
