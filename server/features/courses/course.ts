import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../engine/engine.ts'
import { reachOf, seen } from '../../engine/publishing/index.ts'
import { sql } from '../../platform/db/sql.ts'

export const definition = contents.course
/** How lessons of courses are called where they are watched. */
export const kind = 'course'

type Value = Readonly<Record<string, unknown>>

/** What a course says about itself and how it is counted. */
export interface Course {
  readonly id: number
  readonly title: string
  readonly state: string
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
  readonly state: string
  readonly org: string
  readonly institutionId: number
  readonly value: Value
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown, usual: number): number => {
  const read = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(read) ? read : usual
}

export const courseOf = ({ value, ...row }: Row): Course => ({
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

/** A course that an office keeps or looks after, as it is being written; else missing. */
export async function officeCourse(db: Queryable, actor: Actor, id: number): Promise<Course> {
  const row = await db.maybeOne<Row>(sql`
    select c.id, c.state, i.name as org, c.institution_id as "institutionId", c.value
    from content c join institution i on i.id = c.institution_id
    where c.id = ${id} and c.type = ${definition.name} and ${reachOf(actor, definition)}`)
  if (!row) throw new AppError('missing')
  return courseOf(row)
}

/** A course that this person may learn now, as it is published; else missing. */
export async function openCourse(db: Queryable, actor: Actor | null, id: number): Promise<Course> {
  const row = await db.maybeOne<Row>(sql`
    select c.id, c.state, i.name as org, c.institution_id as "institutionId", c.live as value
    from content c join institution i on i.id = c.institution_id
    where c.id = ${id} and ${seen(definition, actor)}`)
  if (!row) throw new AppError('missing')
  return courseOf(row)
}

/** Whether this office writes the lessons of the course: the one that publishes it. */
export const keeps = (actor: Actor, { institutionId }: Course): boolean =>
  actor.role >= 3 && actor.role <= 6 && actor.institutionId === institutionId

/** Refuses offices that only look after the course. */
export function requireKeeper(actor: Actor, course: Course): void {
  if (!keeps(actor, course)) throw new AppError('forbidden', { message: '这门课程由其他单位开设' })
}
