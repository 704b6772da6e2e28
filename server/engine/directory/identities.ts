import type { Duty } from '../../../catalogue/access/duties.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** A role of a person at an institution. */
export interface NewIdentity {
  readonly personId: number
  readonly role: Role
  readonly institutionId: number
  /** Of an administrator where duties are separate; null for all other identities. */
  readonly duties: readonly Duty[] | null
}

/** Adds an identity, or enables the one that the person had in this role at this institution. */
export async function addIdentity(
  tx: Tx,
  { personId, role, institutionId, duties }: NewIdentity,
): Promise<void> {
  await tx.execute(sql`
    insert into identity (person_id, role, institution_id, duties)
    values (${personId}, ${role}, ${institutionId}, ${duties && [...duties]}::text[])
    on conflict (person_id, role, institution_id)
    where lent_by is null
    do update set state = 'enabled', duties = excluded.duties`)
}

/** Disables an identity. The caller ends its sessions and its deputies' rights. */
export async function disableIdentity(tx: Tx, identityId: number): Promise<void> {
  await tx.execute(sql`update identity set state = 'disabled' where id = ${identityId}`)
}

/**
 * Assigns accounts to a client, whose navigation they are given: all accounts of these institutions and these
 * identities. Returns how many changed the client.
 */
export async function assignToClient(
  tx: Tx,
  clientId: number,
  { institutions, identities }: { institutions: readonly number[]; identities: readonly number[] },
): Promise<number> {
  return tx.execute(sql`
    update identity
    set client_id = ${clientId}
    where client_id <> ${clientId}
      and (institution_id = any(${[...institutions]}::int[]) or id = any(${[...identities]}::int[]))`)
}
