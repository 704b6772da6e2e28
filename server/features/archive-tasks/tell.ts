import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TaskNeeds } from './needs.ts'
import { schoolTypes, taskPath } from './place.ts'

/**
 * Tells everybody who has to complete something for a task, and the schools they belong to; of types that the school
 * keeps the schools alone.
 * @param says what comes before the task's title
 */
export async function tellWaiting(
  { insertMessages, placeOf, engine }: Pick<TaskNeeds, 'insertMessages' | 'placeOf' | 'engine'>,
  tx: Tx,
  { id, type, says }: { readonly id: string; readonly type: string | null; readonly says: string },
): Promise<{ offices: number; people: number }> {
  const own = type === null ? null : placeOf(type, null, 'section', 2)
  const people = await tx.execute(
    insertMessages(sql`
      select a.id, '1', ${says}::text || '：' || k.title || '，期限 ' || k.due_on::text, ${own}::text
      from archive_task k
        join archive_task_person p on p.task_id = k.id and p.state = 'waiting'
        join teacher t on t.id = p.teacher_id
        join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
      where k.id = ${id}::uuid and coalesce(k.type, '') <> all(${schoolTypes(engine)}::text[])`),
  )
  const offices = await tx.execute(
    insertMessages(sql`
      select a.id, '1', ${says}::text || '：' || k.title || '，本校 ' || n.people || ' 人，期限 ' || k.due_on::text,
        ${taskPath(3, id)}::text
      from archive_task k
        join lateral (
          select t.institution_id, count(*)::int as people
          from archive_task_person p join teacher t on t.id = p.teacher_id
          where p.task_id = k.id and p.state = 'waiting' group by 1) n on true
        join identity a on a.institution_id = n.institution_id and a.role = 3 and a.state = 'enabled'
      where k.id = ${id}::uuid`),
  )
  return { offices, people }
}
