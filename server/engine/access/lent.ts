import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { endSessionsWhere } from '../../platform/session/end.ts'
import { note } from '../../platform/audit/note.ts'

export interface TakenBack {
  readonly identityId: number
  readonly personId: number
  readonly lentBy: number
}

/**
 * Disables the enabled lent identities `a` of a condition, ends their sessions and writes an audit row for
 * each. What they did stays as it is.
 * @param by identity that takes them back; null when their time is over
 */
export async function takeBack(tx: Tx, which: Sql, by: number | null): Promise<TakenBack[]> {
  const taken = await tx.query<TakenBack>(sql`
    update identity a
    set state = 'disabled'
    where a.lent_by is not null and a.state = 'enabled' and (${which})
    returning a.id as "identityId", a.person_id as "personId", a.lent_by as "lentBy"`)
  for (const { identityId, personId, lentBy } of taken) {
    await endSessionsWhere(tx, sql`identity_id = ${identityId}`)
    await note(tx, { by, action: 'deputy.ended', personId, facts: { identity: identityId, from: lentBy } })
  }
  return taken
}
