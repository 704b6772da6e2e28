import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { SessionTime } from '../../../catalogue/presence/moments.ts'
import { presenceRules, type PresenceRules } from '../../../catalogue/presence/rules.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'

/** Names a session of an event; an event is a campaign or a case. */
export interface SessionKey {
  readonly eventId: string
  readonly sessionId: string
}

/** A session as its event plans it. */
export interface SessionPlan extends SessionKey, SessionTime {
  readonly place: string
  /** Tenths of an hour. */
  readonly tenths: number
}

/** A session with the rules of its event. */
export interface Session extends SessionPlan {
  readonly rules: PresenceRules
  readonly cancelled: boolean
  readonly fixed: boolean
  /** People counted in the room; null when they were not counted. */
  readonly heads: number | null
}

/** A moment of the database in milliseconds. */
export const millis = (moment: Sql): Sql =>
  sql`(extract(epoch from ${moment} - 'epoch'::timestamptz) * 1000)::float8`

const selected = sql`
  select s.event_id as "eventId", s.id as "sessionId", ${millis(sql`s.starts_at`)} as "startsAt",
    ${millis(sql`s.ends_at`)} as "endsAt", s.place, s.tenths, s.heads, s.cancelled_at is not null as cancelled, b.rules,
    b.fixed_at is not null as fixed
  from presence_session s join presence_book b on b.event_id = s.event_id`

/** A moment as the database takes it. */
export const instant = (moment: number): Sql => sql`${new Date(moment).toISOString()}::timestamptz`

/** Opens the book of an event with its rules; it keeps those of the first time. */
export async function openBook(tx: Tx, eventId: string, rules: PresenceRules): Promise<void> {
  await tx.execute(sql`
    insert into presence_book (event_id, rules) values (${eventId}, ${sql.json(presenceRules.parse(rules))}::jsonb)
    on conflict do nothing`)
}

/** Longest session: the codes of its terms are looked through one by one. */
const longest = 24 * 3_600_000

/** Writes a session. Once there are marks, its times stay: the marks were judged by them. */
export async function putSession(tx: Tx, plan: SessionPlan): Promise<void> {
  const { eventId, sessionId, startsAt, endsAt, place, tenths } = plan
  if (endsAt <= startsAt) throw invalid('endsAt', '场次的结束要晚于开始')
  if (endsAt - startsAt > longest) throw invalid('endsAt', '一个场次不能超过 24 小时，请分成几场')
  await lockBook(tx, eventId)
  const { marked } = await tx.one<{ marked: boolean }>(sql`
    select exists (select 1 from presence_mark where event_id = ${eventId} and session_id = ${sessionId}) as marked`)
  const written = await tx.execute(sql`
    insert into presence_session as s (event_id, id, starts_at, ends_at, place, tenths)
    values (${eventId}, ${sessionId}, ${instant(startsAt)}, ${instant(endsAt)}, ${place}, ${tenths})
    on conflict (event_id, id) do update
    set starts_at = excluded.starts_at, ends_at = excluded.ends_at, place = excluded.place, tenths = excluded.tenths
    where s.cancelled_at is null
      and (not ${marked}::boolean or (s.starts_at = excluded.starts_at and s.ends_at = excluded.ends_at))`)
  if (written === 0) throw new AppError('wrongState', { message: '场次已取消或已有签到，时间不能再改' })
}

/** Locks the book of an event against everybody who marks; 409 once its attendance is fixed. */
async function lockBook(tx: Tx, eventId: string): Promise<void> {
  const book = await tx.maybeOne<{ fixed_at: string | null }>(
    sql`select fixed_at from presence_book where event_id = ${eventId} for update`,
  )
  if (!book) throw new AppError('missing')
  if (book.fixed_at !== null) throw fixedAlready()
}

const fixedAlready = () => new AppError('wrongState', { message: '出勤已经确定，要改请申请更正' })

/** Cancels a session: it is due for nobody, whatever marks it has. */
export async function cancelSession(
  tx: Tx,
  { eventId, sessionId }: SessionKey,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  if (reason.trim() === '') throw invalid('reason', '请写明取消的原因')
  await lockBook(tx, eventId)
  const cancelled = await tx.execute(sql`
    update presence_session set cancelled_at = ${instant(now)}, cancelled_reason = ${reason.trim()}
    where event_id = ${eventId} and id = ${sessionId} and cancelled_at is null`)
  if (cancelled === 0) throw new AppError('missing')
}

/** Notes how many people were counted in the room. */
export async function countHeads(
  tx: Tx,
  { eventId, sessionId }: SessionKey,
  { heads, by }: { readonly heads: number; readonly by: number },
): Promise<void> {
  if (!Number.isInteger(heads) || heads < 0 || heads > 100_000)
    throw invalid('heads', '人数要填 0 以上的整数')
  const counted = await tx.execute(sql`
    update presence_session set heads = ${heads}, heads_by = ${by} where event_id = ${eventId} and id = ${sessionId}`)
  if (counted === 0) throw new AppError('missing')
}

/** Sessions of an event in their order, cancelled ones, too. */
export const sessionsOf = (db: Queryable, eventId: string): Promise<Session[]> =>
  db.query<Session>(sql`${selected} where s.event_id = ${eventId} order by s.starts_at, s.id`)

/** The session that an address with a code names. */
export const findSession = (db: Queryable, sessionId: string): Promise<Session | undefined> =>
  db.maybeOne<Session>(sql`${selected} where s.id = ${sessionId}`)

/** Those of some sessions that lie in a span of milliseconds, wholly or in part; cancelled ones, too. */
export const sessionsWithin = (
  db: Queryable,
  ids: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Session[]> =>
  db.query<Session>(sql`
    ${selected}
    where s.id = any(${[...ids]}::uuid[]) and s.starts_at < ${instant(to)} and s.ends_at > ${instant(from)}`)

/** A session whose marks may change: `fixAttendance` waits until this transaction has ended. */
export async function markableSession(tx: Tx, { eventId, sessionId }: SessionKey): Promise<Session> {
  const session = await tx.maybeOne<Session>(
    sql`${selected} where s.event_id = ${eventId} and s.id = ${sessionId} for share of b`,
  )
  if (!session) throw new AppError('missing')
  if (session.cancelled) throw new AppError('wrongState', { message: '这一场已取消' })
  if (session.fixed) throw fixedAlready()
  return session
}

/**
 * Fixes the attendance of an event: from then on marks change by a decided correction only. Doubts have to be
 * decided first.
 */
export async function fixAttendance(
  tx: Tx,
  eventId: string,
  { by, now }: { readonly by: number | null; readonly now: number },
): Promise<void> {
  await lockBook(tx, eventId)
  const { doubts } = await tx.one<{ doubts: number }>(sql`
    select count(*)::int as doubts
    from presence_mark m join presence_session s on s.event_id = m.event_id and s.id = m.session_id
    where m.event_id = ${eventId} and m.status = '7' and s.cancelled_at is null`)
  if (doubts > 0)
    throw new AppError('wrongState', { message: `还有 ${doubts} 条待核的签到，核定以后才能确定出勤` })
  await tx.execute(sql`
    update presence_book set fixed_at = ${instant(now)}, fixed_by = ${by}::int where event_id = ${eventId}`)
}
