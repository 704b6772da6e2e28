import type { Queryable } from '../../engine/engine.ts'
import { completedBy } from '../../engine/watch/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { definition, kind } from './course.ts'
import { lessonsOf, withFilm } from './lessons.ts'

/** Titles of courses that are on show, by number; others have none. */
export async function courseTitles(
  db: Queryable,
  courses: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<{ id: number; title: string }>(sql`
    select c.id, coalesce(c.live ->> 'title', '') as title from content c
    where c.id = any(${[...courses]}::int[]) and c.type = ${definition.name} and c.live is not null`)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** When each of some people had completed every lesson of a course, in milliseconds; who has not is left out. */
export async function courseCompletions(
  db: Queryable,
  courseId: number,
  owners: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const lessons = withFilm(await lessonsOf(db, [courseId])).map(({ id }) => id)
  if (lessons.length === 0) return new Map()
  return completedBy(db, { kind, lessons, owners })
}
