import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { AccountOptions, Deed } from './options.ts'
import { note } from '../../platform/audit/note.ts'

/** Adds a line to the audit in the transaction of what was done. */
export async function noteAccount(db: Queryable, { identityId, personId, action }: Deed): Promise<void> {
  await note(db, { by: identityId, action, facts: { person: personId } })
}

/**
 * Tells every identity of a person; what happens to an account its owner should hear of, above all when it
 * was somebody else.
 */
export async function tellPerson(
  o: AccountOptions,
  tx: Tx,
  personId: number,
  { title, content }: { title: string; content: string },
): Promise<void> {
  const identities = await tx.query<{ id: number }>(
    sql`select id from identity where person_id = ${personId} and state = 'enabled'`,
  )
  for (const { id } of identities) await o.tell(tx, id, title, content)
}

interface AccountRow {
  name: string
  login_name: string | null
  image_file: string | null
  mobile_sealed: string | null
  email_sealed: string | null
  password_changed_at: string | null
  days_left: number | null
}

/** The person's row as the personal page needs it, values still sealed. */
export function accountRow(db: Queryable, personId: number): Promise<AccountRow> {
  return db.one<AccountRow>(sql`
    select name, login_name, image_file, mobile_sealed, email_sealed, password_changed_at,
      183 - floor(extract(epoch from now() - password_changed_at) / 86400)::int as days_left
    from person where id = ${personId}`)
}

/** 139****5678; the last four say which phone it is. */
export const maskedMobile = (mobile: string): string => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** z***@example.cn */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1***$2')
