import type { Queryable } from '../../platform/db/database.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Whether this session was opened with the one-time password that is still the person's. It may then set a
 * new one without the old one. A password set or issued meanwhile ends that: `password_changed_at` is another
 * one.
 * @param lock holds the person, so that of two requests at once the second sees what the first set
 */
export async function replacesOneTimePassword(
  db: Queryable,
  who: { readonly token: string; readonly personId: number },
  lock: 'lock' | 'read' = 'read',
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1
    from session s
    join identity a on a.id = s.identity_id
    join person p on p.id = a.person_id
    where s.token_hash = ${sha256(who.token)} and p.id = ${who.personId}
      and p.must_change and p.password_changed_at = s.replaces_password_of
    ${lock === 'lock' ? sql`for update of p` : sql.empty}`)
  return row !== undefined
}
