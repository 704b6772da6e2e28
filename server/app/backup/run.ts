import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** What became of a backup: made, and restored into an empty place for a trial, or not. */
export type BackupResult = 'made' | 'verified' | 'failed'

/**
 * Makes a backup by `work` and writes down what became of it: what `work` says last, else that it failed. A
 * database that is away in the end is no reason to lose the backup. Runs of more than two years ago are
 * forgotten.
 */
export async function recorded<T>(
  db: Database,
  work: (became: (result: BackupResult) => void) => Promise<T>,
): Promise<T> {
  const { id } = await db.one<{ id: number }>(sql`insert into backup_run default values returning id`)
  let result: BackupResult = 'failed'
  try {
    return await work((now) => (result = now))
  } finally {
    await db
      .transaction(async (tx) => {
        await tx.execute(
          sql`update backup_run set ended_at = now(), result = ${result} where id = ${id}::bigint`,
        )
        await tx.execute(sql`delete from backup_run where began_at < now() - interval '2 years'`)
      })
      .catch(() => undefined)
  }
}
