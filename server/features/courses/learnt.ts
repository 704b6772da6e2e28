import type { OwnRecord } from '../../../catalogue/contract/teaching/activities.ts'
import type { Queryable } from '../../engine/engine.ts'
import { begunBy } from '../../engine/watch/index.ts'
import { dateOf } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { kind } from './course.ts'
import { givenBy } from './hours.ts'

interface LearntRow {
  readonly id: number
  readonly title: string
  readonly lecturer: string
  readonly lessons: number
  readonly complete: number
  readonly heardAt: string
}

/** Courses that a teacher has begun, whether they are still on show or not, the last one heard first. */
export async function learntCourses(db: Queryable, ownerId: number): Promise<OwnRecord['courses']> {
  const begun = await begunBy(db, kind, ownerId)
  if (begun.length === 0) return []
  const rows = await db.query<LearntRow>(sql`
    select c.id, coalesce(c.live ->> 'title', c.value ->> 'title', '') as title,
      coalesce(c.live ->> 'lecturer', c.value ->> 'lecturer', '') as lecturer,
      (select count(*)::int from course_lesson a where a.course_id = c.id and a.media_no > 0) as lessons,
      (count(*) filter (where x.complete and l.media_no > 0))::int as complete, max(x."heardAt") as "heardAt"
    from jsonb_to_recordset(${sql.json(begun)}) as x("lessonId" uuid, "heardAt" timestamptz, complete boolean)
      join course_lesson l on l.id = x."lessonId"
      join content c on c.id = l.course_id
    group by c.id
    order by 6 desc limit 500`)
  const given = await givenBy(
    db,
    ownerId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ heardAt, ...row }) => ({
    ...row,
    day: dateOf(new Date(heardAt)),
    hours: given.get(row.id) ?? 0,
  }))
}
