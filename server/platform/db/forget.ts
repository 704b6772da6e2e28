import type { Database } from './database.ts'
import { sql, type Sql } from './sql.ts'

/** Rows of one transaction: few enough that other transactions do not wait for its locks. */
const batch = 5_000

/** Which rows of a table are deleted after their term, and in which order. */
export interface ForgettingRule {
  readonly table: string
  /** Columns of an index by which the oldest rows come first. */
  readonly oldest: Sql
  /** Which of the oldest rows go, by columns of the row `t`. */
  readonly where: Sql
  /** Whether its rows may lie on several nodes by their owners. */
  readonly isByOwner?: true
}

/**
 * Removes those of the oldest rows that are kept no longer. Only the oldest are looked at, so that a run with
 * nothing to do costs nothing. A row that is changed meanwhile stays. Answers whether there may be more.
 */
export async function forget(
  db: Database,
  { table, oldest, where, isByOwner }: ForgettingRule,
): Promise<boolean> {
  const from = sql.id(table)
  // Citus counts places of rows for each node and takes no limit: what became due since the last run goes at
  // once.
  if (isByOwner && (await db.isSpread())) {
    await db.execute(sql`delete from ${from} t where ${where}`)
    return false
  }
  const removed = await db.execute(sql`
    delete from ${from}
    where ctid = any(array(
      select t.ctid
      from (select x.ctid, x.* from ${from} x order by ${oldest} limit ${batch}) t
      where ${where}))`)
  return removed === batch
}
