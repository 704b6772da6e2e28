import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../engine/engine.ts'
import type { WatchedLesson, WatchSource } from '../../engine/watch/index.ts'
import { kind, openCourseWith } from './course.ts'
import { postOwed } from './hours.ts'
import { isFilmed, lessonsOf, questionsOf, watchedLesson } from './lessons.ts'

async function lessonFor(db: Queryable, actor: Actor, lessonId: string): Promise<WatchedLesson> {
  const course = await openCourseWith(db, actor, lessonId)
  const lesson = (await lessonsOf(db, [course.id])).find(({ id }) => id === lessonId)
  if (!lesson || !isFilmed(lesson)) throw new AppError('missing', { message: '该课时暂无录像' })
  return watchedLesson(course, lesson, await questionsOf(db, [lessonId]))
}

/** Lessons of courses, for those who watch them. */
export const courseLessons: WatchSource = {
  kind,
  lessonFor,
  completed: async (tx, actor, { lessonId }) =>
    postOwed(tx, actor, await openCourseWith(tx, actor, lessonId)),
}
