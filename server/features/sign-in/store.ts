import type { PasswordDue } from '../../../catalogue/contract/account/account.ts'
import { passwordDue, usable } from '../../engine/access/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { note } from '../../platform/audit/note.ts'

export interface Credential {
  readonly id: number
  readonly password_hash: string | null
  readonly password_simple: boolean
  readonly password_changed_at: string | null
  /** The password was given by others and has to be replaced. */
  readonly must_change: boolean
  /** A password that lets in once, and one that did, or was not used within its day. */
  readonly one_time: boolean
  readonly password_over: boolean
}

/** The person behind an account name, phone or identity number. */
export async function findPerson(
  db: Queryable,
  keys: Keys,
  account: string,
): Promise<Credential | undefined> {
  const mobile = /^1[3-9]\d{9}$/.test(account) ? [...keys.blinds('mobile', account)] : []
  const idNo = /^[0-9A-Za-z()/-]{5,20}$/.test(account) ? [...keys.blinds('id_no', account.toUpperCase())] : []
  const rows = await db.query<Credential>(sql`
    select id, password_hash, password_simple, password_changed_at, must_change,
      password_until is not null as one_time, coalesce(password_until <= now(), false) as password_over
    from person
    where login_name = ${account.toLowerCase()} or mobile_key = any(${mobile}::text[])
      or id_no_key = any(${idNo}::text[])
    limit 2`)
  return rows.length === 1 ? rows[0] : undefined
}

export interface IdentityRow {
  readonly id: number
  readonly role: number
  readonly name: string
  readonly client_id: number
  readonly page_id: number
  readonly institution_id: number
  readonly institution: string
  readonly area_code: string
  readonly teacher_id: number | null
  readonly password_simple: boolean
  readonly reset_due: boolean
  readonly password_due: PasswordDue | null
  readonly last_login_at: string | null
  readonly password_changed_at: string | null
  readonly image_file: string | null
  /** Number of enabled identities of the person. */
  readonly identities: number
  /** Name of the officer whose work a deputy does with this identity, and the last day of it. */
  readonly stands_for: string | null
  readonly lent_until: string | null
  /** True for people who left and may only read; with a last day, until then. */
  readonly reads_only: boolean
  readonly reads_until: string | null
  /** Duties of an administrator. */
  readonly duties: string[] | null
}

/** The enabled identities of a person, or the one with this id. */
export async function identitiesOf(
  db: Queryable,
  by: { personId: number } | { identityId: number },
): Promise<IdentityRow[]> {
  const which = 'personId' in by ? sql`a.person_id = ${by.personId}` : sql`a.id = ${by.identityId}`
  return db.query<IdentityRow>(sql`
    select a.id, a.role, p.name, a.client_id, a.page_id, i.id as institution_id, i.name as institution,
      i.area_code,
      case when a.role = 2 then t.id end as teacher_id, p.password_simple
        or p.must_change as password_simple, p.last_login_at, p.password_changed_at,
      p.image_file, (select count(*)::int
        from identity o
        where o.person_id = a.person_id and o.state = 'enabled') as identities,
      lender.name as stands_for, a.lent_until, a.reads_only, a.reads_until, a.duties,
      coalesce(p.password_changed_at < now() - interval '183 days', false) as reset_due,
      ${passwordDue} as password_due
    from identity a join person p on p.id = a.person_id join institution i on i.id = a.institution_id
      left join teacher t on t.person_id = a.person_id
      left join identity l on l.id = a.lent_by left join person lender on lender.id = l.person_id
    where ${which} and ${usable} order by a.role, a.id`)
}

/** Origin of a sign-in in the log. */
export interface Origin {
  readonly ip: string
  readonly agent: string
}

/**
 * A line of the audit about signing in or out. What was typed as the account of nobody is kept as a keyed
 * hash: people type their identity number there, or their password.
 */
export async function auditSignIn(
  db: Database,
  action: string,
  who: {
    identityId?: number | undefined
    personId?: number | undefined
    unknown?: string | undefined
    from?: number | undefined
  },
  { ip, agent }: Origin,
): Promise<void> {
  const facts = {
    ip,
    agent: agent.slice(0, 200),
    ...(who.unknown && { account: who.unknown }),
    ...(who.from && { from: who.from }),
  }
  await note(db, { by: who.identityId ?? null, action, personId: who.personId ?? null, facts })
}
