import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../engine/engine.ts'
import { seen } from '../../engine/publishing/index.ts'
import type { AskedCheckpoint, WatchedLesson, WatchSource } from '../../engine/watch/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { definition, kind, openCourse, type Course } from './course.ts'
import { postOwed } from './hours.ts'
import { lessonsOf, questionsOf, type QuestionRow } from './lessons.ts'

/** The course of a lesson, if this person may learn it now. */
async function courseWith(db: Queryable, actor: Actor, lessonId: string): Promise<Course> {
  const row = await db.maybeOne<{ id: number }>(sql`
    select c.id from course_lesson l join content c on c.id = l.course_id
    where l.id = ${lessonId}::uuid and ${seen(definition, actor)}`)
  if (!row) throw new AppError('missing')
  return openCourse(db, actor, row.id)
}

const asked = ({
  no,
  second,
  from,
  kind: form,
  text,
  choices,
  right,
  hint,
  required,
}: QuestionRow): AskedCheckpoint => ({
  no,
  second,
  passage: [from, second],
  kind: form,
  text,
  choices,
  right,
  hint,
  required,
})

async function lessonFor(db: Queryable, actor: Actor, lessonId: string): Promise<WatchedLesson> {
  const course = await courseWith(db, actor, lessonId)
  const lesson = (await lessonsOf(db, [course.id])).find(({ id }) => id === lessonId)
  if (!lesson || lesson.fileId === null) throw new AppError('missing', { message: '这个课时还没有录像' })
  const { rate: cap, lateMinutes, threshold } = course
  return {
    kind,
    lessonId,
    mediaNo: lesson.mediaNo,
    terms: { length: lesson.seconds, cap, lateMinutes },
    threshold,
    // A shorter recording took the place of the one for which they were written.
    checkpoints: (await questionsOf(db, [lessonId]))
      .filter(({ second }) => second <= lesson.seconds)
      .map(asked),
  }
}

/** Lessons of courses, for those who watch them. */
export const courseLessons: WatchSource = {
  kind,
  lessonFor,
  completed: async (tx, actor, { lessonId }) => postOwed(tx, actor, await courseWith(tx, actor, lessonId)),
}
