import { AppError } from '../../../catalogue/errors.ts'
import { attendanceIn, type Attendance } from '../../../catalogue/presence/attendance.ts'
import { usualRules } from '../../../catalogue/presence/rules.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import { marksWhere, type Mark } from './marks.ts'
import { sessionsOf, type Session, type SessionKey } from './sessions.ts'

/** What people attended; without sessions named, of all. */
export async function attendanceOf(
  db: Queryable,
  {
    eventId,
    teachers,
    sessions: only,
  }: {
    readonly eventId: string
    readonly teachers: readonly number[]
    readonly sessions?: readonly string[]
  },
  now: number,
): Promise<ReadonlyMap<number, Attendance>> {
  const planned = await sessionsOf(db, eventId)
  const asked = planned.filter(({ sessionId }) => only?.includes(sessionId) ?? true)
  return attendanceAmong(db, asked, { eventId, teachers }, now)
}

/** What people attended of sessions that were read already. */
export async function attendanceAmong(
  db: Queryable,
  planned: readonly Session[],
  { eventId, teachers }: { readonly eventId: string; readonly teachers: readonly number[] },
  now: number,
): Promise<ReadonlyMap<number, Attendance>> {
  const sessions = planned.filter(({ cancelled }) => !cancelled)
  const marks =
    sessions.length === 0
      ? []
      : await marksWhere(db, sql`m.event_id = ${eventId} and m.teacher_id = any(${[...teachers]}::int[])`)
  const byKey = new Map(marks.map((mark) => [keyOf(mark), mark.status]))
  const rules = sessions[0]?.rules ?? usualRules
  const one = (teacherId: number): Attendance =>
    attendanceIn(
      sessions,
      rules,
      (sessionId, way) => byKey.get(keyOf({ sessionId, teacherId, way })) ?? null,
      now,
    )
  return new Map(teachers.map((teacherId) => [teacherId, one(teacherId)]))
}

const keyOf = ({ sessionId, teacherId, way }: Pick<Mark, 'sessionId' | 'teacherId' | 'way'>): string =>
  `${sessionId}|${teacherId}|${way}`

/** Who was marked in a session, beside the people who were counted in the room. */
export interface SessionCount {
  readonly heads: number | null
  readonly marks: readonly Mark[]
}

export async function countSession(db: Queryable, { eventId, sessionId }: SessionKey): Promise<SessionCount> {
  const session = (await sessionsOf(db, eventId)).find((one) => one.sessionId === sessionId)
  if (!session) throw new AppError('missing')
  const marks = await marksWhere(db, sql`m.event_id = ${eventId} and m.session_id = ${sessionId}`)
  return { heads: session.heads, marks }
}

/** Sessions of an event in which somebody was marked. */
export async function calledSessions(db: Queryable, eventId: string): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(
    sql`select distinct session_id as id from presence_mark where event_id = ${eventId}::uuid`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** A mark that waits for a decision, and the marks of others from the same phone. */
export interface Doubt {
  readonly mark: Mark
  readonly beside: readonly Mark[]
}

/** The doubts of an event. */
export async function doubtsOf(db: Queryable, eventId: string): Promise<Doubt[]> {
  const doubts = await marksWhere(db, sql`m.event_id = ${eventId} and m.status = '7'`)
  const pairs = await db.query<{ doubt: string; other: string }>(sql`
    select m.id as doubt, o.id as other
    from presence_mark m
      join presence_mark o on o.event_id = m.event_id and o.session_id = m.session_id and o.device = m.device
        and o.teacher_id <> m.teacher_id
    where m.event_id = ${eventId} and m.status = '7'`)
  const others = await marksWhere(
    db,
    sql`m.event_id = ${eventId} and m.id = any(${pairs.map(({ other }) => other)}::uuid[])`,
  )
  return doubts.map((mark) => {
    const ids = new Set(pairs.flatMap(({ doubt, other }) => (doubt === mark.id ? [other] : [])))
    return { mark, beside: others.filter(({ id }) => ids.has(id)) }
  })
}
