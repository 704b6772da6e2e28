import {
  absent,
  doubtful,
  late,
  leftEarly,
  officialLeave,
  onLeave,
  present,
  presenceStatuses,
  type PresenceRules,
  type PresenceStatus,
} from './rules.ts'

/** How often a person has each status. */
export type StatusCounts = Readonly<Record<PresenceStatus, number>>

export function countStatuses(statuses: readonly PresenceStatus[]): StatusCounts {
  const counts: Record<PresenceStatus, number> = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0, '6': 0, '7': 0 }
  for (const status of statuses) counts[status] += 1
  return counts
}

/** Sessions that a person had to attend: official leave is not due. */
export const dueOf = (counts: StatusCounts): number =>
  presenceStatuses.reduce((sum, status) => (status === officialLeave ? sum : sum + counts[status]), 0)

/** Absences of a person; a doubt is none until somebody decides it. */
export const absencesOf = (
  counts: StatusCounts,
  { latesPerAbsence }: Pick<PresenceRules, 'latesPerAbsence'>,
): number =>
  counts[absent] +
  counts[onLeave] +
  counts[leftEarly] +
  (latesPerAbsence === 0 ? 0 : Math.floor(counts[late] / latesPerAbsence))

/** Whether absences leave enough of what was due; in integers, so that 80 % of 10 is 8. */
export const isEnough = (
  { due, absences }: { readonly due: number; readonly absences: number },
  { leastAttendance }: Pick<PresenceRules, 'leastAttendance'>,
): boolean => 100 * (due - absences) >= leastAttendance * due

/**
 * Whether somebody can still have enough who attends everything that is left.
 * @param left sessions that are not over
 */
export const canStillReach = (
  { due, absences, left }: { readonly due: number; readonly absences: number; readonly left: number },
  rules: Pick<PresenceRules, 'leastAttendance'>,
): boolean => isEnough({ due: due + left, absences }, rules)

/** How many sessions more somebody may miss before it cannot be enough; negative where it cannot any more. */
export const absencesLeft = (
  { due, absences, left }: { readonly due: number; readonly absences: number; readonly left: number },
  { leastAttendance }: Pick<PresenceRules, 'leastAttendance'>,
): number => Math.floor(((100 - leastAttendance) * (due + left)) / 100) - absences

/** Hours by the whole event, or by the sessions attended. */
export type CreditWay = 'whole' | 'attended'

/** A session of a person: its hours in tenths, and the status. */
export interface CreditedSession {
  readonly tenths: number
  readonly status: PresenceStatus
}

/**
 * Hours of a person in tenths. By sessions, those count in which the person was there from the start or late;
 * that several times late come to an absence takes no hours.
 * @param whole the hours of the event
 */
export function hoursFor(by: CreditWay, whole: number, sessions: readonly CreditedSession[]): number {
  if (by === 'whole') return whole
  return sessions.reduce(
    (sum, { tenths, status }) => (status === present || status === late ? sum + tenths : sum),
    0,
  )
}

/** Doubts among the counts, which nobody decided. */
export const doubtsIn = (counts: StatusCounts): number => counts[doubtful]
