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
  findSession,
  issuePass,
  teacherOfPass,
  type Mark,
  type OwnedSession,
  type SessionKey,
} from '../../engine/presence/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { factsOf, ownedSession, type Owners } from './owned.ts'
import { passOn } from './phone.ts'

/** Where sessions come from. */
interface Sources {
  readonly db: Queryable
  readonly owners: Owners
}

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
async function expectedIn({ db, owners }: Sources, { sessionId }: SessionKey, { teacherId }: Attendee) {
  const session = await ownedSession(db, owners, sessionId)
  if (!session) throw new AppError('missing')
  if (!(await session.owner.isExpected(db, session, teacherId)))
    throw new AppError('forbidden', { message: '您不在本场名单中，请找现场负责人核对' })
  return session
}

export const nameOf = async (db: Queryable, teacherId: number): Promise<string> =>
  (await db.one<{ name: string }>(sql`select name from teacher where id = ${teacherId}`)).name

export const checkedInOf = (session: OwnedSession, name: string, mark: Mark): CheckedIn => ({
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
  { db, keys, owners }: Sources & { readonly db: Database; readonly keys: Keys },
  { token, ...key }: SessionKey & { readonly token: string },
  attendee: Attendee,
  now: number,
): Promise<CheckedIn> {
  const session = await expectedIn({ db, owners }, key, attendee)
  const mark = await db.transaction((tx) => bindClaim(tx, keys, { token, ...attendee }, now))
  return checkedInOf(session, await nameOf(db, attendee.teacherId), mark)
}

/** Takes a scan that a phone kept while it had no network. */
export async function checkInLater(
  { db, keys, owners }: Sources & { readonly db: Database; readonly keys: Keys },
  scan: SessionKey & { readonly code: string; readonly device: string },
  attendee: Attendee,
  now: number,
): Promise<CheckedIn> {
  const session = await expectedIn({ db, owners }, scan, attendee)
  const mark = await db.transaction((tx) => claimOffline(tx, keys, { ...scan, ...attendee }, now))
  return checkedInOf(session, await nameOf(db, attendee.teacherId), mark)
}

const day = 86_400_000

/** A pass for the claims of the event, until the day after the session. */
export const passFor = async (db: Queryable, { eventId, sessionId }: SessionKey, teacherId: number) => {
  const session = await findSession(db, sessionId)
  return issuePass(db, { eventId, teacherId, until: (session?.endsAt ?? Date.now()) + day })
}

/** The session at which the actor is expected. Any other answers like a missing one. */
export async function ownSession({ db, owners }: Sources, actor: Actor, sessionId: string) {
  const session = await ownedSession(db, owners, sessionId)
  const teacherId = actor.teacherId ?? 0
  if (!session || !(await session.owner.isExpected(db, session, teacherId))) throw new AppError('missing')
  return { session, teacherId }
}

/** Sessions shown to a teacher: the latest ones. */
const shown = 30

/** Sessions at which the actor is or was expected, the latest first. */
export async function ownSessions({ db, owners }: Sources, actor: Actor, now: number): Promise<OwnSession[]> {
  const teacherId = actor.teacherId ?? 0
  const ids = await Promise.all(owners.map((owner) => owner.sessionsOf(db, teacherId, shown)))
  const sessions = await Promise.all(ids.flat().map((id) => ownedSession(db, owners, id)))
  const latest = sessions
    .flatMap((one) => one ?? [])
    .toSorted((a, b) => b.startsAt - a.startsAt)
    .slice(0, shown)
  return Promise.all(latest.map((one) => ownLine(db, teacherId, one, now)))
}

async function ownLine(
  db: Queryable,
  teacherId: number,
  session: OwnedSession,
  now: number,
): Promise<OwnSession> {
  const { eventId, sessionId } = session
  const [attendance, until, corrections] = await Promise.all([
    attendanceOf(db, { eventId, teachers: [teacherId], sessions: [sessionId] }, now),
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
