import { keptRoles } from '../../../catalogue/access/office-accounts.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { institutionKind } from '../../../catalogue/institutions/kinds.ts'
import type { Row } from '../../../catalogue/rules/judge.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { RowFault } from '../../../catalogue/imports/read-cell.ts'
import { rowText, type Task } from '../../engine/imports/index.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'

/** The account that a row opens at its institution. */
export interface FirstAccount {
  readonly name: string
  readonly loginName: string | null
  readonly mobile: string | null
  readonly role: Role
}

/** Opens the account of an institution that an import brings; from `app`. */
export interface FirstAccounts {
  /** Whether somebody of this name has this account at the institution. */
  readonly isThere: (db: Queryable, account: FirstAccount, institutionId: number) => Promise<boolean>
  /** The fields that somebody else has already. */
  readonly taken: (db: Queryable, account: FirstAccount) => Promise<readonly FieldFault[]>
  readonly open: (
    tx: Tx,
    actor: Actor,
    account: FirstAccount & { readonly institutionId: number },
  ) => Promise<number>
  /** False where the account was used. */
  readonly forget: (tx: Tx, actor: Actor, personId: number) => Promise<boolean>
}

const roleAt: Readonly<Record<string, Role>> = { school: 3, centre: 3, district: 4, city: 5, province: 6 }

/** The account of a row at an institution of this kind; null for none. */
export function accountOf(kind: string, row: Row): FirstAccount | null {
  const name = rowText(row, 'accountName')
  const role = roleAt[institutionKind(kind)?.level ?? '']
  if (name === null || role === undefined) return null
  return {
    name,
    loginName: rowText(row, 'accountLogin'),
    mobile: rowText(row, 'accountMobile'),
    role,
  }
}

const columnOf: Readonly<Record<string, string>> = { loginName: 'accountLogin', mobile: 'accountMobile' }

const fault = (column: string, code: RowFault['code'], message: string): RowFault => ({
  column,
  level: 'error',
  code,
  message,
})

/**
 * What stands against opening the account: a role that the actor may not give, or what others have already.
 */
export async function faultsOfAccount(
  accounts: FirstAccounts,
  db: Queryable,
  { actor }: Task,
  account: FirstAccount | null,
): Promise<readonly RowFault[]> {
  if (account === null) return []
  if (actor.role !== 1 && !keptRoles(actor.role).includes(account.role))
    return [fault('accountName', 'E301', '本单位不能开设这一级机构的账号')]
  const taken = await accounts.taken(db, account)
  return taken.map(({ field, message }) => fault(columnOf[field] ?? 'accountName', 'E202', message))
}
