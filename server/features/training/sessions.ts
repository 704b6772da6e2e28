import { listOf } from '../../../catalogue/processes/training-project-fields.ts'
import { usualRules, type PresenceRules } from '../../../catalogue/presence/rules.ts'
import type { CampaignRow } from '../../engine/campaigns/index.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import {
  cancelSession,
  openBook,
  putSession,
  sessionsOf,
  type SessionPlan,
} from '../../engine/presence/index.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

/** A session as the timetable of a project has it. */
export interface CourseSession extends SessionPlan {
  readonly title: string
  readonly lecturer: string
  /** Empty where all classes are together. */
  readonly className: string
  readonly mode: string
  /** The course of teaching research that is watched for it; null where people meet. */
  readonly courseId: number | null
}

type Line = Omit<CourseSession, 'eventId' | 'sessionId'>

const whole = (value: unknown, without: number): number => (typeof value === 'number' ? value : without)
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** A date and time field of the notice, in milliseconds: the portal's time zone has no summer time. */
const moment = (value: unknown): number => Date.parse(`${text(value)}:00+08:00`)

/** The rules of presence that a project sets. */
export const rulesOf = (value: CampaignRow['value']): PresenceRules => ({
  lateAfter: whole(value['lateAfter'], usualRules.lateAfter),
  closesAfter: whole(value['closesAfter'], usualRules.closesAfter),
  latesPerAbsence: whole(value['latesPerAbsence'], usualRules.latesPerAbsence),
  leastAttendance: whole(value['leastAttendance'], usualRules.leastAttendance),
  signOut: value['signOut'] === true,
})

const linesOf = (value: CampaignRow['value']): Line[] =>
  listOf(value['sessions']).map((one) => ({
    title: text(one['title']),
    lecturer: text(one['lecturer']),
    className: text(one['className']),
    mode: text(one['mode']),
    courseId: typeof one['course'] === 'number' ? one['course'] : null,
    startsAt: moment(one['startsAt']),
    endsAt: moment(one['endsAt']),
    place: text(one['place']) || text(value['place']),
    tenths: Math.round(10 * Number(one['hours'] ?? 0)),
  }))

/** The sessions of a project that were not cancelled, in their order. */
export async function courseSessions(db: Queryable, projectId: string): Promise<CourseSession[]> {
  const [planned, said] = await Promise.all([
    sessionsOf(db, projectId),
    db.query<Pick<CourseSession, 'sessionId' | 'title' | 'lecturer' | 'className' | 'mode' | 'courseId'>>(sql`
      select id as "sessionId", title, lecturer, class_name as "className", mode, course_id as "courseId"
      from training_session where campaign_id = ${projectId}::uuid`),
  ])
  const words = new Map(said.map((one) => [one.sessionId, one]))
  return planned.flatMap(({ cancelled, eventId, sessionId, startsAt, endsAt, place, tenths }) => {
    const one = words.get(sessionId)
    return cancelled || !one ? [] : [{ ...one, eventId, startsAt, endsAt, place, tenths }]
  })
}

/** By what a line of the timetable is known again: as it was, moved in time, or renamed. */
const likeness: readonly ((line: Line) => string)[] = [
  ({ className, title, startsAt }) => `${className}|${title}|${startsAt}`,
  ({ className, title }) => `${className}|${title}`,
  ({ className, startsAt }) => `${className}|${startsAt}`,
]

/** Which known session each line is; lines have no numbers of their own. */
function recognised(lines: readonly Line[], known: readonly CourseSession[]): Map<Line, CourseSession> {
  const found = new Map<Line, CourseSession>()
  const left = new Set(known)
  for (const like of likeness)
    for (const line of lines.filter((one) => !found.has(one))) {
      const same = [...left].find((one) => like(one) === like(line))
      if (!same) continue
      found.set(line, same)
      left.delete(same)
    }
  return found
}

const isSame = (line: Line, one: CourseSession): boolean =>
  (
    ['title', 'lecturer', 'className', 'mode', 'courseId', 'startsAt', 'endsAt', 'place', 'tenths'] as const
  ).every((key) => line[key] === one[key])

/**
 * Makes the sessions of presence those of the timetable. What is gone from it is cancelled; once there are
 * marks, the times of a session stay (engine/presence refuses).
 */
export async function followTimetable(tx: Tx, { id, value }: CampaignRow): Promise<void> {
  await openBook(tx, id, rulesOf(value))
  const lines = linesOf(value)
  const known = await courseSessions(tx, id)
  const same = recognised(lines, known)
  const kept = new Set([...same.values()].map(({ sessionId }) => sessionId))
  for (const { sessionId } of known.filter((one) => !kept.has(one.sessionId)))
    await cancelSession(tx, { eventId: id, sessionId }, { reason: '课程表已改', now: Date.now() })
  for (const line of lines) {
    const before = same.get(line)
    if (before && isSame(line, before)) continue
    const key = { eventId: id, sessionId: before?.sessionId ?? uuidv7() }
    const { title, lecturer, className, mode, courseId, ...plan } = line
    await putSession(tx, { ...plan, ...key })
    await tx.execute(sql`
      insert into training_session (campaign_id, id, title, lecturer, class_name, mode, course_id)
      values (${id}::uuid, ${key.sessionId}::uuid, ${title}, ${lecturer}, ${className}, ${mode}, ${courseId}::int)
      on conflict (campaign_id, id) do update
      set title = excluded.title, lecturer = excluded.lecturer, class_name = excluded.class_name,
        mode = excluded.mode, course_id = excluded.course_id`)
  }
}
