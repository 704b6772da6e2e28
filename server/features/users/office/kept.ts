import type { Actor } from '../../../../catalogue/access/access.ts'
import { keptRoles } from '../../../../catalogue/access/office-accounts.ts'
import { roleEntry } from '../../../../catalogue/access/roles.ts'
import type { Role } from '../../../../catalogue/access/roles.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { institutionsInScope } from '../../../engine/access/index.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'

/**
 * Condition that an office keeps the identity `a` at the institution `i`: its role and its place are below
 * it.
 */
export function keptBy(actor: Actor, a: string, i: string): Sql {
  const roles = [...keptRoles(actor.role)]
  return sql`(${sql.id(a, 'role')} = any(${roles}::int[]) and ${sql.id(a, 'lent_by')} is null
    and ${institutionsInScope(actor, i)})`
}

/**
 * Condition that nothing of the person `p` lies outside what the office keeps. An office that could give a
 * new password to somebody who is also an official above it would hold that account, too.
 */
export function wholly(actor: Actor, p: string): Sql {
  return sql`not exists (
    select 1
    from identity o
    join institution oi on oi.id = o.institution_id
    where o.person_id = ${sql.id(p, 'id')} and not ${keptBy(actor, 'o', 'oi')}
      and not (o.lent_by is not null and o.state = 'disabled'))`
}

export interface KeptAccount {
  readonly identityId: number
  readonly personId: number
  readonly name: string
  readonly loginName: string | null
  readonly institution: string
  readonly state: 'enabled' | 'disabled'
  readonly wholly: boolean
}

/** Accounts of the office's keeping by the numbers of their identities; those of others are left out. */
export function keptAccounts(db: Queryable, actor: Actor, ids: readonly number[]): Promise<KeptAccount[]> {
  return db.query<KeptAccount>(sql`
    select a.id as "identityId", a.person_id as "personId", p.name, p.login_name as "loginName", a.state,
      i.name as institution, ${wholly(actor, 'p')} as wholly
    from identity a
    join person p on p.id = a.person_id
    join institution i on i.id = a.institution_id
    where a.id = any(${[...ids]}::int[]) and ${keptBy(actor, 'a', 'i')}`)
}

/** One account of the office's keeping; 404 for any other. */
export async function keptAccount(db: Queryable, actor: Actor, id: number): Promise<KeptAccount> {
  const [found] = await keptAccounts(db, actor, [id])
  if (!found) throw new AppError('missing')
  return found
}

/** Why an office may not act on the whole account of somebody. */
export const partly = '该用户还有不归本单位管理的身份，请由上级或系统管理员办理'

/** Refuses acts that reach all identities of somebody of whom the office keeps only some. */
export function requireWholly({ wholly: whole }: KeptAccount): void {
  if (!whole) throw new AppError('forbidden', { message: partly })
}

/** Refuses an account that this office may not give: 400 with the field. */
export async function requireGivable(
  db: Queryable,
  actor: Actor,
  { role, institutionId }: { readonly role: Role; readonly institutionId: number },
): Promise<void> {
  if (!keptRoles(actor.role).includes(role))
    throw invalid('role', `${roleEntry(actor.role).label}不能开设这种账号`)
  const place = await db.maybeOne(sql`
    select 1 from institution i where i.id = ${institutionId} and ${institutionsInScope(actor, 'i')}`)
  if (!place) throw invalid('institutionId', '范围内没有该机构')
}
