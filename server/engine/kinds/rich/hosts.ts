import type { Queryable } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/**
 * Hosts that links may lead to without asking the reader first. The administrator keeps the list
 * (features/contents).
 */
export async function hostsOf(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ host: string }>(sql`select host from allowed_host order by host`)
  return rows.map(({ host }) => host)
}
