import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** What became of a backup: made, and restored into an empty place for a trial, or not. */
export type BackupResult = 'made' | 'verified' | 'failed'

/** Writes down that a backup begins. Answers its number. */
export async function beginRun(db: Queryable): Promise<number> {
  return (await db.one<{ id: number }>(sql`insert into backup_run default values returning id`)).id
}

/** Writes down how it ended; runs of more than two years ago are forgotten. */
export async function endRun(db: Database, id: number, result: BackupResult): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`update backup_run set ended_at = now(), result = ${result} where id = ${id}::bigint`)
    await tx.execute(sql`delete from backup_run where began_at < now() - interval '2 years'`)
  })
}
