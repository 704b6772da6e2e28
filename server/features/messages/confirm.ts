import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  MessageReader,
  ReaderFilters,
  SentMessage,
} from '../../../catalogue/contract/account/messages-to-many.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { sentOf } from './to-many.ts'

/**
 * Confirms a message to many for the reader; a second time changes nothing. 404 for what is not the reader's;
 * 409 where nobody asks for it.
 */
export async function confirmMessage(
  db: Database,
  { identityId }: Pick<Actor, 'identityId'>,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await tx.maybeOne<{ confirm: 'asked' | 'done' | null }>(
      sql`select confirm from own_message where identity_id = ${identityId} and id = ${id}`,
    )
    if (!found) throw new AppError('missing')
    if (found.confirm === null) throw new AppError('wrongState', { message: '该消息无需确认' })
    const done = await tx.execute(sql`
      insert into broadcast_reader as r (identity_id, broadcast_id, read_at, confirmed_at)
      values (${identityId}, ${id}, now(), now())
      on conflict (identity_id, broadcast_id)
      do update set read_at = least(r.read_at, excluded.read_at), confirmed_at = excluded.confirmed_at
      where r.confirmed_at is null`)
    if (done === 1) await note(tx, { by: identityId, action: 'message.confirmed', facts: { message: id } })
  })
}

/** Accounts a whom the actor's own message b is for, of institution i, with what they did (r). */
const readersOf = (actor: Actor, id: number): Sql => sql`
  from broadcast b
  join institution i on b.place in (0, i.id, i.district_id, i.city_id, i.province_id)
  join identity a on a.institution_id = i.id and a.role = any(b.roles) and a.state = 'enabled'
    and a.id <> b.by_identity
  left join broadcast_reader r on r.identity_id = a.id and r.broadcast_id = b.id
  where b.id = ${id} and b.by_identity = ${actor.identityId} and b.confirm`

const inState = (state: ReaderFilters['state']): Sql => {
  if (state === undefined) return sql``
  return state === 'waiting' ? sql`and r.confirmed_at is null` : sql`and r.confirmed_at is not null`
}

/** Counting ends here, as in all lists. */
const mostCounted = 10_000

/** Whom a message is for, by institution. 404 unless the actor sent it and asked for a confirmation. */
export async function listReaders(
  db: Queryable,
  { actor, id }: { readonly actor: Actor; readonly id: number },
  { page, pageSize, state }: ReaderFilters & { readonly page: number; readonly pageSize: number },
) {
  await requireAsking(db, actor, id)
  const where = sql`${readersOf(actor, id)} ${inState(state)}`
  const [{ total }, list] = await Promise.all([
    db.one<{ total: number }>(
      sql`select count(*)::int as total from (select 1 ${where} limit ${mostCounted + 1}) counted`,
    ),
    readersWhere(db, sql`${where} order by i.id, a.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
  const more = total > mostCounted
  return {
    list,
    total: more ? mostCounted : total,
    ...(more && { totalMore: true as const }),
    page,
    pageSize,
  }
}

/** The sender's message that asks for a confirmation; 404 for any other. */
export async function requireAsking(db: Queryable, actor: Actor, id: number): Promise<SentMessage> {
  const sent = await sentOf(db, actor, id)
  if (!sent?.confirm) throw new AppError('missing')
  return sent
}

/** Keys of the readers in the order of the list, for an export. */
export const readerKeys = (
  db: Queryable,
  { actor, id, state }: { readonly actor: Actor; readonly id: number } & ReaderFilters,
  most: number,
) =>
  db.query<{ id: number; person: number; teacher: number | null }>(sql`
    select a.id, a.person_id as person, (select t.id from teacher t where t.person_id = a.person_id) as teacher
    ${readersOf(actor, id)} ${inState(state)}
    order by i.id, a.id
    limit ${most}`)

export const readersByIds = (
  db: Queryable,
  { actor, id }: { readonly actor: Actor; readonly id: number },
  ids: readonly number[],
) => readersWhere(db, sql`${readersOf(actor, id)} and a.id = any(${[...ids]}::int[])`)

/** @param rest begins with `from` */
const readersWhere = (db: Queryable, rest: Sql): Promise<MessageReader[]> =>
  db.query<MessageReader>(sql`
    select a.id, (select p.name from person p where p.id = a.person_id) as name, i.name as institution, a.role,
      r.read_at, r.confirmed_at
    ${rest}`)

/**
 * Reminds those who have not confirmed: for them the message is unread again, and those who chose it hear of
 * it by their other channels. Once a day; 409 before, and for a message that was withdrawn.
 */
export function remindReaders(db: Database, actor: Actor, id: number): Promise<SentMessage> {
  return db.transaction(async (tx) => {
    await requireAsking(tx, actor, id)
    const reminded = await tx.execute(sql`
      update broadcast set reminded_at = now(), reminders = reminders + 1
      where id = ${id} and by_identity = ${actor.identityId} and withdrawn_at is null
        and (reminded_at is null or reminded_at < now() - interval '24 hours')`)
    if (reminded === 0)
      throw new AppError('wrongState', { message: '24 小时内已经提醒过，或消息已撤回，现在不能提醒' })
    await note(tx, { by: actor.identityId, action: 'message.reminded', facts: { message: id } })
    return requireAsking(tx, actor, id)
  })
}
