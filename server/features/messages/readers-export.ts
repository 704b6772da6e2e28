import { z } from 'zod'
import { roles } from '../../../catalogue/access/roles.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { readerFilters, type MessageReader } from '../../../catalogue/contract/account/messages-to-many.ts'
import {
  momentCell,
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { parsed } from '../../platform/http/body.ts'
import { readerKeys, readersByIds, requireAsking } from './confirm.ts'

const columns: readonly LineColumn<MessageReader>[] = [
  { key: 'name', title: '姓名', width: 12, of: ({ name }) => name },
  { key: 'institution', title: '单位', width: 28, of: ({ institution }) => institution },
  {
    key: 'role',
    title: '角色',
    width: 12,
    of: ({ role }) => roles.find((one) => one.role === role)?.label ?? '',
  },
  { key: 'read', title: '阅读时间', width: 18, of: ({ read_at }) => momentCell(read_at) },
  { key: 'confirmed', title: '确认时间', width: 18, of: ({ confirmed_at }) => momentCell(confirmed_at) },
]

/** The query of an export names the message, which its own call has in its path. */
const asked = readerFilters.extend({
  id: z.coerce.number({ error: '编号应为整数' }).int('编号应为整数').min(1, '编号从 1 起'),
})

async function open(
  db: Database,
  actor: Actor,
  given: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { id, state } = parsed(asked, given)
  const message = await requireAsking(db, actor, id)
  return {
    title: '消息确认情况',
    columns: openColumns(columns),
    filters: [
      `消息：${message.title}`,
      ...(state === undefined ? [] : [state === 'waiting' ? '未确认' : '已确认']),
    ],
    order: '单位',
    keys: (most) => readerKeys(db, { actor, id, state }, most),
    rows: async (keys) => {
      const ids = keys.map((key) => Number(key.id))
      const byId = new Map((await readersByIds(db, { actor, id }, ids)).map((line) => [line.id, line]))
      return ids.flatMap((one) => {
        const line = byId.get(one)
        return line ? [rowOfLine(columns, line)] : []
      })
    },
  }
}

/** Export for the sender: who confirmed a message and who has not. */
export const readersList = (db: Database): ExportList => ({
  name: 'messages/readers',
  roles: [1, 3, 4, 5, 6],
  open: (actor, query) => open(db, actor, query),
})
