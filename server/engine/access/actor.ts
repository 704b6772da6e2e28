import { isRole } from '../../../catalogue/access/roles.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { judgeSession, sessionColumns, type SessionRow } from '../../platform/session/session.ts'

interface Row {
  identity_id: number
  person_id: number
  role: number
  name: string
  institution_id: number
  institution: string
  teacher_id: number | null
}

/**
 * The session behind a token together with who it is for, in one round trip; null when the session is dead or the identity was
 * disabled.
 */
export async function actorBehind(
  db: Database,
  token: string,
  background: boolean,
): Promise<{ actor: Actor; renewDue: boolean } | null> {
  const tokenHash = sha256(token)
  const row = await db.maybeOne<Row & SessionRow>(sql`
    select ${sessionColumns}, a.person_id, a.role, p.name, a.institution_id, i.name as institution,
      case when a.role = 2 then t.id end as teacher_id
    from session s join identity a on a.id = s.identity_id and a.state = 'enabled' join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id left join teacher t on t.person_id = a.person_id
    where s.token_hash = ${tokenHash}`)
  const session = await judgeSession(db, tokenHash, row, background)
  const actor = row && actorFrom(row)
  return session && actor ? { actor, renewDue: session.renewDue } : null
}

function actorFrom(row: Row): Actor | null {
  if (!isRole(row.role)) return null
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
