import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  CourseOutline,
  learningAsked,
  LearningLine,
  LearningPage,
  LearningView,
} from '../../../catalogue/contract/courses.ts'
import type { Queryable } from '../../engine/engine.ts'
import { seen, type PublishingNeeds } from '../../engine/publishing/index.ts'
import { begunBy, standingsOf, type LessonStanding } from '../../engine/watch/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { coursesAmong, definition, hoursOf, kind, openCourse, totalOf, type Course } from './course.ts'
import { figuresOf } from './figures.ts'
import { givenBy } from './hours.ts'
import { filmOf, lessonsOf, withFilm, type LessonRow } from './lessons.ts'

type LearningAsked = z.output<typeof learningAsked>

/** How a person stands with lessons, by lesson. */
async function ownStandings(db: Queryable, ownerId: number, lessons: readonly LessonRow[]) {
  const rows = await standingsOf(db, { kind, lessons: lessons.map(({ id }) => id), ownerId })
  return new Map(rows.map((one) => [one.lessonId, one]))
}

/** Seconds counted of the recording that is shown; those of one that was replaced do not count on. */
const countedOf = (lesson: LessonRow, standing: LessonStanding | undefined): number =>
  standing?.mediaNo === lesson.mediaNo ? standing.seconds : 0

/**
 * Courses that a teacher may learn, those that were begun first. Courses without a recording are announced on
 * the portal and not offered here.
 */
export async function learningOf(db: Queryable, actor: Actor, asked: LearningAsked): Promise<LearningPage> {
  const ownerId = actor.teacherId ?? 0
  const begun = await begunBy(db, kind, ownerId)
  const ids = await coursesWith(
    db,
    begun.map(({ lessonId }) => lessonId),
  )
  const { page, pageSize } = asked
  const where = sql`where ${seen(definition, actor)}
    and exists (select 1 from course_lesson l where l.course_id = c.id and l.media_no > 0)
    ${narrowed(asked, ids, asked.state === undefined ? [] : await completeAmong(db, ownerId, ids))}`
  const courses = await coursesAmong(
    db,
    'live',
    sql`${where}
      order by array_position(${ids}::int[], c.id) nulls last, c.publish_at desc, c.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  const list = await linesOf(db, ownerId, courses)
  const total = await totalOf(db, sql`from content c ${where}`)
  const unfinished = begun.flatMap(({ lessonId, complete }) => (complete ? [] : [lessonId]))
  return { list, ...total, page, pageSize, goOn: await goOnOf(db, actor, unfinished.slice(0, 50)) }
}

/** The courses of lessons, in the order of the lessons. */
async function coursesWith(db: Queryable, lessons: readonly string[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select l.course_id as id
    from unnest(${lessons}::uuid[]) with ordinality as x(lesson, n)
      join course_lesson l on l.id = x.lesson
    group by l.course_id
    order by min(x.n)`)
  return rows.map(({ id }) => id)
}

async function completeAmong(db: Queryable, ownerId: number, ids: readonly number[]): Promise<number[]> {
  const lessons = withFilm(await lessonsOf(db, ids))
  const own = await ownStandings(db, ownerId, lessons)
  const byCourse = Map.groupBy(lessons, ({ courseId }) => courseId)
  return [...byCourse].flatMap(([id, of]) => (of.every((one) => own.get(one.id)?.complete) ? [id] : []))
}

function narrowed(
  { q, state, subject }: LearningAsked,
  begun: readonly number[],
  complete: readonly number[],
): Sql {
  const isBegun = sql`c.id = any(${begun}::int[])`
  const isComplete = sql`c.id = any(${complete}::int[])`
  const inState = {
    new: sql`and not ${isBegun}`,
    learning: sql`and ${isBegun} and not ${isComplete}`,
    complete: sql`and ${isComplete}`,
  }
  return sql`
    ${state ? inState[state] : sql.empty}
    ${subject ? sql`and c.live ->> 'subject' = ${subject}` : sql.empty}
    ${q ? sql`and strpos(lower(c.live ->> 'title'), ${q.toLowerCase()}) > 0` : sql.empty}`
}

async function linesOf(db: Queryable, ownerId: number, courses: readonly Course[]): Promise<LearningLine[]> {
  const ids = courses.map(({ id }) => id)
  const lessons = withFilm(await lessonsOf(db, ids))
  const own = await ownStandings(db, ownerId, lessons)
  const given = await givenBy(db, ownerId, ids)
  return courses.map((course) => {
    const of = lessons.filter(({ courseId }) => courseId === course.id)
    const complete = of.filter(({ id }) => own.get(id)?.complete).length
    return {
      id: course.id,
      title: course.title,
      subject: course.subject,
      lecturer: course.lecturer,
      hours: hoursOf(course),
      lessons: of.length,
      seconds: of.reduce((sum, { seconds }) => sum + seconds, 0),
      counted: of.reduce((sum, one) => sum + countedOf(one, own.get(one.id)), 0),
      complete,
      done: of.length > 0 && complete === of.length,
      given: given.get(course.id) ?? 0,
    }
  })
}

/** The lesson that was heard last of those that are not complete, if it may still be learnt. */
async function goOnOf(
  db: Queryable,
  actor: Actor,
  unfinished: readonly string[],
): Promise<LearningPage['goOn']> {
  const row = await db.maybeOne<NonNullable<LearningPage['goOn']>>(sql`
    select c.id as course, c.live ->> 'title' as title, l.id as lesson, l.title as "lessonTitle",
      s.resume_at as at, s.resume_device as device
    from watch_state s
      join course_lesson l on l.id = s.lesson_id and l.media_no = s.media_no
      join content c on c.id = l.course_id
    where s.owner_id = ${actor.teacherId ?? 0} and s.kind = ${kind}
      and s.resume_device <> '' and s.lesson_id = any(${unfinished}::uuid[])
      and ${seen(definition, actor)}
    order by s.heard_at desc
    limit 1`)
  return row ?? null
}

/** A course as its learner sees it: lessons with their recordings, and what is counted of each. */
export async function learningView(
  publishing: PublishingNeeds,
  actor: Actor,
  id: number,
): Promise<LearningView> {
  const { db } = publishing
  const course = await openCourse(db, actor, id)
  const lessons = withFilm(await lessonsOf(db, [id]))
  const own = await ownStandings(db, actor.teacherId ?? 0, lessons)
  const given = await givenBy(db, actor.teacherId ?? 0, [id])
  const { title, subject, lecturer, lecturerUnit, creditKind, byLesson, rate, threshold, lateMinutes } =
    course
  return {
    id,
    title,
    subject,
    lecturer,
    lecturerUnit,
    hours: hoursOf(course),
    creditKind,
    byLesson,
    rate,
    threshold,
    lateMinutes,
    given: given.get(id) ?? 0,
    lessons: lessons.map((one) => ({
      id: one.id,
      title: one.title,
      film: filmOf(publishing, one),
      counted: countedOf(one, own.get(one.id)),
      complete: own.get(one.id)?.complete ?? false,
    })),
  }
}

/** The lessons of a course with their length, for everybody who may see the course. */
export async function outlineOf(db: Queryable, actor: Actor | null, id: number): Promise<CourseOutline> {
  await openCourse(db, actor, id)
  const lessons = withFilm(await lessonsOf(db, [id]))
  const figures = await figuresOf(db, lessons)
  return {
    lessons: lessons.map(({ title, seconds }) => ({ title, seconds })),
    learners: figures.get(id)?.learners ?? 0,
  }
}
