import type { z } from 'zod'
import type { message } from '../../../catalogue/contract/workspace.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

export interface MessageQuery {
  readonly page: number
  readonly pageSize: number
  readonly is_read?: '0' | '1' | undefined
  readonly kind?: string | undefined
  readonly id?: number | undefined
}

type Message = z.infer<typeof message>

const columns = sql`id, kind, title, content, link, (read_at is not null)::int as is_read, created_at`

function conditions(actor: Actor, query: MessageQuery): Sql {
  const parts = [sql`identity_id = ${actor.identityId}`, sql`deleted_at is null`]
  if (query.is_read === '0') parts.push(sql`read_at is null`)
  if (query.is_read === '1') parts.push(sql`read_at is not null`)
  if (query.kind !== undefined) parts.push(sql`kind = ${query.kind}`)
  if (query.id !== undefined) parts.push(sql`id = ${query.id}`)
  return sql.join(parts, ' and ')
}

/** A page of the actor's own messages, newest first. */
export async function listMessages(db: Queryable, actor: Actor, query: MessageQuery) {
  const where = conditions(actor, query)
  const [{ total }, list] = await Promise.all([
    db.one<{ total: number }>(sql`select count(*)::int as total from message where ${where}`),
    db.query<Message>(sql`
      select ${columns}
      from message
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
    from message
    where identity_id = ${actor.identityId} and deleted_at is null and read_at is null
    order by id desc limit ${count}`)
}

/** Marks one message, or all, as read; false when there is no such message of the actor's. */
export async function markRead(db: Queryable, actor: Actor, id: number | 'all'): Promise<boolean> {
  const which = id === 'all' ? sql`read_at is null` : sql`id = ${id}`
  const touched = await db.execute(sql`
    update message set read_at = coalesce(read_at, now())
    where identity_id = ${actor.identityId} and deleted_at is null and ${which}`)
  return id === 'all' || touched === 1
}

/** Removes a message from the actor's list. */
export async function removeMessage(db: Queryable, actor: Actor, id: number): Promise<boolean> {
  const touched = await db.execute(sql`
    update message
    set deleted_at = now()
    where identity_id = ${actor.identityId} and id = ${id} and deleted_at is null`)
  return touched === 1
}

/** Unread messages, in all and by kind. Counted from the rows, never kept beside them. */
export async function countUnread(db: Database, actor: Actor) {
  const rows = await db.query<{ kind: string; count: number }>(sql`
    select kind, count(*)::int as count from message
    where identity_id = ${actor.identityId} and read_at is null and deleted_at is null group by kind`)
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    by_kind: Object.fromEntries(rows.map((row) => [row.kind, row.count])),
  }
}
