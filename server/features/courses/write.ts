import type { Actor } from '../../../catalogue/access/access.ts'
import type { LessonSaved, Question } from '../../../catalogue/contract/courses.ts'
import { AppError, invalid, invalidFields, type FieldFault } from '../../../catalogue/errors.ts'
import { clockText } from '../../../catalogue/watch/words.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Database, Queryable, Tx } from '../../engine/engine.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { officeCourse, requireKeeper, requireOwnCourse } from './course.ts'
import { secondsOf, type AskedMedia, type LessonFiles } from './film-file.ts'

export interface CourseTools {
  readonly db: Database
  readonly store: FileStore
}

/** Holds the course of an office that keeps it until the transaction ends; anybody else is refused. */
async function hold(tx: Tx, actor: Actor, id: number): Promise<void> {
  await tx.query(sql`select 1 from content where id = ${id} for update`)
  requireKeeper(actor, await officeCourse(tx, actor, id))
}

const mostLessons = 200

/** Adds a lesson at the end of a course. */
export async function addLesson(
  { db, store }: CourseTools,
  actor: Actor,
  courseId: number,
  { title, ...media }: AskedMedia & { readonly title: string },
): Promise<void> {
  await requireOwnCourse(db, actor, courseId)
  const seconds = await secondsOf({ db, store }, actor, media, null)
  await db.transaction(async (tx) => {
    await hold(tx, actor, courseId)
    const { n, next } = await tx.one<{ n: number; next: number }>(sql`
      select count(*)::int as n, coalesce(max(place), 0)::int + 1 as next
      from course_lesson where course_id = ${courseId}`)
    if (n >= mostLessons) throw new AppError('wrongState', { message: `一门课程至多 ${mostLessons} 个课时` })
    const id = uuidv7()
    await tx.execute(sql`
      insert into course_lesson (course_id, id, place, title)
      values (${courseId}, ${id}::uuid, ${next}, ${title})`)
    await keepMedia(tx, id, media, seconds)
    await noted(tx, actor, 'course.lesson', { course: courseId, lesson: id })
  })
}

/** Writes a lesson with its questions, whole; refused where somebody else wrote it meanwhile. */
export async function saveLesson(
  { db, store }: CourseTools,
  actor: Actor,
  { id: courseId, lesson }: { readonly id: number; readonly lesson: string },
  { version, title, questions, ...media }: LessonSaved,
): Promise<void> {
  await requireOwnCourse(db, actor, courseId)
  const seconds = await secondsOf({ db, store }, actor, media, await mediaBefore(db, courseId, lesson))
  const faults = faultsOf(questions, seconds ?? 0)
  if (faults.length > 0) throw invalidFields(faults)
  await db.transaction(async (tx) => {
    await hold(tx, actor, courseId)
    const row = await tx.maybeOne<{ last: number }>(sql`
      update course_lesson set title = ${title}, version = version + 1, updated_at = now()
      where id = ${lesson}::uuid and course_id = ${courseId} and version = ${version}
      returning last_no as last`)
    if (!row) throw new AppError('stale', { message: '该课时刚被他人改过，请刷新后再改' })
    await keepMedia(tx, lesson, media, seconds)
    await keepQuestions(tx, lesson, questions, row.last)
    await noted(tx, actor, 'course.lesson', { course: courseId, lesson })
  })
}

async function mediaBefore(db: Queryable, courseId: number, lesson: string): Promise<AskedMedia> {
  const row = await db.maybeOne<AskedMedia>(sql`
    select m.file_id as "fileId", m.captions_id as "captionsId", m.slides_id as "slidesId", m.seconds
    from course_lesson l left join course_media m on m.lesson_id = l.id and m.no = l.media_no
    where l.id = ${lesson}::uuid and l.course_id = ${courseId}`)
  if (!row) throw new AppError('missing')
  return row
}

/** What is wrong with questions, each named by its place. */
function faultsOf(questions: readonly Question[], seconds: number): FieldFault[] {
  return questions.flatMap((one, n) => {
    const at = (field: string, message: string) => ({
      field: `questions.${n}.${field}`,
      message: `第 ${n + 1} 道检查题：${message}`,
    })
    const { second, from, kind, choices, right } = one
    const faults: FieldFault[] = []
    if (second > seconds)
      faults.push(at('second', seconds === 0 ? '请先上传录像' : `录像只有 ${clockText(seconds)}`))
    if (from >= second) faults.push(at('from', '片段要在检查题之前开始'))
    if (kind === 'judge' ? choices.length !== 2 : choices.length < 2)
      faults.push(at('choices', '请写 2 到 6 个选项'))
    if (right.some((place) => place >= choices.length)) faults.push(at('right', '正确选项不在选项里'))
    if (kind !== 'multiple' && right.length !== 1) faults.push(at('right', '只能有一个正确选项'))
    return faults
  })
}

