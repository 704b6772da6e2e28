import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { endSessionsWhere } from '../../platform/session/end.ts'

/** The days for which an identity is lent, both included, as `YYYY-MM-DD`. */
export interface LentDays {
  readonly from: string
  readonly until: string
}

/**
 * Lends an identity to a colleague, who gets an identity of the same role and institution for these days.
 * Returns its number; undefined when the colleague has one lent in that role there already.
 */
export async function lendIdentity(
  tx: Tx,
  lender: number,
  personId: number,
  { from, until }: LentDays,
): Promise<number | undefined> {
  const made = await tx.maybeOne<{ id: number }>(sql`
    insert into identity (person_id, role, institution_id, client_id, page_id, lent_by, lent_from,
        lent_until)
    select ${personId}, role, institution_id, client_id, page_id, id, ${from}::date,
      ${until}::date
    from identity
    where id = ${lender}
    on conflict (person_id, role, institution_id)
    where lent_by is not null and state = 'enabled'
    do nothing
    returning id`)
  return made?.id
}

/** Changes the last day of a lent identity, given as `YYYY-MM-DD`. */
export async function changeLastDay(tx: Tx, identityId: number, until: string): Promise<void> {
  await tx.execute(sql`update identity set lent_until = ${until}::date where id = ${identityId}`)
}

export interface TakenBack {
  readonly identityId: number
  readonly personId: number
  readonly lentBy: number
}

/**
 * Takes lent identities back: disables them, ends their sessions and writes an audit row for each. What the
 * deputies did stays as it is.
 * @param condition which ones, as a condition on `identity a`
 * @param by the identity that takes them back; null when their last day is over
 */
export async function takeBack(tx: Tx, condition: Sql, by: number | null): Promise<TakenBack[]> {
  const taken = await tx.query<TakenBack>(sql`
    update identity a
    set state = 'disabled'
    where a.lent_by is not null and a.state = 'enabled' and (${condition})
    returning a.id as "identityId", a.person_id as "personId", a.lent_by as "lentBy"`)
  for (const { identityId, personId, lentBy } of taken) {
    await endSessionsWhere(tx, sql`identity_id = ${identityId}`)
    await note(tx, { by, action: 'deputy.ended', personId, facts: { identity: identityId, from: lentBy } })
  }
  return taken
}
