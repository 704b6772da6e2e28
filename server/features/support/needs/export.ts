import type { Actor } from '../../../../catalogue/access/access.ts'
import { needsAsked, needStates, type NeedLine } from '../../../../catalogue/contract/support-needs.ts'
import { labelOf, type DictName } from '../../../../catalogue/dictionaries/dictionaries.ts'
import {
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../../engine/exports/index.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { parsed } from '../../../platform/http/body.ts'
import { needIds, needsByIds } from './list.ts'

const labelled = (name: DictName, code: string | null) => (code === null ? null : labelOf(name, code))

const columns: readonly LineColumn<NeedLine>[] = [
  { key: 'title', title: '需求', width: 28, of: ({ title }) => title },
  { key: 'kind', title: '类别', width: 10, of: ({ kind }) => labelled('supportNeedKind', kind) },
  { key: 'owner', title: '受援方', width: 28, of: ({ owner }) => owner },
  { key: 'stage', title: '学段', width: 12, of: ({ stage }) => labelled('schoolStage', stage) },
  { key: 'subject', title: '学科', width: 10, of: ({ subject }) => labelled('subject', subject) },
  { key: 'places', title: '需要', kind: 'number', width: 8, of: ({ places }) => places },
  { key: 'taken', title: '已有', kind: 'number', width: 8, of: ({ taken }) => taken },
  { key: 'state', title: '状态', width: 12, of: ({ state }) => needStates[state] },
  { key: 'startOn', title: '从', kind: 'date', width: 12, of: ({ startOn }) => startOn },
  { key: 'endOn', title: '到', kind: 'date', width: 12, of: ({ endOn }) => endOn },
]

async function open(
  db: Queryable,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const asked = parsed(needsAsked, query)
  const { state } = asked
  const said = state === undefined ? '全部状态' : state === 'open' ? '还差人的' : needStates[state]
  return {
    title: '帮扶需求',
    columns: openColumns(columns),
    filters: [said],
    order: '结对单位的在前，按学科、学段、开始日期',
    keys: async (most) => (await needIds(db, actor, asked, most)).map((id) => ({ id, teacher: null })),
    rows: async (keys) =>
      (
        await needsByIds(
          db,
          actor,
          keys.map(({ id }) => String(id)),
        )
      ).map((line) => rowOfLine(columns, line)),
  }
}

/** Needs of counterpart support, as the page lists them. */
export const needList = ({ db }: { readonly db: Queryable }): ExportList => ({
  name: 'supportNeeds',
  roles: [3, 4, 5, 6],
  open: (actor, query) => open(db, actor, query),
})
