import type { Actor } from '../../../catalogue/access/access.ts'
import type { Appointment } from '../../../catalogue/contract/schedule.ts'
import type { Queryable } from '../../engine/engine.ts'
import { sessionsWithin, type SessionOwner } from '../../engine/presence/index.ts'

/** A stretch of time in milliseconds: what begins before its end and ends after its beginning lies in it. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** What a teacher is expected at, by the room that knows it. */
export interface AppointmentSources {
  readonly db: Queryable
  /** Sessions, with the kind that they are and the page of the teacher that shows them. */
  readonly sessions: readonly {
    readonly owner: SessionOwner
    readonly kind: Appointment['kind']
    readonly path: string
  }[]
  /** Other things with a beginning and an end. */
  readonly others: readonly ((db: Queryable, actor: Actor, span: Span) => Promise<Appointment[]>)[]
}

/** Sessions of each kind that are looked at, the latest first: more than a teacher attends in ten years. */
const most = 2_000

/** What the teacher has in a span, in its order; nothing for who has no archive. */
export async function appointmentsOf(
  { db, sessions, others }: AppointmentSources,
  actor: Actor,
  span: Span,
): Promise<Appointment[]> {
  const { teacherId } = actor
  if (teacherId === null) return []
  const found = await Promise.all([
    ...sessions.map(async ({ owner, kind, path }) => {
      const ids = await owner.sessionsOf(db, teacherId, most)
      const held = await sessionsWithin(db, ids, span)
      return Promise.all(
        held.map(async (session): Promise<Appointment[]> => {
          const said = await owner.titleOf(db, session)
          if (!said) return []
          const { sessionId: id, startsAt, endsAt, place, cancelled } = session
          return [
            {
              kind,
              ref: `session-${id}`,
              title: said.title,
              place: [said.institution, place].filter((part) => part !== '').join('　'),
              startsAt,
              endsAt,
              isCancelled: cancelled,
              path,
            },
          ]
        }),
      )
    }),
    ...others.map(async (other) => [await other(db, actor, span)]),
  ])
  return found.flat(2).toSorted((a, b) => a.startsAt - b.startsAt || a.ref.localeCompare(b.ref))
}
