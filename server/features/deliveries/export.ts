import {
  channelLabels,
  deliveryFilters,
  deliveryStates,
  type DeliveryLine,
} from '../../../catalogue/contract/administration/deliveries.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  momentCell,
  openColumns,
  rowOfLine,
  type ExportKey,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { parsed } from '../../platform/http/body.ts'
import { asked, inScope, linesWhere } from './ledger.ts'

const columns: readonly LineColumn<DeliveryLine>[] = [
  { key: 'created', title: '时间', width: 18, of: ({ createdAt }) => momentCell(createdAt) },
  { key: 'name', title: '收件人', width: 12, of: ({ name }) => name },
  { key: 'institution', title: '单位', width: 28, of: ({ institution }) => institution },
  { key: 'channel', title: '方式', width: 12, of: ({ channel }) => channelLabels[channel] },
  { key: 'messages', title: '消息条数', kind: 'number', width: 10, of: ({ messages }) => messages },
  { key: 'pieces', title: '短信计费条数', kind: 'number', width: 12, of: ({ pieces }) => pieces },
  { key: 'state', title: '状态', width: 16, of: ({ state }) => deliveryStates[state] },
  { key: 'reason', title: '原因', width: 32, of: ({ reason }) => reason },
  { key: 'attempts', title: '尝试次数', kind: 'number', width: 10, of: ({ attempts }) => attempts },
]

function open(db: Database, actor: Actor, given: Readonly<Record<string, string>>): OpenedList {
  const query = parsed(deliveryFilters, given)
  const { channel, state, from, to } = query
  return {
    title: '消息送达',
    columns: openColumns(columns),
    filters: [
      ...(channel === undefined ? [] : [`方式：${channelLabels[channel]}`]),
      state === undefined
        ? '状态：没有确定送出的'
        : `状态：${state === 'all' ? '全部' : deliveryStates[state]}`,
      ...(from === undefined ? [] : [`从：${from}`]),
      ...(to === undefined ? [] : [`到：${to}`]),
    ],
    order: '时间，从后到前',
    keys: (most) =>
      db.query<ExportKey & { readonly person: number }>(sql`
          select d.id, d.person_id as person, t.id as teacher
          from dispatch d
          join institution i on i.id = d.institution_id
          left join teacher t on t.person_id = d.person_id
          where ${asked(actor, query)}
          order by d.id desc
          limit ${most}`),
    rows: async (keys) => {
      const ids = keys.map(({ id }) => Number(id))
      const lines = await linesWhere(db, sql`d.id = any(${ids}::bigint[]) and ${inScope(actor)}`)
      const byId = new Map(lines.map((line) => [line.id, line]))
      return ids.flatMap((id) => {
        const line = byId.get(id)
        return line ? [rowOfLine(columns, line)] : []
      })
    },
  }
}

/** Sendings of the actor's scope, as a list to take out. */
export const deliveriesList = (db: Database): ExportList => ({
  name: 'deliveries',
  roles: [1, 3, 4, 5, 6],
  open: (actor, query) => Promise.resolve(open(db, actor, query)),
})
