import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  coursesAsked,
  CourseLine,
  CourseView,
  learnersAsked,
  LearnerLine,
} from '../../../catalogue/contract/courses.ts'
import type { WhyView } from '../../../catalogue/contract/watch.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { namedLike, scopeCondition } from '../../engine/access/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { reachOf, type PublishingNeeds } from '../../engine/publishing/index.ts'
import { whyOf } from '../../engine/watch/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import {
  coursesAmong,
  definition,
  hoursOf,
  keeps,
  kind,
  officeCourse,
  totalOf,
  type Course,
} from './course.ts'
import { figuresOf, learnerRows, learnersByLesson } from './figures.ts'
import { givenTo } from './hours.ts'
import { filmOf, isFilmed, lessonsOf, questionsOf, watchedLesson, withFilm } from './lessons.ts'

type CoursesAsked = z.output<typeof coursesAsked>
type LearnersAsked = z.output<typeof learnersAsked>

function whereOf(actor: Actor, { q, state, subject, grants, own }: CoursesAsked): Sql {
  const hours = sql`coalesce((c.value ->> 'hours')::numeric, 0)`
  return sql`where c.type = ${definition.name} and ${reachOf(actor, definition)}
    ${own ? sql`and c.institution_id = ${actor.institutionId}` : sql.empty}
    ${state ? sql`and c.state = ${state}` : sql.empty}
    ${subject ? sql`and c.value ->> 'subject' = ${subject}` : sql.empty}
    ${grants === '1' ? sql`and ${hours} > 0` : grants === '0' ? sql`and ${hours} = 0` : sql.empty}
    ${q ? sql`and strpos(lower(c.value ->> 'title'), ${q.toLowerCase()}) > 0` : sql.empty}`
}

/** The courses that an office keeps or looks after, last changed first. */
export async function coursesOf(db: Queryable, actor: Actor, asked: CoursesAsked) {
  const where = whereOf(actor, asked)
  const { page, pageSize } = asked
  const courses = await coursesAmong(
    db,
    'working',
    sql`${where}
      order by c.updated_at desc, c.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  const total = await totalOf(db, sql`from content c ${where}`)
  const lessons = await lessonsOf(
    db,
    courses.map(({ id }) => id),
  )
  const figures = await figuresOf(db, lessons)
  const list = courses.map((course): CourseLine => {
    const own = lessons.filter(({ courseId }) => courseId === course.id)
    return {
      id: course.id,
      title: course.title,
      org: course.org,
      state: course.state,
      subject: course.subject,
      hours: hoursOf(course),
      lessons: own.length,
      seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
      learners: figures.get(course.id)?.learners ?? 0,
      complete: figures.get(course.id)?.complete ?? 0,
    }
  })
  return { list, ...total, page, pageSize }
}

/** A course with its lessons, recordings and questions, for an office. */
export async function courseView(publishing: PublishingNeeds, actor: Actor, id: number): Promise<CourseView> {
  const { db } = publishing
  const course = await officeCourse(db, actor, id)
  const lessons = await lessonsOf(db, [id])
  const questions = await questionsOf(
    db,
    lessons.map((one) => one.id),
  )
  const learners = await learnersByLesson(db, lessons)
  return {
    id,
    title: course.title,
    state: course.state,
    org: course.org,
    hours: hoursOf(course),
    rate: course.rate,
    threshold: course.threshold,
    lateMinutes: course.lateMinutes,
    mayEdit: keeps(actor, course),
    lessons: lessons.map((one) => ({
      id: one.id,
      title: one.title,
      version: one.version,
      film: isFilmed(one) ? filmOf(publishing, one) : null,
      learners: learners.get(one.id) ?? 0,
      questions: questions.flatMap(({ lessonId, ...question }) => (lessonId === one.id ? [question] : [])),
    })),
  }
}

/**
 * Condition that `teacher t` is a learner whom the office may see: everybody who learns its own course; of a
 * course of an institution below, those of its own region.
 */
const visible = (actor: Actor, course: Course): Sql =>
  keeps(actor, course) ? sql`true` : scopeCondition(actor, 't', 'id')

/** The learners of a course, by what was heard last. */
export async function learnersOf(
  db: Queryable,
  actor: Actor,
  id: number,
  { page, pageSize, q, state }: LearnersAsked,
) {
  const course = await officeCourse(db, actor, id)
  const lessons = withFilm(await lessonsOf(db, [id]))
  const from = sql`
    from (${learnerRows(lessons)}) one
      join teacher t on t.id = one.id
      left join institution i on i.id = t.institution_id
    where ${visible(actor, course)}
      ${q ? sql`and ${namedLike('t', q)}` : sql.empty}
      ${state === undefined ? sql.empty : sql`and (one.complete = ${lessons.length}) = ${state === 'complete'}`}`
  const rows = await db.query<Omit<LearnerLine, 'hours' | 'done' | 'lessons'>>(sql`
    select t.id as "teacherId", t.name, coalesce(i.name, '') as institution, coalesce(one.seconds, 0) as seconds,
      one.complete, one.heard_at as "heardAt", one.lesson
    ${from}
    order by one.heard_at desc, t.id
    limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const total = await totalOf(db, from)
  const given = await givenTo(
    db,
    rows.map(({ teacherId }) => teacherId),
    id,
  )
  const list = rows.map((row): LearnerLine => ({
    ...row,
    lessons: lessons.length,
    done: row.complete === lessons.length,
    hours: given.get(row.teacherId) ?? 0,
  }))
  return { list, ...total, page, pageSize }
}

/**
 * What a learner of the course reads under 为什么没计入, for the office that is asked about it; of a lesson that
 * the learner has not begun, that nothing was played.
 */
export async function whyOfLearner(
  db: Queryable,
  actor: Actor,
  asked: { readonly id: number; readonly lesson: string; readonly teacher: number },
): Promise<WhyView> {
  const course = await officeCourse(db, actor, asked.id)
  const lessons = await lessonsOf(db, [asked.id])
  const lesson = lessons.find(({ id }) => id === asked.lesson)
  const learner = await db.maybeOne(sql`
    select 1 from teacher t
    where t.id = ${asked.teacher} and ${visible(actor, course)}
      and exists (select 1 from watch_state s
        where s.owner_id = t.id and s.kind = ${kind} and s.lesson_id = any(${lessons.map(({ id }) => id)}::uuid[]))`)
  if (!lesson || !learner) throw new AppError('missing')
  const key = { ownerId: asked.teacher, kind, lessonId: lesson.id, mediaNo: lesson.mediaNo }
  return whyOf(db, key, watchedLesson(course, lesson, []))
}
