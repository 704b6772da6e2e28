import { sql, type Sql } from '../../platform/db/sql.ts'

/** A time as text in UTC with microseconds, of one length: later ones sort behind. */
export const stamp = (time: Sql): Sql =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
