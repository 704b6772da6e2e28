import { pages } from '../../../catalogue/pages/pages.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { type TodoLine, type TodoSource } from '../../engine/waiting/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { confirmMessage } from './confirm.ts'

interface Row {
  readonly id: number
  readonly title: string
  readonly from: string
}

/** Page with the messages of a role. */
const listOf = (role: Role): string =>
  pages.find(
    ({ page, roles, feature }) => page === 'message-list' && feature === 'message' && roles.includes(role),
  )?.path ?? '/'

/**
 * Messages to many that the reader is asked to confirm; one that was reminded of stands before the others.
 */
export const waitingMessages = (db: Database): TodoSource => ({
  name: 'message',
  kind: 'content',
  forEverybody: true,
  titleOf: () => '确认消息',
  waiting: ({ identityId }, { type, place, q }) =>
    place || q || (type !== undefined && type !== 'message')
      ? null
      : sql`
        select b.id::text as item, 'message' as type, b.created_at as since,
          case when b.reminders > 0 then 1 else 2 end as urgency
        from own_message o
        join broadcast b on b.id = o.id
        where o.identity_id = ${identityId} and o.confirm = 'asked'`,
  lines: async ({ identityId, role }, items) => {
    const rows = await db.query<Row>(sql`
      select o.id, o.title, coalesce(i.name, '') as from
      from own_message o
      join broadcast b on b.id = o.id
      join identity s on s.id = b.by_identity
      left join institution i on i.id = s.institution_id
      where o.identity_id = ${identityId} and o.confirm = 'asked'
        and o.id = any(${items.map(({ item }) => Number(item))}::bigint[])`)
    return new Map(
      rows.map((row): [string, TodoLine] => [
        String(row.id),
        {
          typeTitle: '消息',
          title: `请确认收到：${row.title}`,
          note: `${row.from}要求每个收件人确认`,
          owner: null,
          institution: row.from,
          dueOn: null,
          version: null,
          acts: ['confirm'],
          link: listOf(role),
        },
      ]),
    )
  },
  does: { confirm: (actor, { item }) => confirmMessage(db, actor, Number(item)) },
})
