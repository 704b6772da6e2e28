import type { Actor } from '../../../catalogue/access/access.ts'
import type { OwnRecord } from '../../../catalogue/contract/teaching/activities.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TeachingNeeds } from './index.ts'

const schoolYearOf = (day: string): number =>
  Number(day.slice(5, 7)) >= 8 ? Number(day.slice(0, 4)) : Number(day.slice(0, 4)) - 1

/** The activities of a teacher in a school year (from August on), with lessons taught and observed. */
export async function ownRecordOf(
  { db, learntCourses }: Pick<TeachingNeeds, 'db' | 'learntCourses'>,
  { teacherId }: Actor,
  asked: number | undefined,
): Promise<OwnRecord> {
  const year = asked ?? schoolYearOf(today())
  const own = teacherId ?? 0
  const [all, lessons, learnt] = await Promise.all([
    db.query<OwnRecord['list'][number]>(sql`
      select k.id, c.id as "activityId", c.title, c.value ->> 'activityKind' as kind, h.name as host,
        c.value ->> 'startTime' as "startTime", k.state, k.value ->> 'memberRole' as "memberRole",
        k.value ->> 'lessonTitle' as "lessonTitle", (k.value ->> 'sittings')::int as sittings,
        (k.value ->> 'hours')::float8 as hours
      from ${caseRows} k
        join campaign c on c.id = k.campaign_id
        join institution h on h.id = c.institution_id
      where k.type = 'activityPlace' and k.teacher_id = ${own} and k.state <> 'draft'
      order by c.value ->> 'startTime' desc, k.id limit 500`),
    lessonsWith(db, own),
    learntCourses(own),
  ])
  const inYear = (day: string) => schoolYearOf(day) === year
  const list = all.filter(({ startTime }) => inYear(startTime))
  const done = list.filter(({ state }) => state === 'recorded')
  const seen = lessons.filter(({ day }) => inYear(day))
  const courses = learnt.filter(({ day }) => inYear(day))
  const tenths = [...done, ...courses].reduce((sum, { hours }) => sum + Math.round(10 * (hours ?? 0)), 0)
  return {
    year,
    years: [
      ...new Set([
        year,
        ...all.map(({ startTime }) => schoolYearOf(startTime)),
        ...learnt.map(({ day }) => schoolYearOf(day)),
      ]),
    ].toSorted((a, b) => b - a),
    sums: {
      activities: done.length,
      taught: done.filter(({ lessonTitle }) => lessonTitle !== null).length,
      observed: seen.filter(({ own: mine, handedIn }) => !mine && handedIn).length,
      courses: courses.filter(({ lessons: of, complete }) => of > 0 && complete === of).length,
      hours: tenths / 10,
    },
    list,
    lessons: seen,
    courses,
  }
}

/** Lessons that are or were observed with this teacher in them. */
const lessonsWith = (db: Queryable, own: number): Promise<OwnRecord['lessons']> =>
  db.query<OwnRecord['lessons'][number]>(sql`
  select l.id, c.id as "activityId", l.value ->> 'lessonTitle' as title, t.name as lecturer,
    l.teacher_id = ${own} as own, left(c.value ->> 'startTime', 10) as day,
    exists (
      select 1 from observation_sheet s
      where s.campaign_id = c.id and s.lesson_id = l.id and s.teacher_id = ${own} and s.handed_in_at is not null)
      as "handedIn"
  from ${caseRows} k
    join campaign c on c.id = k.campaign_id and c.state in ('ongoing', 'ended', 'archived')
    join ${caseRows} l on l.campaign_id = c.id and l.type = 'activityPlace'
      and l.value ->> 'lessonTitle' is not null and l.state in ('confirmed', 'recorded')
    join teacher t on t.id = l.teacher_id
  where k.type = 'activityPlace' and k.teacher_id = ${own} and k.state in ('confirmed', 'recorded', 'missed')
  order by day desc, l.id limit 500`)
