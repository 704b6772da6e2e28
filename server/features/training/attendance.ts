import type { Attendance } from '../../../catalogue/presence/attendance.ts'
import type { Queryable } from '../../engine/engine.ts'
import { attendanceOf, calledSessions } from '../../engine/presence/index.ts'
import { courseSessions, type CourseSession } from './sessions.ts'

/** Somebody who learns in a project. */
export interface Learner {
  readonly teacherId: number
  readonly className: string | null
}

/** What learners attended, and the sessions of the project with whether anybody was marked in them. */
export interface CourseAttendance {
  readonly sessions: readonly (CourseSession & { readonly called: boolean })[]
  readonly of: ReadonlyMap<number, Attendance>
}

/** Whether a session is one of a class. */
export const isOfClass = (
  { className }: Pick<CourseSession, 'className'>,
  { className: own }: Pick<Learner, 'className'>,
): boolean => className === '' || className === own

/**
 * What learners attended of the sessions of their classes. A session in which nobody was marked is due for
 * nobody: a project that does not call the roll fails nobody by it. One that is watched is due for everybody.
 */
export async function courseAttendance(
  db: Queryable,
  projectId: string,
  learners: readonly Learner[],
  now: number,
): Promise<CourseAttendance> {
  const called = await calledSessions(db, projectId)
  const sessions = (await courseSessions(db, projectId)).map((one) => ({
    ...one,
    called: called.has(one.sessionId) || one.courseId !== null,
  }))
  const counted = sessions.filter((one) => one.called || one.endsAt > now)
  const of = new Map<number, Attendance>()
  for (const className of new Set(learners.map((one) => one.className))) {
    const teachers = learners.filter((one) => one.className === className).map(({ teacherId }) => teacherId)
    const own = counted.filter((one) => isOfClass(one, { className })).map(({ sessionId }) => sessionId)
    const found = await attendanceOf(db, { eventId: projectId, teachers, sessions: own }, now)
    for (const [teacherId, attendance] of found) of.set(teacherId, attendance)
  }
  return { sessions, of }
}

/** The share of what was due, in percent with one decimal, cut off; null where nothing was due. */
export const rateOf = ({ due, attended }: Pick<Attendance, 'due' | 'attended'>): number | null =>
  due === 0 ? null : Math.floor((1000 * attended) / due) / 10
