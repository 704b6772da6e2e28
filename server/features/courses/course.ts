import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentState } from '../../../catalogue/contents/define.ts'
import { deepestRow } from '../../../catalogue/contract/envelope.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../engine/engine.ts'
import { reachOf, seen } from '../../engine/publishing/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

export const definition = contents.course
/** How lessons of courses are called where they are watched. */
export const kind = 'course'

type Value = Readonly<Record<string, unknown>>

/** What a course says about itself and how it is counted. */
export interface Course {
  readonly id: number
  readonly title: string
  readonly state: ContentState
  readonly org: string
  readonly institutionId: number
  readonly subject: string | null
  readonly lecturer: string
  readonly lecturerUnit: string
  /** Tenths of an hour; 0 where it gives none. */
  readonly tenths: number
  readonly creditKind: string | null
  readonly byLesson: boolean
  readonly rate: number
  readonly threshold: number
  readonly lateMinutes: number
}

interface Row {
  readonly id: number
  readonly state: ContentState
  readonly org: string
  readonly institutionId: number
  readonly value: Value
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown, usual: number): number => {
  const read = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(read) ? read : usual
}

const courseOf = ({ value, ...row }: Row): Course => ({
  ...row,
  title: text(value['title']),
  subject: text(value['subject']) || null,
  lecturer: text(value['lecturer']),
  lecturerUnit: text(value['lecturerUnit']),
  tenths: Math.round(10 * number(value['hours'], 0)),
  creditKind: text(value['creditKind']) || null,
  byLesson: value['byLesson'] === true,
  // Courses that were published before these fields existed are counted as new ones are.
  rate: number(value['rate'], 1.5),
  threshold: number(value['threshold'], 90),
  lateMinutes: number(value['lateMinutes'], 30),
})

/** The copy of a course that is being written, and the one that is published. */
const copies = { working: sql`c.value`, live: sql`c.live` }

/** Courses among `content c`, in one of their copies; `which` is what follows the names of the tables. */
export async function coursesAmong(
  db: Queryable,
  copy: keyof typeof copies,
  which: Sql,
): Promise<readonly Course[]> {
  const rows = await db.query<Row>(sql`
    select c.id, c.state, i.name as org, c.institution_id as "institutionId", ${copies[copy]} as value
    from content c join institution i on i.id = c.institution_id
    ${which}`)
  return rows.map(courseOf)
}

/** How many rows a list has, exactly up to 10 000. */
export async function totalOf(db: Queryable, from: Sql) {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from (select 1 ${from} limit ${deepestRow + 1}) one`,
  )
  return { total: Math.min(total, deepestRow), ...(total > deepestRow && { totalMore: true as const }) }
}

function theOne([course]: readonly Course[]): Course {
  if (!course) throw new AppError('missing')
  return course
}

/** A course that an office keeps or looks after, as it is being written; else missing. */
export const officeCourse = async (db: Queryable, actor: Actor, id: number): Promise<Course> =>
  theOne(
    await coursesAmong(
      db,
      'working',
      sql`where c.id = ${id} and c.type = ${definition.name} and ${reachOf(actor, definition)}`,
    ),
  )

/** A course that this person may learn now, as it is published; else missing. */
export const openCourse = async (db: Queryable, actor: Actor | null, id: number): Promise<Course> =>
  theOne(await coursesAmong(db, 'live', sql`where c.id = ${id} and ${seen(definition, actor)}`))

/** The course of a lesson, if this person may learn it now; else missing. */
export const openCourseWith = async (db: Queryable, actor: Actor, lessonId: string): Promise<Course> =>
  theOne(
    await coursesAmong(
      db,
      'live',
      sql`where c.id = (select l.course_id from course_lesson l where l.id = ${lessonId}::uuid)
        and ${seen(definition, actor)}`,
    ),
  )

/** Hours as people read them; null for none. */
export const hoursOf = ({ tenths }: Course): number | null => (tenths === 0 ? null : tenths / 10)

/** Whether this office writes the lessons of the course: the one that publishes it. */
export const keeps = (actor: Actor, { institutionId }: Course): boolean =>
  actor.role >= 3 && actor.role <= 6 && actor.institutionId === institutionId

/** Refuses offices that only look after the course. */
export function requireKeeper(actor: Actor, course: Course): void {
  if (!keeps(actor, course)) throw new AppError('forbidden', { message: '该课程由其他单位开设' })
}

/** Refuses a course that another institution keeps; `missing` for one that the actor does not look after either. */
export const requireOwnCourse = async (db: Queryable, actor: Actor, id: number): Promise<void> =>
  requireKeeper(actor, await officeCourse(db, actor, id))
