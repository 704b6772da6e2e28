import { AppError, invalid } from '../../../catalogue/errors.ts'
import { correctionDays, type PresenceStatus, type SettledStatus } from '../../../catalogue/presence/rules.ts'
import { dateOf, uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { lastDay } from '../ways/index.ts'
import { requireReason } from './by-hand.ts'
import { putMark, type Act, type Mark, type MarkKey } from './marks.ts'
import { findSession, instant, type SessionKey } from './sessions.ts'

/** A request to correct a mark. */
export interface CorrectionWish extends MarkKey {
  readonly wish: SettledStatus
  readonly reason: string
  readonly fileId: string | null
  readonly by: number
}

/** A correction: both values stay, whatever is decided. */
export interface Correction extends MarkKey {
  readonly id: string
  /** Null where there was no mark. */
  readonly was: PresenceStatus | null
  readonly wish: SettledStatus
  readonly reason: string
  readonly fileId: string | null
  readonly askedBy: number
  /** ISO 8601. */
  readonly askedAt: string
  /** Null until it is decided. */
  readonly accepted: boolean | null
  readonly note: string
}

const columns = sql`c.event_id as "eventId", c.id, c.session_id as "sessionId", c.teacher_id as "teacherId", c.way, c.was,
  c.wish, c.reason, c.file_id as "fileId", c.asked_by as "askedBy", c.asked_at as "askedAt", c.accepted, c.note`

/** The last day for corrections of a session. */
export async function correctableUntil(db: Queryable, { sessionId }: SessionKey): Promise<string> {
  const session = await findSession(db, sessionId)
  if (!session) throw new AppError('missing')
  const { day } = await db.one<{ day: string }>(
    sql`select ${lastDay(instant(session.endsAt), sql`${correctionDays}::int`)} as day`,
  )
  return day
}

/** Asks for a correction, also once attendance is fixed; one at a time for a mark. */
export async function askCorrection(
  tx: Tx,
  { wish, reason, fileId, by, ...key }: CorrectionWish,
  now: number,
): Promise<string> {
  const { eventId, sessionId, teacherId, way } = key
  const session = await findSession(tx, sessionId)
  if (!session || session.eventId !== eventId || session.cancelled) throw new AppError('missing')
  if (now < session.startsAt) throw new AppError('wrongState', { message: '该场次尚未开始' })
  const until = await correctableUntil(tx, key)
  if (dateOf(new Date(now)) > until)
    throw new AppError('wrongState', { message: `更正要在课后三个工作日内申请，已于 ${until} 截止` })
  const id = uuidv7()
  const [asked] = await tx.query<{ was: PresenceStatus | null }>(sql`
    insert into presence_correction (event_id, id, session_id, teacher_id, way, was, wish, reason, file_id, asked_by,
      asked_at)
    select ${eventId}, ${id}::uuid, ${sessionId}, ${teacherId}, ${way}, (
        select m.status from presence_mark m
        where m.event_id = ${eventId} and m.session_id = ${sessionId} and m.teacher_id = ${teacherId} and m.way = ${way}),
      ${wish}, ${requireReason(reason)}, ${fileId}::uuid, ${by}::int, ${instant(now)}
    on conflict do nothing
    returning was`)
  if (!asked) throw new AppError('duplicate', { message: '这一场的更正已申请，正在办理' })
  if (asked.was === wish) throw invalid('wish', '现在就是该状态，无需更正')
  return id
}

/** Decides a correction of a session. Whom it is about may not decide it, with whatever account. */
export async function decideCorrection(
  tx: Tx,
  { eventId, sessionId, id }: SessionKey & { readonly id: string },
  { accepted, note, by }: { readonly accepted: boolean; readonly note: string; readonly by: number },
  now: number,
): Promise<Mark | null> {
  const found = await tx.maybeOne<Correction & { readonly decided: boolean; readonly own: boolean }>(sql`
    select ${columns}, c.decided_at is not null as decided, exists (
        select 1 from identity a join teacher t on t.person_id = a.person_id
        where a.id = ${by} and t.id = c.teacher_id) as own
    from presence_correction c
    where c.event_id = ${eventId} and c.session_id = ${sessionId} and c.id = ${id} for update`)
  if (!found) throw new AppError('missing')
  if (found.decided) throw new AppError('wrongState', { message: '该更正已办理' })
  if (found.own || found.askedBy === by)
    throw new AppError('forbidden', { message: '自己申请的更正要由他人核定' })
  const text = accepted ? note.trim() : requireReason(note)
  await tx.execute(sql`
    update presence_correction set accepted = ${accepted}, note = ${text}, decided_by = ${by}, decided_at = ${instant(now)}
    where event_id = ${eventId} and id = ${id}`)
  if (!accepted) return null
  const act: Act = {
    act: 'corrected',
    status: found.wish,
    means: 'correction',
    moment: now,
    doubt: null,
    reason: found.reason,
    by,
  }
  const { teacherId, way } = found
  return putMark(tx, { eventId, sessionId, teacherId, way }, act, ({ moment, doubt }) => ({
    ...act,
    moment,
    doubt,
  }))
}

/** Corrections of an event, the oldest first. */
export const correctionsOf = (db: Queryable, eventId: string): Promise<Correction[]> =>
  db.query<Correction>(
    sql`select ${columns} from presence_correction c where c.event_id = ${eventId} order by c.asked_at, c.id`,
  )
