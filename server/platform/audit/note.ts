import type { Queryable } from '../db/database.ts'
import { sql, Sql } from '../db/sql.ts'

/**
 * One line of the audit. Lines are sealed by a chain and never changed, so values of records and secrets stay
 * out of `facts`. Inside a statement with rows of its own a column may be an expression over them.
 */
export interface AuditLine {
  /** The identity that acted; null for the portal itself and for strangers. */
  readonly by: number | Sql | null
  /** A word of the list of actions, 'session.ended'. */
  readonly action: string
  /** Record type or type of content. */
  readonly type?: string | Sql
  readonly ownerId?: number | Sql | null
  readonly recordId?: string | Sql
  /** The person whom the act was about, where it is no record of an owner. */
  readonly personId?: number | Sql | null
  readonly facts?: object | Sql
}

/**
 * The insert of one line, or of a line for each row of `from`; for statements that do it beside their change.
 * @param from rows and conditions, beginning with `from` or `where`
 */
export function audited(line: AuditLine, from: Sql = sql.empty): Sql {
  const facts = line.facts instanceof Sql ? line.facts : sql.json(line.facts ?? {})
  return sql`
    insert into audit (by_identity, action, type, owner_id, record_id, person_id, facts)
    select ${line.by}::int, ${line.action}::text, ${line.type ?? null}::text, ${line.ownerId ?? null}::int,
      ${line.recordId ?? null}::uuid, ${line.personId ?? null}::int, ${facts}
    ${from}`
}

/** Writes one line, or one for each row of `from`; in the transaction of the change it tells of. */
export async function note(db: Queryable, line: AuditLine, from?: Sql): Promise<void> {
  await db.execute(audited(line, from))
}
