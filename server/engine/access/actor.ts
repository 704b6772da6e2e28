import { isRole } from '../../../catalogue/access/roles.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

interface Row {
  identity_id: number
  person_id: number
  role: number
  name: string
  institution_id: number
  institution: string
  teacher_id: number | null
}

/** Who an identity is; null when it was disabled. */
export async function actorOf(db: Queryable, identityId: number): Promise<Actor | null> {
  const row = await db.maybeOne<Row>(sql`
    select a.id as identity_id, a.person_id, a.role, p.name, a.institution_id, i.name as institution,
      case when a.role = 2 then t.id end as teacher_id
    from identity a join person p on p.id = a.person_id join institution i on i.id = a.institution_id
      left join teacher t on t.person_id = a.person_id
    where a.id = ${identityId} and a.state = 'enabled'`)
  if (!row || !isRole(row.role)) return null
  return {
    identityId: row.identity_id,
    personId: row.person_id,
    role: row.role,
    name: row.name,
    institutionId: row.institution_id,
    institution: row.institution,
    teacherId: row.teacher_id,
  }
}