/** Keeps the recording of a lesson: another file is the next recording, for which everybody begins anew. */
async function keepMedia(
  tx: Tx,
  lesson: string,
  { fileId, captionsId, slidesId }: LessonFiles,
  seconds: number | null,
): Promise<void> {
  if (fileId === null || seconds === null) {
    await tx.execute(sql`update course_lesson set media_no = 0 where id = ${lesson}::uuid`)
    return
  }
  const now = await tx.one<{ no: number; fileId: string | null; last: number }>(sql`
    select l.media_no as no, m.file_id as "fileId",
      (select coalesce(max(a.no), 0)::int from course_media a where a.lesson_id = l.id) as last
    from course_lesson l left join course_media m on m.lesson_id = l.id and m.no = l.media_no
    where l.id = ${lesson}::uuid`)
  if (fileId === now.fileId) {
    await tx.execute(sql`
      update course_media set captions_id = ${captionsId}::uuid, slides_id = ${slidesId}::uuid
      where lesson_id = ${lesson}::uuid and no = ${now.no}`)
    return
  }
  const no = now.last + 1
  await tx.execute(sql`
    insert into course_media (lesson_id, no, file_id, captions_id, slides_id, seconds)
    values (${lesson}::uuid, ${no}, ${fileId}::uuid, ${captionsId}::uuid, ${slidesId}::uuid, ${seconds})`)
  await tx.execute(sql`update course_lesson set media_no = ${no} where id = ${lesson}::uuid`)
}

/** Writes the questions of a lesson; new ones get numbers that were never used. */
async function keepQuestions(
  tx: Tx,
  lesson: string,
  questions: readonly Question[],
  last: number,
): Promise<void> {
  const known = await tx.query<{ no: number }>(
    sql`select no from course_checkpoint where lesson_id = ${lesson}::uuid`,
  )
  const had = new Set(known.map(({ no }) => no))
  let next = last
  const rows = questions.map(({ no, right, ...one }) => {
    if (no !== null && !had.has(no)) throw invalid('questions', '有一道检查题已被删除，请刷新后再改')
    return { ...one, right: [...new Set(right)].toSorted((a, b) => a - b), no: no ?? (next += 1) }
  })
  if (new Set(rows.map(({ no }) => no)).size < rows.length)
    throw invalid('questions', '同一道检查题出现了两次')
  await tx.execute(sql`delete from course_checkpoint where lesson_id = ${lesson}::uuid`)
  await tx.execute(sql`
    insert into course_checkpoint (lesson_id, no, second, from_s, kind, text, choices, right_choices, hint, required)
    select ${lesson}::uuid, x.no, x.second, x."from", x.kind, x.text, x.choices, x."right", x.hint, x.required
    from jsonb_to_recordset(${sql.json(rows)})
      as x(no smallint, second int, "from" int, kind text, text text, choices jsonb, "right" jsonb, hint text,
        required boolean)`)
  await tx.execute(sql`update course_lesson set last_no = ${next} where id = ${lesson}::uuid`)
}

/** Takes a lesson out of a course; what people have seen of it is kept. */
export const removeLesson = (
  { db }: CourseTools,
  actor: Actor,
  { id: courseId, lesson }: { readonly id: number; readonly lesson: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    await hold(tx, actor, courseId)
    const gone = await tx.execute(
      sql`delete from course_lesson where id = ${lesson}::uuid and course_id = ${courseId}`,
    )
    if (gone === 0) throw new AppError('missing')
    await noted(tx, actor, 'course.lessonRemoved', { course: courseId, lesson })
  })

/** Puts the lessons of a course in an order. */
export const orderLessons = (
  { db }: CourseTools,
  actor: Actor,
  courseId: number,
  lessons: readonly string[],
): Promise<void> =>
  db.transaction(async (tx) => {
    await hold(tx, actor, courseId)
    const known = await tx.query<{ id: string }>(
      sql`select id from course_lesson where course_id = ${courseId}`,
    )
    const asked = new Set(lessons)
    if (asked.size !== known.length || known.some(({ id }) => !asked.has(id)))
      throw new AppError('stale', { message: '课时刚有增减，请刷新后再排' })
    await tx.execute(sql`
      update course_lesson l set place = x.place
      from unnest(${lessons}::uuid[]) with ordinality as x(id, place)
      where l.id = x.id and l.course_id = ${courseId}`)
    await noted(tx, actor, 'course.lesson', { course: courseId, order: lessons.length })
  })

const noted = (tx: Tx, actor: Actor, action: string, facts: object) =>
  note(tx, { by: actor.identityId, action, type: 'course', facts })
