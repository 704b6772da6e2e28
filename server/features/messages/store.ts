import type { z } from 'zod'
import type { message, MessageGroupOf } from '../../../catalogue/contract/workspace.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

export interface MessageQuery {
  readonly page: number
  readonly pageSize: number
  readonly is_read?: '0' | '1' | undefined
  readonly kind?: string | undefined
  readonly id?: number | undefined
  /** The messages of one line. */
  readonly of?: MessageGroupOf | undefined
}

type Message = z.infer<typeof message>

export const columns = sql`id, kind, title, content, link, (read_at is not null)::int as is_read, created_at, confirm`

function conditions(actor: Actor, query: MessageQuery): Sql {
  const parts = [sql`identity_id = ${actor.identityId}`]
  if (query.is_read === '0') parts.push(sql`read_at is null`)
  if (query.is_read === '1') parts.push(sql`read_at is not null`)
  if (query.kind !== undefined) parts.push(sql`kind = ${query.kind}`)
  if (query.id !== undefined) parts.push(sql`id = ${query.id}`)
  if (query.of) parts.push(inGroup(query.of))
  return sql.join(parts, ' and ')
}

/** Condition that a message belongs to a group. */
export const inGroup = ({ topic, day }: MessageGroupOf): Sql =>
  sql`topic = ${topic} and (created_at at time zone 'Asia/Shanghai')::date = ${day}::date`

/** A page of the actor's own messages, newest first. */
export async function listMessages(db: Queryable, actor: Actor, query: MessageQuery) {
  const where = conditions(actor, query)
  const [{ total }, list] = await Promise.all([
    db.one<{ total: number }>(sql`select count(*)::int as total from own_message where ${where}`),
    db.query<Message>(sql`
      select ${columns}
      from own_message
      where ${where}
      order by id desc
      limit ${query.pageSize}
      offset ${(query.page - 1) * query.pageSize}`),
  ])
  return { list, total, page: query.page, pageSize: query.pageSize }
}

/** The newest unread messages, for the first screen. */
export function unreadMessages(db: Queryable, actor: Actor, count: number): Promise<Message[]> {
  return db.query<Message>(sql`
    select ${columns}
    from own_message
    where identity_id = ${actor.identityId} and read_at is null
    order by id desc limit ${count}`)
}

/**
 * Marks one message, a group of them, or all, as read; false when there is no such message of the actor's.
 */
export async function markRead(
  db: Database,
  actor: Actor,
  id: number | 'all' | MessageGroupOf,
): Promise<boolean> {
  const { identityId } = actor
  if (typeof id === 'object') {
    await db.execute(sql`
      update message
      set read_at = now()
      where identity_id = ${identityId} and deleted_at is null and read_at is null and ${inGroup(id)}`)
    return true
  }
  const which = id === 'all' ? sql`read_at is null` : sql`id = ${id}`
  return db.transaction(async (tx) => {
    const own = await tx.execute(sql`
      update message set read_at = least(read_at, now())
      where identity_id = ${identityId} and deleted_at is null and ${which}`)
    if (id !== 'all' && own === 1) return true
    const toMany = await markBroadcasts(tx, identityId, { which, column: 'read_at' })
    return id === 'all' || toMany === 1
  })
}

/** Removes a message from the actor's list. Throws wrongState (409) while it waits to be confirmed. */
export async function removeMessage(db: Database, actor: Actor, id: number): Promise<boolean> {
  const { identityId } = actor
  return db.transaction(async (tx) => {
    const own = await tx.execute(sql`
      update message
      set deleted_at = now()
      where identity_id = ${identityId} and id = ${id} and deleted_at is null`)
    if (own === 1) return true
    const asked = await tx.maybeOne(sql`
      select 1 from own_message where identity_id = ${identityId} and id = ${id} and confirm = 'asked'`)
    if (asked) throw new AppError('wrongState', { message: '该消息要确认收到，请先确认再删除' })
    return (await markBroadcasts(tx, identityId, { which: sql`id = ${id}`, column: 'deleted_at' })) === 1
  })
}

/** Marks messages to many for a reader; returns the number of messages concerned. */
const markBroadcasts = (
  tx: Tx,
  identityId: number,
  { which, column }: { readonly which: Sql; readonly column: 'read_at' | 'deleted_at' },
): Promise<number> =>
  tx.execute(sql`
    insert into broadcast_reader (identity_id, broadcast_id, ${sql.id(column)})
    select o.identity_id, o.id, now()
    from (select * from own_message where identity_id = ${identityId} and ${which}) o
    join broadcast b on b.id = o.id
    on conflict (identity_id, broadcast_id)
    do update set ${sql.id(column)} = excluded.${sql.id(column)}`)

/** Unread messages, in all and by kind. Counted from the rows, never kept beside them. */
export async function countUnread(db: Database, actor: Actor) {
  const rows = await db.query<{ kind: string; count: number }>(sql`
    select kind, count(*)::int as count from own_message
    where identity_id = ${actor.identityId} and read_at is null group by kind`)
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    by_kind: Object.fromEntries(rows.map((row) => [row.kind, row.count])),
  }
}
