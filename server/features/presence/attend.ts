import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { CheckedIn, OwnSession } from '../../../catalogue/contract/training/presence.ts'
import { AppError } from '../../../catalogue/errors.ts'
import {
  attendanceOf,
  bindClaim,
  claimOffline,
  correctableUntil,
  correctionsOf,
  issuePass,
  teacherOfPass,
  type Mark,
  type SessionKey,
} from '../../engine/presence/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { daySession, factsOf, isExpected, type DaySession } from './days.ts'
import { passOn } from './phone.ts'

/** Who checks in: the teacher, and the account in whose name the mark is made. */
interface Attendee {
  readonly teacherId: number
  readonly by: number
}

const strangersAnswer = () => new AppError('sessionDead', { message: '请先登录，登录后自动完成签到' })

/** The account of a teacher whose phone shows a pass. */
async function accountOf(db: Queryable, teacherId: number): Promise<Attendee | undefined> {
  const account = await db.maybeOne<{ by: number }>(sql`
    select a.id as by from identity a join teacher t on t.person_id = a.person_id
    where t.id = ${teacherId} and a.role = 2 and a.state = 'enabled'
    order by a.id limit 1`)
  return account && { teacherId, by: account.by }
}

/** Who checks in: whoever is signed in, else whose pass the phone has. */
export async function attendeeOn(
  db: Queryable,
  request: FastifyRequest,
  eventId: string,
  now: number,
): Promise<Attendee> {
  const { actor } = request
  if (actor?.teacherId) return { teacherId: actor.teacherId, by: actor.identityId }
  if (actor) throw new AppError('forbidden', { message: '签到要用教师身份，请切换到教师身份再扫' })
  const secret = passOn(request)
  const teacherId = secret === undefined ? undefined : await teacherOfPass(db, { eventId, secret, now })
  const attendee = teacherId === undefined ? undefined : await accountOf(db, teacherId)
  if (!attendee) throw strangersAnswer()
  return attendee
}

/** The session, if the teacher is expected there. */
async function expectedIn(db: Queryable, { eventId, sessionId }: SessionKey, { teacherId }: Attendee) {
  const session = await daySession(db, sessionId)
  if (!session) throw new AppError('missing')
  if (!(await isExpected(db, eventId, teacherId)))
    throw new AppError('forbidden', { message: '您不在本场名单中，请找现场负责人核对' })
  return session
}

const nameOf = async (db: Queryable, teacherId: number): Promise<string> =>
  (await db.one<{ name: string }>(sql`select name from teacher where id = ${teacherId}`)).name

const checkedInOf = (session: DaySession, name: string, mark: Mark): CheckedIn => ({
  title: session.title,
  place: session.place,
  name,
  way: mark.way,
  status: mark.status,
  moment: mark.moment,
  doubt: mark.status === '7' ? mark.doubt : null,
})

/** Binds the claim of a phone to the teacher. */
export async function checkIn(
  { db, keys }: { readonly db: Database; readonly keys: Keys },
  { token, ...key }: SessionKey & { readonly token: string },
  attendee: Attendee,
  now: number,
): Promise<CheckedIn> {
  const session = await expectedIn(db, key, attendee)
  const mark = await db.transaction((tx) => bindClaim(tx, keys, { token, ...attendee }, now))
  return checkedInOf(session, await nameOf(db, attendee.teacherId), mark)
}

/** Takes a scan that a phone kept while it had no network. */
export async function checkInLater(
  { db, keys }: { readonly db: Database; readonly keys: Keys },
  scan: SessionKey & { readonly code: string; readonly device: string },
  attendee: Attendee,
  now: number,
): Promise<CheckedIn> {
  const session = await expectedIn(db, scan, attendee)
  const mark = await db.transaction((tx) => claimOffline(tx, keys, { ...scan, ...attendee }, now))
  return checkedInOf(session, await nameOf(db, attendee.teacherId), mark)
}

const day = 86_400_000

/** A pass for the claims of the event, until the day after the session. */
export const passFor = async (db: Queryable, { eventId, sessionId }: SessionKey, teacherId: number) => {
  const session = await daySession(db, sessionId)
  return issuePass(db, { eventId, teacherId, until: (session?.endsAt ?? Date.now()) + day })
}

/** The session at which the actor is expected. Any other answers like a missing one. */
export async function ownSession(db: Queryable, actor: Actor, sessionId: string) {
  const session = await daySession(db, sessionId)
  const teacherId = actor.teacherId ?? 0
  if (!session || !(await isExpected(db, session.eventId, teacherId))) throw new AppError('missing')
  return { session, teacherId }
}

/** Sessions shown to a teacher: the latest ones. */
const shown = 30

/** Sessions at which the actor is or was expected, the latest first. */
export async function ownSessions(db: Queryable, actor: Actor, now: number): Promise<OwnSession[]> {
  const rows = await db.query<{ id: string }>(sql`
    select s.id from training_day_person p
      join presence_session s on s.event_id = p.event_id
    where p.teacher_id = ${actor.teacherId ?? 0}
    order by s.starts_at desc, s.id limit ${shown}`)
  const sessions = await Promise.all(rows.map(({ id }) => daySession(db, id)))
  return Promise.all(sessions.flatMap((one) => (one ? [ownLine(db, actor.teacherId ?? 0, one, now)] : [])))
}

async function ownLine(
  db: Queryable,
  teacherId: number,
  session: DaySession,
  now: number,
): Promise<OwnSession> {
  const { eventId, sessionId } = session
  const [attendance, until, corrections] = await Promise.all([
    attendanceOf(db, { eventId, teachers: [teacherId] }, now),
    correctableUntil(db, session),
    correctionsOf(db, eventId),
  ])
  const own = corrections.findLast((one) => one.teacherId === teacherId && one.sessionId === sessionId)
  return {
    ...factsOf(session, now),
    institution: session.institution,
    status: attendance.get(teacherId)?.statuses.get(sessionId) ?? null,
    correctableUntil: until,
    correction: own ? { wish: own.wish, accepted: own.accepted, note: own.note } : null,
  }
}
