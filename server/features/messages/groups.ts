import type { Actor } from '../../../catalogue/access/access.ts'
import type { Message, MessageGroup } from '../../../catalogue/contract/workspace.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { togetherSays } from './consumer.ts'
import { columns } from './store.ts'

/** Messages that are put into groups: the newest. Older ones are found in the list without groups. */
const looked = 2_000
/** So many of one cause make a group. */
const fewest = 3

interface GroupQuery {
  readonly page: number
  readonly pageSize: number
  readonly is_read?: '0' | '1' | undefined
}

interface Row {
  readonly key: string
  readonly topic: string | null
  readonly day: string
  readonly count: number
  readonly unread: number
  readonly at: string
  readonly last: number
}

/** The actor's newest messages, those of one cause about one type on one day as one line. */
export async function listGroups(
  db: Queryable,
  records: Readonly<Record<string, AnyRecord>>,
  actor: Actor,
  { page, pageSize, is_read }: GroupQuery,
) {
  const read = is_read === undefined ? sql.empty : sql`and (read_at is null) = ${is_read === '0'}`
  const rows = await db.query<Row & { total: number }>(sql`
    select g.*, count(*) over ()::int as total
    from (
      select case when together < ${fewest} then 'one ' || id else topic || ' ' || day end as key, max(topic) as topic,
        max(day) as day, count(*)::int as count, (count(*) filter (where read_at is null))::int as unread,
        max(created_at) as at, max(id) as last
      from (
        select n.*, case when topic is null then 1 else count(*) over (partition by topic, day) end as together
        from (
          select id, topic, read_at, created_at, (created_at at time zone 'Asia/Shanghai')::date::text as day
          from own_message
          where identity_id = ${actor.identityId} ${read}
          order by id desc
          limit ${looked}) n) m
      group by 1) g
    order by g.last desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const single = rows.filter(({ count }) => count === 1).map(({ last }) => last)
  const messages = await db.query<Message>(sql`
    select ${columns} from own_message
    where identity_id = ${actor.identityId} and id = any(${single}::bigint[])`)
  const byId = new Map(messages.map((message) => [message.id, message]))
  const list = rows.flatMap((row): MessageGroup[] => lineOf(records, row, byId.get(row.last) ?? null))
  return { list, total: rows[0]?.total ?? 0, page, pageSize }
}

function lineOf(
  records: Readonly<Record<string, AnyRecord>>,
  { key, topic, day, count, unread, at }: Row,
  message: Message | null,
): MessageGroup[] {
  const line = { key, count, unread, created_at: at }
  if (message) return [{ ...line, of: null, title: message.title, message }]
  if (topic === null) return []
  return [
    {
      ...line,
      of: { topic, day },
      title: togetherSays(records, topic, count) ?? `${count} 条消息`,
      message: null,
    },
  ]
}
