import type { Queryable } from '../database.ts'
import { sql } from '../sql.ts'

const asked = new WeakMap<Queryable, Promise<boolean>>()

/**
 * Whether tables of this database are spread over nodes (`npm run distribute`). Asked once for each database that a process opens: one that
 * is distributed while the process runs is known to be after the next start.
 */
export function isSpread(db: Queryable): Promise<boolean> {
  const known = asked.get(db) ?? ask(db)
  asked.set(db, known)
  // Whoever could not be told asks again.
  known.catch(() => asked.delete(db))
  return known
}

async function ask(db: Queryable): Promise<boolean> {
  const { known } = await db.one<{ known: boolean }>(
    sql`select to_regclass('pg_catalog.pg_dist_partition') is not null as known`,
  )
  if (!known) return false
  const { spread } = await db.one<{ spread: boolean }>(
    sql`select exists (select from pg_dist_partition where partmethod = 'h') as spread`,
  )
  return spread
}
