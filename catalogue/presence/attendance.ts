import {
  absencesLeft,
  absencesOf,
  canStillReach,
  countStatuses,
  doubtsIn,
  dueOf,
  hoursFor,
  isEnough,
} from './count.ts'
import { statusOf, type SessionTime } from './moments.ts'
import type { PresenceRules, PresenceStatus, PresenceWay } from './rules.ts'

/** A session of an event, by its number, with its hours in tenths. */
export interface PlannedSession extends SessionTime {
  readonly sessionId: string
  readonly tenths: number
}

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
  /** Sessions that may still be missed; negative where it cannot be enough any more. */
  readonly spare: number
  /** Tenths of an hour of the sessions attended. */
  readonly tenths: number
}

/** What a person attended of the sessions of an event, from the status of each mark; null where there is none. */
export function attendanceIn(
  sessions: readonly PlannedSession[],
  rules: PresenceRules,
  markOf: (sessionId: string, way: PresenceWay) => PresenceStatus | null,
  now: number,
): Attendance {
  const list = sessions.map((session) => {
    const marks = { in: markOf(session.sessionId, 'in'), out: markOf(session.sessionId, 'out'), now }
    return { session, status: statusOf(session, rules, marks) }
  })
  const judged = list.flatMap(({ session, status }) => (status === null ? [] : [{ ...session, status }]))
  const counts = countStatuses(judged.map(({ status }) => status))
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
    spare: absencesLeft({ due, absences, left }, rules),
    tenths: hoursFor('attended', 0, judged),
  }
}
