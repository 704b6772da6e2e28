import { z } from 'zod'
import { isRole } from '../../../catalogue/access/roles.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  messageReach,
  messageToMany,
  reachAnswer,
  rolesToWriteTo,
  sentMessage,
  sentMessages,
  type MessageReach,
  type MessageToMany,
  type SentMessage,
} from '../../../catalogue/contract/account/messages-to-many.ts'
import { listing, sized } from '../../../catalogue/contract/envelope.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { institutionsInScope, type ActorOn } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

/** A notice among the kinds of messages (dictionary messageKind). */
const notice = '7'
/** Everybody: no institution has this number. */
const everybody = 0
const senders = [1, 3, 4, 5, 6] as const

/**
 * The institution whose people are meant, 0 for everybody. Throws 400 outside of what the actor may write to.
 */
async function placeOf(db: Queryable, actor: Actor, { roles, place }: MessageReach): Promise<number> {
  const allowed = rolesToWriteTo(actor.role)
  if (!roles.every((role) => isRole(role) && allowed.includes(role)))
    throw invalid('roles', '不能发给这种角色')
  if (place === undefined) return actor.role === 1 ? everybody : actor.institutionId
  const within = actor.role === 1 ? sql`true` : institutionsInScope(actor, 'i')
  const found = await db.maybeOne(sql`select 1 from institution i where i.id = ${place} and ${within}`)
  if (!found) throw invalid('place', '范围内没有该单位')
  return place
}

/** Number of accounts that a message to these roles, at a place and below, reaches. */
const reachedBy = (actor: Actor, place: number, roles: readonly number[]): Sql => sql`
  select count(*)::int as accounts
  from identity a join institution i on i.id = a.institution_id
  where a.state = 'enabled' and a.role = any(${[...roles]}::smallint[]) and a.id <> ${actor.identityId}
    and (${place} = 0 or ${place} in (i.id, i.district_id, i.city_id, i.province_id))`

/** Sends a message to many; the same key sends it once. Throws 400 where nobody would get it. */
async function send(db: Database, actor: Actor, message: MessageToMany): Promise<number> {
  return db.transaction(async (tx) => {
    const place = await placeOf(tx, actor, message)
    const { accounts } = await tx.one<{ accounts: number }>(reachedBy(actor, place, message.roles))
    if (accounts === 0) throw invalid('roles', '范围内没有这种角色的账号')
    const made = await tx.maybeOne<{ id: number }>(sql`
      insert into broadcast (kind, title, content, place, roles, by_identity, key, reached, confirm)
      values (${notice}, ${message.title}, ${message.content}, ${place}, ${[...message.roles]}::smallint[],
        ${actor.identityId}, ${message.key}::uuid, ${accounts}, ${message.confirm})
      on conflict (by_identity, key) do nothing
      returning id`)
    if (!made) {
      const { id } = await tx.one<{ id: number }>(sql`
        select id from broadcast where by_identity = ${actor.identityId} and key = ${message.key}::uuid`)
      return id
    }
    await note(tx, {
      by: actor.identityId,
      action: 'message.sent',
      facts: { message: made.id, roles: message.roles, place, accounts },
    })
    return made.id
  })
}

const sentColumns = sql`b.id, b.title, b.content, coalesce(i.name, '全平台') as place, b.roles, b.created_at, b.reached,
  b.withdrawn_at, b.confirm, b.reminded_at,
  (select count(*)::int from broadcast_reader r where r.broadcast_id = b.id and r.confirmed_at is not null) as confirmed,
  (select count(*)::int from broadcast_reader r where r.broadcast_id = b.id and r.read_at is not null) as read`

/** A message of the actor's as its sender sees it; undefined for another's. */
export const sentOf = (db: Queryable, { identityId }: Actor, id: number): Promise<SentMessage | undefined> =>
  db.maybeOne<SentMessage>(sql`
    select ${sentColumns} from broadcast b left join institution i on i.id = b.place
    where b.id = ${id} and b.by_identity = ${identityId}`)

async function listSent(
  db: Queryable,
  { identityId }: Actor,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const [{ total }, list] = await Promise.all([
    db.one<{ total: number }>(
      sql`select count(*)::int as total from broadcast where by_identity = ${identityId}`,
    ),
    db.query<SentMessage>(sql`
      select ${sentColumns}
      from broadcast b left join institution i on i.id = b.place
      where b.by_identity = ${identityId}
      order by b.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
  return { list, total, page, pageSize }
}

/** Takes a message back: it leaves every box. 404 for another's. */
async function withdraw(db: Database, actor: Actor, id: number): Promise<SentMessage> {
  return db.transaction(async (tx) => {
    const taken = await tx.maybeOne(sql`
      update broadcast set withdrawn_at = now()
      where id = ${id} and by_identity = ${actor.identityId} and withdrawn_at is null returning id`)
    const row = await sentOf(tx, actor, id)
    if (!row) throw new AppError('missing')
    if (taken) await note(tx, { by: actor.identityId, action: 'message.withdrawn', facts: { message: id } })
    return row
  })
}

const rolesInAddress = z
  .string()
  .regex(/^\d{1,3}(,\d{1,3})*$/, '请选择发给谁')
  .transform((text) => text.split(',').map(Number))
const id = z.coerce
  .number({ error: '编号应为整数' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(Number.MAX_SAFE_INTEGER)

/** The calls with which offices and the administrator write to many at once. */
export function toManyRoutes(server: Server, db: Database, actorOn: ActorOn): void {
  const shared = { access: senders, tag: '消息' } as const
  const url = '/api/v1/userSystemMessage'
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '群发一条消息给范围内的某些角色',
    perMinute: 10,
    body: messageToMany,
    answer: z.object({ id: z.number().int() }),
    handle: async ({ body }, request) => ({ id: await send(db, actorOn(request), body) }),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/reach`,
    summary: '这样群发会发给多少个账号',
    query: z.strictObject({
      roles: rolesInAddress,
      place: z.coerce.number().pipe(messageReach.shape.place.unwrap()).optional(),
    }),
    answer: reachAnswer,
    handle: async ({ query }, request) => {
      const actor = actorOn(request)
      const place = await placeOf(db, actor, query)
      return db.one<{ accounts: number }>(reachedBy(actor, place, query.roles))
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/sent`,
    summary: '我群发的消息，各有多少人看过',
    query: z.strictObject(listing),
    answer: sentMessages,
    handle: ({ query }, request) => listSent(db, actorOn(request), sized(query)),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/sent/:id/withdraw`,
    summary: '撤回我群发的一条消息',
    params: z.object({ id }),
    answer: sentMessage,
    handle: ({ params }, request) => withdraw(db, actorOn(request), params.id),
  })
}
