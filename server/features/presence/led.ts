import type { Actor } from '../../../catalogue/access/access.ts'
import {
  mostExpected,
  type LedSession,
  type SessionCorrection,
} from '../../../catalogue/contract/training/presence.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import {
  attendanceOf,
  correctionsOf,
  countSession,
  doubtsOf,
  type Mark,
} from '../../engine/presence/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { factsOf, ledBy, type DaySession } from './days.ts'

/** Somebody who is expected at an event. */
export interface ListedPerson {
  readonly teacherId: number
  readonly name: string
  readonly institution: string
}

/** Who is expected at an event, by name. */
export const expectedAt = (db: Queryable, eventId: string): Promise<ListedPerson[]> =>
  db.query<ListedPerson>(sql`
    select p.teacher_id as "teacherId", t.name, coalesce(i.name, '') as institution
    from training_day_person p
      join teacher t on t.id = p.teacher_id
      left join institution i on i.id = t.institution_id
    where p.event_id = ${eventId}
    order by t.name_sort, t.id`)

/** Teachers of the own school, from whom the list of a day is chosen. */
export const ownPeople = (db: Queryable, actor: Actor): Promise<ListedPerson[]> =>
  db.query<ListedPerson>(sql`
    select t.id as "teacherId", t.name, coalesce(i.name, '') as institution
    from teacher t left join institution i on i.id = t.institution_id
    where ${scopeCondition(actor, 't', 'id')}
    order by t.name_sort, t.id limit ${mostExpected}`)

/** Names of others who used the phone of a mark that waits, by the number of the mark. */
async function namesBeside(
  db: Queryable,
  { eventId }: DaySession,
  nameOf: (teacherId: number) => string,
): Promise<ReadonlyMap<string, string[]>> {
  const doubts = await doubtsOf(db, eventId)
  return new Map(doubts.map(({ mark, beside }) => [mark.id, beside.map((one) => nameOf(one.teacherId))]))
}

const correctionsIn = async (
  db: Queryable,
  session: DaySession,
  nameOf: (teacherId: number) => string,
): Promise<SessionCorrection[]> =>
  (await correctionsOf(db, session.eventId))
    .filter(({ sessionId }) => sessionId === session.sessionId)
    .map(({ id, teacherId, way, was, wish, reason, askedAt, accepted, note }) => ({
      id,
      teacherId,
      name: nameOf(teacherId),
      way,
      was,
      wish,
      reason,
      askedAt,
      accepted,
      note,
    }))

/** A session as its leader sees it: everybody who is expected, each mark, what waits for a decision. */
export async function readLed(
  db: Queryable,
  actor: Actor,
  sessionId: string,
  now: number,
): Promise<LedSession> {
  const session = await ledBy(db, actor, sessionId)
  const people = await expectedAt(db, session.eventId)
  const names = new Map(people.map(({ teacherId, name }) => [teacherId, name]))
  const nameOf = (teacherId: number) => names.get(teacherId) ?? '名单外人员'
  const teachers = people.map(({ teacherId }) => teacherId)
  const [{ heads, marks }, attendance, beside, corrections] = await Promise.all([
    countSession(db, session),
    attendanceOf(db, { eventId: session.eventId, teachers }, now),
    namesBeside(db, session, nameOf),
    correctionsIn(db, session, nameOf),
  ])
  const shown = ({ id, way, status, means, moment, doubt }: Mark) => ({
    way,
    status,
    means,
    moment,
    doubt,
    beside: beside.get(id) ?? [],
  })
  return {
    ...factsOf(session, now),
    signOut: session.rules.signOut,
    heads,
    corrections,
    people: people.map((one) => ({
      ...one,
      status: attendance.get(one.teacherId)?.statuses.get(sessionId) ?? null,
      marks: marks.filter(({ teacherId }) => teacherId === one.teacherId).map(shown),
    })),
  }
}
