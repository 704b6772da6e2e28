import type { Actor } from '../../../catalogue/access/access.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../../engine/engine.ts'

/** The role of a school's officers. */
const school = 3

/**
 * The last day up to which a school reads the archive of a teacher who belongs elsewhere (personnel.md 2.7):
 * today while a posting there lasts, the last day of the own years for a school where the teacher was before.
 * Null for no right at all. What is under way, and what was recorded later, is not for guests: they read the
 * archive as it stood on that day.
 */
export async function guestUntil(db: Queryable, actor: Actor, teacherId: number): Promise<string | null> {
  if (actor.role !== school) return null
  const day = sql`${today()}::date`
  const stay = await db.maybeOne<{ until: string }>(sql`
    select case when m.kind = 'teaching' then ${day} else m.to_on end::text as until
    from membership m
    where m.teacher_id = ${teacherId} and m.institution_id = ${actor.institutionId} and m.from_on <= ${day}
      and (m.kind = 'teaching' and (m.to_on is null or m.to_on >= ${day}) or m.kind = 'personnel' and m.to_on < ${day})
    order by 1 desc
    limit 1`)
  return stay?.until ?? null
}
