import type { Notice } from '../../../catalogue/contract/workspace.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * The insert of messages with a link but no text, as part of a larger statement.
 * @param rows a select of identity, kind, title and link
 */
export const insertMessages = (rows: Sql): Sql => sql`
  insert into message (identity_id, kind, title, link)
  ${rows}`

/** Writes a message in the transaction of what it tells. */
export async function notify(tx: Tx, notice: Notice): Promise<void> {
  const { to } = notice
  const readers =
    'identity' in to
      ? sql`a.id = ${to.identity}`
      : sql`a.institution_id = ${to.institution} and a.role = ${to.role}`
  await tx.execute(sql`
    insert into message (identity_id, kind, title, content, link)
    select a.id, ${notice.kind}::text, ${notice.title}::text, ${notice.content}::text, ${notice.link}::text
    from identity a
    where ${readers} and a.state = 'enabled' and a.person_id <> ${notice.exceptPerson}`)
}
