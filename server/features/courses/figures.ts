import type { Queryable } from '../../engine/engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { kind } from './course.ts'
import { withFilm, type LessonRow } from './lessons.ts'

/** How many learn a course, and how many of them completed all of its lessons. */
export interface CourseFigures {
  readonly learners: number
  readonly complete: number
}

/** The lessons of courses as rows of a statement: `lesson`, `course`, the recording shown, how many there are. */
const lessonRows = (lessons: readonly LessonRow[]): Sql => {
  const watched = withFilm(lessons)
  const rows = watched.map(({ id, courseId, mediaNo }) => ({
    lesson: id,
    course: courseId,
    media: mediaNo,
    of: watched.filter((one) => one.courseId === courseId).length,
  }))
  return sql`jsonb_to_recordset(${sql.json(rows)}) as x(lesson uuid, course int, media smallint, "of" int)`
}

/** The figures of some courses, by course; one that nobody began has none. */
export async function figuresOf(
  db: Queryable,
  lessons: readonly LessonRow[],
): Promise<ReadonlyMap<number, CourseFigures>> {
  const rows = await db.query<CourseFigures & { course: number }>(sql`
    select course, count(*)::int as learners, (count(*) filter (where complete = lessons))::int as complete
    from (
      select s.owner_id, x.course, x."of" as lessons,
        count(distinct s.lesson_id) filter (where s.complete_at is not null) as complete
      from watch_state s join ${lessonRows(lessons)} on x.lesson = s.lesson_id
      where s.kind = ${kind}
      group by s.owner_id, x.course, x."of") one
    group by course`)
  return new Map(rows.map(({ course, ...figures }) => [course, figures]))
}

/** How many began each lesson. */
export async function learnersByLesson(
  db: Queryable,
  lessons: readonly LessonRow[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ lesson: string; n: number }>(sql`
    select lesson_id as lesson, count(distinct owner_id)::int as n from watch_state
    where kind = ${kind} and lesson_id = any(${lessons.map(({ id }) => id)}::uuid[])
    group by lesson_id`)
  return new Map(rows.map(({ lesson, n }) => [lesson, n]))
}

/** A learner of a course as SQL: what was counted, what is complete, what was heard last. */
export const learnerRows = (lessons: readonly LessonRow[]): Sql => sql`
  select s.owner_id as id, (sum(s.seconds) filter (where s.media_no = x.media))::int as seconds,
    count(distinct s.lesson_id) filter (where s.complete_at is not null)::int as complete,
    max(s.heard_at) as heard_at, (array_agg(s.lesson_id order by s.heard_at desc))[1] as lesson
  from watch_state s join ${lessonRows(lessons)} on x.lesson = s.lesson_id
  where s.kind = ${kind}
  group by s.owner_id`
