import { present, presenceWords } from '../../../catalogue/presence/rules.ts'
import { markBySheet } from '../../engine/presence/index.ts'
import { caseRows } from '../../engine/processes/index.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { attending } from './project-sessions.ts'

/** When each of some people had completed a course, in milliseconds; who has not is left out (features/courses). */
export type CourseCompletions = (
  db: Queryable,
  courseId: number,
  owners: readonly number[],
) => Promise<ReadonlyMap<number, number>>

interface WatchedSession {
  readonly eventId: string
  readonly sessionId: string
  readonly courseId: number
  readonly endsAt: number
}

/** Sessions that are watched, of projects whose attendance is not fixed yet, with learners who have no mark. */
const openSessions = (db: Queryable): Promise<WatchedSession[]> =>
  db.query<WatchedSession>(sql`
    select s.campaign_id as "eventId", s.id as "sessionId", s.course_id as "courseId",
      (extract(epoch from p.ends_at) * 1000)::float8 as "endsAt"
    from training_session s
      join campaign c on c.id = s.campaign_id and c.state = 'ongoing'
      join presence_session p on p.event_id = s.campaign_id and p.id = s.id and p.cancelled_at is null
    where s.course_id is not null
    order by s.campaign_id, p.starts_at, s.id`)

const unmarkedIn = (db: Queryable, { eventId, sessionId }: WatchedSession) =>
  db.query<{ teacherId: number }>(sql`
    select k.teacher_id as "teacherId"
    from ${caseRows} k
      join training_session s on s.campaign_id = k.campaign_id and s.id = ${sessionId}::uuid
    where k.campaign_id = ${eventId}::uuid and k.type = 'trainingEnrolment'
      and k.state = any(${[...attending]}::text[])
      and (s.class_name = '' or s.class_name = k.value ->> 'className')
      and not exists (
        select 1 from presence_mark m
        where m.event_id = ${eventId}::uuid and m.session_id = ${sessionId}::uuid and m.teacher_id = k.teacher_id
          and m.way = 'in')
    order by k.teacher_id limit 2000`)

/**
 * Marks whoever completed the course of a session by its end as present, by means of watching. Seconds are
 * counted by engine/watch alone: nobody is faster than the clock allows. Answers how many marks were made.
 */
export async function markWatched(db: Database, completions: CourseCompletions): Promise<number> {
  let made = 0
  for (const session of await openSessions(db)) {
    const owners = (await unmarkedIn(db, session)).map(({ teacherId }) => teacherId)
    if (owners.length === 0) continue
    const complete = await completions(db, session.courseId, owners)
    const rows = [...complete].flatMap(([teacherId, at]) => (at <= session.endsAt ? [teacherId] : []))
    if (rows.length === 0) continue
    const { eventId, sessionId } = session
    made += await db.transaction(async (tx) => {
      // The assessment may have fixed the attendance meanwhile.
      const running = await tx.maybeOne(
        sql`select 1 from campaign where id = ${eventId}::uuid and state = 'ongoing' for share`,
      )
      if (!running) return 0
      const cell = presenceWords[present]
      const sheet = rows.map((teacherId, place) => ({ row: place + 1, teacherId, cell }))
      const asked = { eventId, sessionId, way: 'in', means: 'online', rows: sheet, by: null } as const
      return (await markBySheet(tx, asked, Date.now())).written
    })
  }
  return made
}

/** Each minute, so that a learner sees the mark soon after the last second. */
export const watchedJob = (db: Database, completions: CourseCompletions): KeptJob => ({
  name: 'training.watched',
  label: '网络课程看完记到课',
  every: 60,
  run: async (stopping) => {
    if (!stopping.aborted) await markWatched(db, completions)
    return false
  },
})
