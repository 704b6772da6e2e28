import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** A message a feature writes by itself, beside those that follow from events of the engine. */
export interface Notice {
  /** One identity, or everybody who acts for an institution in a role. */
  readonly to: { readonly identity: number } | { readonly institution: number; readonly role: number }
  /** Dictionary messageKind. */
  readonly kind: string
  readonly title: string
  readonly content: string
  /** A path of this site. */
  readonly link: string | null
  /** The person who caused it, who hears nothing of it. */
  readonly exceptPerson: number
}

/** Writes a message in the transaction of what it tells. */
export async function notify(tx: Tx, notice: Notice): Promise<void> {
  const { to } = notice
  const readers = 'identity' in to ? sql`a.id = ${to.identity}` : sql`a.institution_id = ${to.institution} and a.role = ${to.role}`
  await tx.execute(sql`
    insert into message (identity_id, kind, title, content, link)
    select a.id, ${notice.kind}::text, ${notice.title}::text, ${notice.content}::text, ${notice.link}::text from identity a
    where ${readers} and a.state = 'enabled' and a.person_id <> ${notice.exceptPerson}`)
}
