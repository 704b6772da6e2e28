import { AppError } from '../../../catalogue/errors.ts'
import {
  absencesOf,
  canStillReach,
  countStatuses,
  doubtsIn,
  dueOf,
  hoursFor,
  isEnough,
} from '../../../catalogue/presence/count.ts'
import { statusOf } from '../../../catalogue/presence/moments.ts'
import type { PresenceStatus } from '../../../catalogue/presence/rules.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import { marksWhere, type Mark } from './marks.ts'
import { sessionsOf, type SessionKey } from './sessions.ts'

/** What a person attended of an event. */
export interface Attendance {
  /** By session that was not cancelled; null where the session is not over and there is no mark. */
  readonly statuses: ReadonlyMap<string, PresenceStatus | null>
  /** Sessions so far that had to be attended, those that were, and those that were not. */
  readonly due: number
  readonly attended: number
  readonly absences: number
  /** Marks that nobody decided; as long as they are open they do not count as attended. */
  readonly doubts: number
  /** Sessions without a status yet. */
  readonly left: number
  readonly enough: boolean
  /** Whether it can still be enough with the sessions left. */
  readonly reachable: boolean
  /** Tenths of an hour of the sessions attended. */
  readonly tenths: number
}

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
  const sessions = (await sessionsOf(db, eventId)).filter(
    ({ cancelled, sessionId }) => !cancelled && (only?.includes(sessionId) ?? true),
  )
  const marks = await marksWhere(
    db,
    sql`m.event_id = ${eventId} and m.teacher_id = any(${[...teachers]}::int[])`,
  )
  const byKey = new Map(marks.map((mark) => [keyOf(mark), mark.status]))
  const one = (teacherId: number): Attendance => {
    const list = sessions.map((session) => {
      const { sessionId } = session
      const at = (way: Mark['way']) => byKey.get(keyOf({ sessionId, teacherId, way })) ?? null
      return { session, status: statusOf(session, session.rules, { in: at('in'), out: at('out'), now }) }
    })
    const judged = list.flatMap(({ session, status }) => (status === null ? [] : [{ ...session, status }]))
    const counts = countStatuses(judged.map(({ status }) => status))
    const rules = sessions[0]?.rules ?? { latesPerAbsence: 0, leastAttendance: 0 }
    const [due, absences, doubts] = [dueOf(counts), absencesOf(counts, rules), doubtsIn(counts)]
    const left = list.length - judged.length
    return {
      statuses: new Map(list.map(({ session, status }) => [session.sessionId, status])),
      due,
      attended: due - absences - doubts,
      absences,
      doubts,
      left,
      enough: isEnough({ due, absences: absences + doubts }, rules),
      reachable: canStillReach({ due, absences, left }, rules),
      tenths: hoursFor('attended', 0, judged),
    }
  }
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
