import type { Database } from './database.ts'
import { sql, type Sql } from './sql.ts'

/** Rows removed in one transaction: short, so that nobody waits for its locks and the log of the server stays small. */
const batch = 5_000

/** What is forgotten of a table: rows of its own, `t`, that fit a condition which an index finds. */
export interface Forgotten {
  readonly table: Sql
  readonly where: Sql
  /** The order of that index, so that the oldest go first. */
  readonly order: Sql
}

/** Removes a batch of rows that are older than they are kept. Rows that somebody holds stay. Answers whether there may be more. */
export async function forget(db: Database, { table, where, order }: Forgotten): Promise<boolean> {
  const removed = await db.execute(sql`
    delete from ${table} where ctid = any(array(
      select t.ctid from ${table} t where ${where} order by ${order} limit ${batch} for update skip locked))`)
  return removed === batch
}
