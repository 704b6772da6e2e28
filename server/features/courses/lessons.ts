import type { LessonFilm, Question } from '../../../catalogue/contract/courses.ts'
import type { Queryable } from '../../engine/engine.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import { sql } from '../../platform/db/sql.ts'

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

/** Lessons that can be watched. */
export const withFilm = (lessons: readonly LessonRow[]): readonly LessonRow[] =>
  lessons.filter(({ fileId }) => fileId !== null)

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

/** The recording of a lesson with its addresses; null before there is one. */
export function filmOf(
  { fileAddress }: Pick<PublishingNeeds, 'fileAddress'>,
  { fileId, mediaNo, name, mime, captionsId, slidesId, seconds }: LessonRow,
): LessonFilm | null {
  if (fileId === null) return null
  const at = (id: string | null) => (id === null ? null : fileAddress(id, 'preview'))
  return {
    no: mediaNo,
    fileId,
    name,
    type: mime.startsWith('audio/') ? 'audio' : 'video',
    url: fileAddress(fileId, 'preview'),
    captionsId,
    captions: at(captionsId),
    slidesId,
    slides: at(slidesId),
    seconds,
  }
}
