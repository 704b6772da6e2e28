import type { Actor } from '../../../../catalogue/access/access.ts'
import type { Role } from '../../../../catalogue/access/roles.ts'
import type { IssuedCodes } from '../../../../catalogue/contract/administration/office-accounts.ts'
import {
  addPerson,
  issueOneTimePassword,
  type Entry,
  type PersonFields,
} from '../../../engine/directory/index.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { giveIdentity } from '../grants.ts'
import { noteUser, type Users } from '../options.ts'
import { refuseTaken } from '../store.ts'

/** A new person with a first account: identifying data, role and place. */
export interface OpenedPerson extends PersonFields {
  readonly name: string
  readonly role: Role
  readonly institutionId: number
  /** First record of a teacher; by default in service from today. */
  readonly entry?: Entry | undefined
}

/** One line of the one-time passwords that were given. */
export type Code = IssuedCodes['list'][number]

export interface AccountOpening {
  readonly users: Users
  readonly tx: Tx
  readonly actor: Actor
}

/**
 * Adds a person with an account and the one-time password of this hash, or none yet; answers the number.
 * Refused with the field where somebody has the account, the number or the phone already: that is why a table
 * sent twice adds nobody twice.
 */
export async function openAccount(
  { users, tx, actor }: AccountOpening,
  { role, institutionId, entry, ...known }: OpenedPerson,
  hash: string | null,
): Promise<number> {
  await refuseTaken(tx, users.keys, known, 0)
  const personId = await addPerson(tx, users, known)
  await noteUser(tx, actor, 'user.created', { personId })
  await giveIdentity(users, tx, actor, { personId, role, institutionId, duties: null, entry })
  if (hash !== null) await issueOneTimePassword(tx, personId, users.bound(personId, hash))
  return personId
}
