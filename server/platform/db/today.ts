import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

/**
 * Today in Asia/Shanghai by the database's clock, as 'YYYY-MM-DD': what is stored or sent depends on it, not
 * on a process's own clock.
 */
export async function databaseDay(db: Queryable): Promise<string> {
  return (await db.one<{ day: string }>(sql`select (now() at time zone 'Asia/Shanghai')::date as day`)).day
}
