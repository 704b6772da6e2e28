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
  type ListedPerson,
  type Mark,
  type OwnedSession,
} from '../../engine/presence/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { factsOf, ledBy, type Owners } from './owned.ts'

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
  { eventId }: OwnedSession,
  nameOf: (teacherId: number) => string,
): Promise<ReadonlyMap<string, string[]>> {
  const doubts = await doubtsOf(db, eventId)
  return new Map(doubts.map(({ mark, beside }) => [mark.id, beside.map((one) => nameOf(one.teacherId))]))
}

const correctionsIn = async (
  db: Queryable,
  session: OwnedSession,
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
  { db, owners }: { readonly db: Queryable; readonly owners: Owners },
  actor: Actor,
  sessionId: string,
  now: number,
): Promise<LedSession> {
  const session = await ledBy(db, owners, actor, sessionId)
  const people = await session.owner.expectedAt(db, session)
  const names = new Map(people.map(({ teacherId, name }) => [teacherId, name]))
  const nameOf = (teacherId: number) => names.get(teacherId) ?? '名单外人员'
  const teachers = people.map(({ teacherId }) => teacherId)
  const [{ heads, marks }, attendance, beside, corrections] = await Promise.all([
    countSession(db, session),
    attendanceOf(db, { eventId: session.eventId, teachers, sessions: [sessionId] }, now),
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
    single: session.owner.single,
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
