import type { Attendance } from '../../../catalogue/presence/attendance.ts'
import type { Queryable } from '../../engine/engine.ts'
import { attendanceAmong, calledSessions, sessionsOf } from '../../engine/presence/index.ts'
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

/** The sessions of a project as attendance is worked out of them. */
export interface CourseTimetable {
  readonly sessions: CourseAttendance['sessions']
  readonly planned: Awaited<ReturnType<typeof sessionsOf>>
}

/**
 * Reads the timetable of a project. A session in which nobody was marked is due for nobody: a project that does not
 * call the roll fails nobody by it. One that is watched is due for everybody.
 */
export async function timetableOf(db: Queryable, projectId: string): Promise<CourseTimetable> {
  const called = await calledSessions(db, projectId)
  const sessions = (await courseSessions(db, projectId)).map((one) => ({
    ...one,
    called: called.has(one.sessionId) || one.courseId !== null,
  }))
  return { sessions, planned: await sessionsOf(db, projectId) }
}

/** What learners attended of the sessions of their classes. */
export async function courseAttendance(
  db: Queryable,
  projectId: string,
  learners: readonly Learner[],
  now: number,
): Promise<CourseAttendance> {
  const timetable = await timetableOf(db, projectId)
  return { sessions: timetable.sessions, of: await attendedBy(db, { projectId, timetable, now }, learners) }
}

/** What learners attended by a timetable that was read already. */
export async function attendedBy(
  db: Queryable,
  course: { readonly projectId: string; readonly timetable: CourseTimetable; readonly now: number },
  learners: readonly Learner[],
): Promise<ReadonlyMap<number, Attendance>> {
  const { projectId: eventId, timetable, now } = course
  const counted = timetable.sessions.filter((one) => one.called || one.endsAt > now)
  const of = new Map<number, Attendance>()
  for (const className of new Set(learners.map((one) => one.className))) {
    const teachers = learners.filter((one) => one.className === className).map(({ teacherId }) => teacherId)
    const own = new Set(
      counted.filter((one) => isOfClass(one, { className })).map(({ sessionId }) => sessionId),
    )
    const planned = timetable.planned.filter(({ sessionId }) => own.has(sessionId))
    const found = await attendanceAmong(db, planned, { eventId, teachers }, now)
    for (const [teacherId, attendance] of found) of.set(teacherId, attendance)
  }
  return of
}

/** The share of what was due, in percent with one decimal, cut off; null where nothing was due. */
export const rateOf = ({ due, attended }: Pick<Attendance, 'due' | 'attended'>): number | null =>
  due === 0 ? null : Math.floor((1000 * attended) / due) / 10
