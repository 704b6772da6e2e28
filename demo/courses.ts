import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postEntry } from '../server/engine/ledger/index.ts'
import { addDays, uuidv7 } from '../server/platform/clock/clock.ts'
import type { Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import { keepFile } from './keep-file.ts'

/** Seconds of the film that stands for every lesson of the demo region: as long as the opening of one. */
const seconds = 12

interface Course {
  readonly id: number
  readonly title: string
  readonly identity: number
  readonly tenths: number
  readonly lessons: readonly string[]
}
interface Lesson {
  readonly id: string
  readonly courseId: number
}

/** A question of the first lesson, in the middle of the film. */
const question = {
  second: 8,
  from: 2,
  text: '这一讲最先要想清楚的是什么？',
  choices: ['学生要学会什么', '用哪一套课件', '板书用什么颜色'],
  right: [0],
  hint: '听一听开头的第一个问题。',
}

/** Courses that the demo region publishes get lessons with a film, captions and a question. */
async function lessonsOf(db: Database, filesFolder: string): Promise<readonly [Course, Lesson[]][]> {
  const courses = await db.query<Course>(sql`
    select c.id, c.live ->> 'title' as title, c.by_identity as identity,
      round(10 * coalesce((c.live ->> 'hours')::numeric, 0))::int as tenths,
      coalesce(string_to_array(c.live ->> 'lessons', ${'\n'}), '{}') as lessons
    from content c
    where c.type = 'course' and c.live is not null
    order by c.id limit 12`)
  const film = await readFile(join(import.meta.dirname, 'films/lesson.webm'))
  const words = Buffer.from(
    'WEBVTT\n\n00:00.000 --> 00:06.000\n先想学生要学会什么\n\n00:06.000 --> 00:12.000\n再想用什么任务去学\n',
  )
  const told: [Course, Lesson[]][] = []
  for (const course of courses) {
    const fileId = await keepFile(db, filesFolder, course.identity, {
      name: '课程片头.webm',
      mime: 'video/webm',
      content: film,
    })
    const captionsId = await keepFile(db, filesFolder, course.identity, {
      name: '课程片头.vtt',
      mime: 'text/vtt',
      content: words,
    })
    const lessons: Lesson[] = []
    for (const [place, title] of course.lessons.entries()) {
      const id = uuidv7()
      await db.execute(sql`
        insert into course_lesson (course_id, id, place, title, media_no, last_no)
        values (${course.id}, ${id}::uuid, ${place + 1}, ${title}, 1, ${place === 0 ? 1 : 0})`)
      await db.execute(sql`
        insert into course_media (lesson_id, no, file_id, captions_id, seconds)
        values (${id}::uuid, 1, ${fileId}::uuid, ${captionsId}::uuid, ${seconds})`)
      lessons.push({ id, courseId: course.id })
    }
    const [first] = lessons
    if (first)
      await db.execute(sql`
        insert into course_checkpoint (lesson_id, no, second, from_s, kind, text, choices, right_choices, hint)
        values (${first.id}::uuid, 1, ${question.second}, ${question.from}, 'single', ${question.text},
          ${sql.json(question.choices)}::jsonb, ${sql.json(question.right)}::jsonb, ${question.hint})`)
    told.push([course, lessons])
  }
  return told
}

/** What somebody played of a lesson on a day. */
interface PlayedLesson {
  readonly teacherId: number
  readonly lesson: Lesson
  readonly day: string
  readonly device: 'desk' | 'phone'
  /** Seconds from the beginning: counted, and played too fast to count. */
  readonly counted: number
  readonly fast: number
}

async function play(
  db: Database,
  { teacherId, lesson, day, device, counted, fast }: PlayedLesson,
): Promise<void> {
  const session = uuidv7()
  const from = `${day}T19:40:00+08:00`
  const to = `${day}T19:40:20+08:00`
  await db.execute(sql`
    insert into watch_session (owner_id, id, kind, lesson_id, media_no, device, length_s, needed_s, cap, fastest,
      late_minutes, opened_at, heard_at, seq, fresh, fast)
    values (${teacherId}, ${session}::uuid, 'course', ${lesson.id}::uuid, 1, ${device}, ${seconds}, 11, 150,
      ${fast > 0 ? 200 : 100}, 30, ${from}::timestamptz, ${to}::timestamptz, 2, ${counted}, ${fast})`)
  if (fast > 0)
    await db.execute(sql`
      insert into watch_cut (owner_id, session_id, minute, reason, seconds)
      values (${teacherId}, ${session}::uuid, ${from}::timestamptz, 'fast', ${fast})`)
  const isComplete = counted === seconds
  await db.execute(sql`
    insert into watch_state (owner_id, kind, lesson_id, media_no, seen, played, seconds, resume_at, resume_device,
      heard_at, complete_at)
    values (${teacherId}, 'course', ${lesson.id}::uuid, 1, int4multirange(int4range(0, ${counted}::int)),
      int4multirange(int4range(0, ${counted + fast}::int)), ${counted}, ${counted + fast}, ${device}, ${to}::timestamptz,
      case when ${isComplete}::boolean then ${to}::timestamptz end)`)
  if (isComplete)
    await db.execute(sql`
      insert into watch_answer (owner_id, kind, lesson_id, media_no, no, tries, tried_at, right_at)
      select ${teacherId}::int, 'course', k.lesson_id, 1, k.no, 1, ${to}::timestamptz, ${to}::timestamptz
      from course_checkpoint k where k.lesson_id = ${lesson.id}::uuid`)
}

/**
 * A second opening of the lesson of which `play` told the first five seconds: twelve seconds were played, of which
 * two are new, three were seen before, and the others do not count, each for another reason.
 */
async function playAgain(
  db: Database,
  { teacherId, lesson, day }: Pick<PlayedLesson, 'teacherId' | 'lesson' | 'day'>,
): Promise<void> {
  const session = uuidv7()
  const [from, to] = [`${day}T20:10:00+08:00`, `${day}T20:52:00+08:00`]
  await db.execute(sql`
    insert into watch_session (owner_id, id, kind, lesson_id, media_no, device, length_s, needed_s, cap, fastest,
      late_minutes, opened_at, heard_at, seq, fresh, again, late, busy, outside)
    values (${teacherId}, ${session}::uuid, 'course', ${lesson.id}::uuid, 1, 'desk', ${seconds}, 11, 150, 100, 30,
      ${from}::timestamptz, ${to}::timestamptz, 4, 2, 3, 2, 4, 1)`)
  await db.execute(sql`
    insert into watch_cut (owner_id, session_id, minute, reason, seconds)
    select ${teacherId}::int, ${session}::uuid, ${from}::timestamptz + x.minutes * interval '1 minute', x.reason, x.seconds
    from (values (3, 'busy', 4), (41, 'late', 2), (42, 'outside', 1)) as x(minutes, reason, seconds)`)
  await db.execute(sql`
    update watch_state
    set seen = seen + '{[8,10)}', played = '{[0,12)}', again = '{[2,5)}', seconds = seconds + 2, resume_at = 10,
      resume_device = 'desk', heard_at = ${to}::timestamptz
    where owner_id = ${teacherId} and kind = 'course' and lesson_id = ${lesson.id}::uuid and media_no = 1`)
}

/** Teachers of the school with an account, that of 林疏影 first. */
const learnersOf = (db: Database) =>
  db.query<{ id: number; identity: number }>(sql`
    select t.id, a.id as identity
    from teacher t
      join institution i on i.id = t.institution_id and i.name = '江城区听潮中学'
      join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where t.status = '11'
    order by t.name <> '林疏影', t.id limit 9`)

/**
 * Courses of the demo region with lessons, and people who learn them: 林疏影 is in the second lesson, of
 * which some seconds do not count; others completed the course and have its hours.
 */
export async function tellCourses(db: Database, filesFolder: string, today: string): Promise<void> {
  const told = await lessonsOf(db, filesFolder)
  const [own, ...others] = await learnersOf(db)
  const [course, lessons] = told[0] ?? []
  if (!own || !course || !lessons) return
  const [first, second] = lessons
  if (first)
    await play(db, {
      teacherId: own.id,
      lesson: first,
      day: addDays(today, -6),
      device: 'desk',
      counted: seconds,
      fast: 0,
    })
  if (second) {
    const begun = { teacherId: own.id, lesson: second }
    await play(db, { ...begun, day: addDays(today, -2), device: 'phone', counted: 5, fast: 3 })
    await playAgain(db, { ...begun, day: addDays(today, -1) })
  }
  for (const [n, { id: teacherId, identity }] of others.entries()) {
    const upTo = n < 3 ? lessons.length : 1 + (n % lessons.length)
    for (const [place, lesson] of lessons.slice(0, upTo).entries())
      await play(db, {
        teacherId,
        lesson,
        day: addDays(today, -20 + 2 * place),
        device: n % 2 === 0 ? 'desk' : 'phone',
        counted: seconds,
        fast: 0,
      })
    if (upTo === lessons.length) await giveHours(db, course, { teacherId, identity }, addDays(today, -20))
  }
}

const giveHours = (
  db: Database,
  { id, tenths }: Course,
  { teacherId, identity }: { readonly teacherId: number; readonly identity: number },
  day: string,
): Promise<boolean> =>
  db.transaction((tx) =>
    postEntry(tx, {
      ownerId: teacherId,
      account: 'training',
      year: Number(day.slice(0, 4)),
      category: '2',
      source: 'online',
      tenths,
      from: day,
      to: day,
      certificate: '',
      of: { type: 'course', id: String(id) },
      version: 1,
      by: identity,
    }),
  )
