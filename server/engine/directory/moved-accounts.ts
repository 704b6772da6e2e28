import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { endSessionsWhere } from '../../platform/session/end.ts'
import { takeBack } from './lent-identities.ts'

/** An identity as a move found it. */
export interface Account {
  readonly id: number
  readonly personId: number
  readonly role: number
  readonly institutionId: number
  readonly state: 'enabled' | 'disabled'
  readonly readsOnly: boolean
  readonly readsUntil: string | null
  readonly lentBy: number | null
}

/** All identities of people, those that are lent to them and by them too. */
export async function accountsOf(tx: Tx, personIds: readonly number[]): Promise<Account[]> {
  return tx.query<Account>(sql`
    select a.id, a.person_id as "personId", a.role, a.institution_id as "institutionId", a.state,
      a.reads_only as "readsOnly", a.reads_until as "readsUntil", a.lent_by as "lentBy"
    from identity a
    where a.person_id = any(${[...personIds]}::int[])
      or a.lent_by in (select o.id from identity o where o.person_id = any(${[...personIds]}::int[]))
    order by a.id`)
}

/** Writes identities as they are given: where they stand and what they may. */
export async function placeAccounts(
  tx: Tx,
  accounts: readonly Pick<Account, 'id' | 'institutionId' | 'state' | 'readsOnly' | 'readsUntil'>[],
): Promise<void> {
  if (accounts.length === 0) return
  await tx.execute(sql`
    update identity a
    set institution_id = x."institutionId", state = x.state, reads_only = x."readsOnly",
      reads_until = x."readsUntil"
    from jsonb_to_recordset(${sql.json(accounts)}) as x(id int, "institutionId" int, state text,
      "readsOnly" boolean, "readsUntil" date)
    where a.id = x.id`)
}

/**
 * Ends the sessions of these identities, and takes those back that are lent.
 * Answers the people who are signed out somewhere.
 */
export async function signOut(
  tx: Tx,
  { accounts, by }: { accounts: readonly number[]; by: number | null },
): Promise<number[]> {
  const taken = await takeBack(tx, sql`a.id = any(${[...accounts]}::int[])`, by)
  await endSessionsWhere(tx, sql`identity_id = any(${[...accounts]}::int[]) and expires_at > now()`, {
    action: 'session.ended',
  })
  return taken.map(({ personId }) => personId)
}
