import { isRole } from '../../../catalogue/access/roles.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { judgeSession, sessionColumns, type SessionRow } from '../../platform/session/session.ts'

/** Why an account may do nothing before it has a new password: too simple a one, or one older than 183 days. */
export type PasswordDue = 'simple' | 'old' | null

interface Row {
  identity_id: number
  person_id: number
  role: number
  name: string
  institution_id: number
  institution: string
  teacher_id: number | null
  password_due: PasswordDue
}

const actorColumns = sql`a.person_id, a.role, p.name, a.institution_id, i.name as institution,
  case when a.role = 2 then t.id end as teacher_id`

/**
 * The session behind a token together with who it is for, in one round trip; null when the session is dead or the identity was
 * disabled.
 */
export async function actorBehind(
  db: Database,
  token: string,
  background: boolean,
): Promise<{ actor: Actor; renewDue: boolean; passwordDue: PasswordDue } | null> {
  const tokenHash = sha256(token)
  const row = await db.maybeOne<Row & SessionRow>(sql`
    select ${sessionColumns}, ${actorColumns},
      case when p.password_simple or p.must_change then 'simple' when p.password_changed_at < now() - interval '183 days' then 'old' end as password_due
    from session s join identity a on a.id = s.identity_id and a.state = 'enabled' join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id left join teacher t on t.person_id = a.person_id
    where s.token_hash = ${tokenHash}`)
  const session = await judgeSession(db, tokenHash, row, background)
  const actor = row && actorFrom(row)
  return row && session && actor ? { actor, renewDue: session.renewDue, passwordDue: row.password_due } : null
}

/** Every enabled identity of a person as the actor it would be. */
export async function actorsOf(db: Queryable, personId: number): Promise<Actor[]> {
  const rows = await db.query<Omit<Row, 'password_due'>>(sql`
    select a.id as identity_id, ${actorColumns} from identity a join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id left join teacher t on t.person_id = a.person_id
    where a.person_id = ${personId} and a.state = 'enabled' order by a.role, a.id`)
  return rows.flatMap((row) => actorFrom(row) ?? [])
}

/** One identity as the actor it is, whether enabled or not; undefined when there is none. */
export async function actorOfIdentity(db: Queryable, identityId: number): Promise<{ actor: Actor; enabled: boolean } | undefined> {
  const row = await db.maybeOne<Omit<Row, 'password_due'> & { enabled: boolean }>(sql`
    select a.id as identity_id, a.state = 'enabled' as enabled, ${actorColumns} from identity a join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id left join teacher t on t.person_id = a.person_id
    where a.id = ${identityId}`)
  const actor = row && actorFrom(row)
  return row && actor ? { actor, enabled: row.enabled } : undefined
}

function actorFrom(row: Omit<Row, 'password_due'>): Actor | null {
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
