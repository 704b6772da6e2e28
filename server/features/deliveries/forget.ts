import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Rows removed in one transaction. */
const batch = 5_000

/**
 * Removes what is older than it is kept; deliveries go with their dispatch. Answers whether there may be
 * more.
 */
export async function forgetOld(db: Database, keptDays: number): Promise<boolean> {
  const old = sql`created_at < now() - make_interval(days => ${keptDays})`
  const dispatches = await db.execute(sql`
    delete from dispatch where id in (
      select id from dispatch where ${old} and state <> 'sending' order by created_at limit ${batch})`)
  const dropped = await db.execute(sql`
    delete from delivery where ctid in (
      select ctid from delivery where ${old} and dispatch_id is null and dropped is not null
      order by created_at limit ${batch})`)
  return dispatches === batch || dropped === batch
}
