import { dutiesOf } from '../../../catalogue/access/duties.ts'
import { isRole } from '../../../catalogue/access/roles.ts'
import type { PasswordDue } from '../../../catalogue/contract/account/account.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { judgeSession, sessionColumns, type SessionRow } from '../../platform/session/session.ts'

/** Why the person `p` has to set a new password before anything else; null for no reason. */
export const passwordDue: Sql = sql`case
    when p.must_change then
      case when exists (select 1 from password_history h where h.person_id = p.id) then 'reset' else 'first' end
    when p.password_simple then 'simple'
    when p.password_changed_at < now() - interval '183 days' then 'old' end`

interface Row {
  identity_id: number
  person_id: number
  role: number
  name: string
  institution_id: number
  institution: string
  teacher_id: number | null
  lent_by: number | null
  reads_only: boolean
  duties: string[] | null
  password_due: PasswordDue | null
  viewed_identity: number | null
  /** Milliseconds until the administrator stops looking through that identity. */
  viewed_left: number | null
}
type Own = Omit<Row, 'password_due' | 'viewed_identity' | 'viewed_left'>

/** A live session: its actor, and the identity that an administrator looks through in it. */
export interface Behind {
  readonly actor: Actor
  readonly renewDue: boolean
  readonly passwordDue: PasswordDue | null
  /** Hash of the cookie the session is bound to. */
  readonly binding: Buffer | null
  /**
   * The identity that the administrator looks through, and the milliseconds left. `actor` is null when that
   * identity was disabled meanwhile.
   */
  readonly viewing: { readonly actor: Actor | null; readonly leftMs: number } | null
}

/** The actor of a request. Throws sessionDead where nobody is signed in. */
export type ActorOn = (request: { readonly actor: Actor | null }) => Actor

/**
 * Condition that identity `a` may be used today: it is enabled, today is one of the days for which it was
 * lent to a deputy, and not after the last on which somebody who left reads.
 */
export const usable: Sql = sql`a.state = 'enabled'
    and coalesce((now() at time zone 'Asia/Shanghai')::date between a.lent_from and a.lent_until, true)
    and coalesce((now() at time zone 'Asia/Shanghai')::date <= a.reads_until, true)`

const actorColumns = sql`a.person_id, a.role, p.name, a.institution_id, i.name as institution,
  case when a.role = 2 then t.id end as teacher_id, a.lent_by, a.reads_only, a.duties`

/**
 * Finds the session of a token with its actor, in one round trip because every request asks this. Returns
 * null when the session is dead or the identity was disabled.
 */
export async function actorBehind(db: Database, token: string, background: boolean): Promise<Behind | null> {
  const tokenHash = sha256(token)
  const row = await db.maybeOne<Row & SessionRow>(sql`
    select ${sessionColumns}, ${actorColumns}, s.viewed_identity, (extract(epoch
        from s.viewed_until - now()) * 1000)::float8 as viewed_left,
      ${passwordDue} as password_due
    from session s join identity a on a.id = s.identity_id and ${usable} join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id left join teacher t on t.person_id = a.person_id
    where s.token_hash = ${tokenHash}`)
  const session = await judgeSession(db, tokenHash, row, background)
  const actor = row && actorFrom(row)
  if (!row || !session || !actor) return null
  const viewing =
    row.viewed_identity === null
      ? null
      : await viewingOf(db, actor, row.viewed_identity, row.viewed_left ?? 0)
  return { actor, renewDue: session.renewDue, passwordDue: row.password_due, binding: row.binding, viewing }
}

async function viewingOf(
  db: Database,
  by: Actor,
  identityId: number,
  leftMs: number,
): Promise<Behind['viewing']> {
  const viewed = await actorOfIdentity(db, identityId)
  return { actor: viewed?.enabled ? { ...viewed.actor, viewedBy: by.identityId } : null, leftMs }
}

/** Every identity that a person may use today, each as an actor. */
export async function actorsOf(db: Queryable, personId: number): Promise<Actor[]> {
  const rows = await db.query<Own>(sql`
    select a.id as identity_id, ${actorColumns} from identity a join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id left join teacher t on t.person_id = a.person_id
    where a.person_id = ${personId} and ${usable} order by a.role, a.id`)
  return rows.flatMap((row) => actorFrom(row) ?? [])
}

/** One identity as an actor, with whether it may be used today. Returns undefined when there is none. */
export async function actorOfIdentity(
  db: Queryable,
  identityId: number,
): Promise<{ actor: Actor; enabled: boolean } | undefined> {
  const row = await db.maybeOne<Own & { enabled: boolean }>(sql`
    select a.id as identity_id, ${usable} as enabled, ${actorColumns}
    from identity a
    join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id left join teacher t on t.person_id = a.person_id
    where a.id = ${identityId}`)
  const actor = row && actorFrom(row)
  return row && actor ? { actor, enabled: row.enabled } : undefined
}

function actorFrom(row: Own): Actor | null {
  if (!isRole(row.role)) return null
  return {
    identityId: row.identity_id,
    personId: row.person_id,
    role: row.role,
    name: row.name,
    institutionId: row.institution_id,
    institution: row.institution,
    teacherId: row.teacher_id,
    ...(row.lent_by !== null && { standsFor: row.lent_by }),
    ...(row.reads_only && { readsOnly: true }),
    ...(row.role === 1 && { duties: dutiesOf(row.duties) }),
  }
}
