import type { LessonFilm, Question } from '../../../catalogue/contract/courses.ts'
import type { Queryable } from '../../engine/engine.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import type { WatchedLesson } from '../../engine/watch/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { kind, type Course } from './course.ts'

/** A lesson of a course with the recording that is shown now. */
export interface LessonRow {
  readonly courseId: number
  readonly id: string
  readonly title: string
  readonly version: number
  readonly mediaNo: number
  readonly seconds: number
  readonly fileId: string | null
  readonly name: string
  readonly mime: string
  readonly captionsId: string | null
  readonly slidesId: string | null
}

/** The lessons of some courses, in their order. */
export const lessonsOf = (db: Queryable, courses: readonly number[]): Promise<LessonRow[]> =>
  db.query<LessonRow>(sql`
    select l.course_id as "courseId", l.id, l.title, l.version, l.media_no as "mediaNo",
      coalesce(m.seconds, 0) as seconds, m.file_id as "fileId", coalesce(f.name, '') as name,
      coalesce(f.mime, '') as mime, m.captions_id as "captionsId", m.slides_id as "slidesId"
    from course_lesson l
      left join course_media m on m.lesson_id = l.id and m.no = l.media_no
      left join file f on f.id = m.file_id
    where l.course_id = any(${courses}::int[])
    order by l.course_id, l.place, l.id`)

/** A lesson that can be watched. */
export interface FilmedLesson extends LessonRow {
  readonly fileId: string
}

export const isFilmed = (lesson: LessonRow): lesson is FilmedLesson => lesson.fileId !== null

/** Lessons that can be watched. */
export const withFilm = (lessons: readonly LessonRow[]): readonly FilmedLesson[] => lessons.filter(isFilmed)

export interface QuestionRow extends Question {
  readonly no: number
  readonly lessonId: string
}

/** The questions of some lessons, in the order of their seconds. */
export const questionsOf = (db: Queryable, lessons: readonly string[]): Promise<QuestionRow[]> =>
  db.query<QuestionRow>(sql`
    select lesson_id as "lessonId", no, second, from_s as "from", kind, text, choices, right_choices as "right", hint,
      required
    from course_checkpoint where lesson_id = any(${lessons}::uuid[])
    order by lesson_id, second, no`)

/** A lesson as it is watched: how its course counts it, and what it asks on the way. */
export const watchedLesson = (
  { rate: cap, lateMinutes, threshold }: Course,
  { id, mediaNo, seconds }: LessonRow,
  questions: readonly QuestionRow[],
): WatchedLesson => ({
  kind,
  lessonId: id,
  mediaNo,
  terms: { length: seconds, cap, lateMinutes },
  threshold,
  // A shorter recording took the place of the one for which they were written.
  checkpoints: questions
    .filter(({ second }) => second <= seconds)
    .map(({ from, ...one }) => ({ ...one, passage: [from, one.second] })),
})

/** The recording of a lesson with its addresses. */
export function filmOf(
  { fileAddress, filmAddress }: Pick<PublishingNeeds, 'fileAddress' | 'filmAddress'>,
  { fileId, mediaNo, name, mime, captionsId, slidesId, seconds }: FilmedLesson,
): LessonFilm {
  const at = (id: string | null) => (id === null ? null : fileAddress(id, 'preview'))
  return {
    no: mediaNo,
    fileId,
    name,
    type: mime.startsWith('audio/') ? 'audio' : 'video',
    url: filmAddress(fileId),
    captionsId,
    captions: at(captionsId),
    slidesId,
    slides: at(slidesId),
    seconds,
  }
}
