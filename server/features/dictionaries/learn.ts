import { applyDictChanges } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { DictChange } from '../../../catalogue/dictionaries/overlay.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'

/** All items as they stand in the table. */
export function allChanges(db: Queryable): Promise<DictChange[]> {
  return db.query<DictChange>(sql`
    select dict, code, label, aliases, from_on as "from", to_on as "to", place, groups
    from dictionary_item
    order by dict, place nulls last, code`)
}

/**
 * What this process laid over its dictionaries: number of changes, day, database. Counted, because ids commit
 * out of order.
 */
let learnt: { readonly db: Database; readonly stamp: string } | null = null

/**
 * Lays the table's items over the catalogue's dictionaries if anything changed since, be it the day.
 * Asia/Shanghai, database clock.
 */
export async function learnDictionaries(db: Database): Promise<void> {
  const { count, day } = await db.one<{ count: number; day: string }>(sql`
    select count(*)::int as count, (now() at time zone 'Asia/Shanghai')::date as day from dictionary_change`)
  const stamp = `${day} ${count}`
  if (learnt?.db === db && learnt.stamp === stamp) return
  applyDictChanges(await allChanges(db), day)
  learnt = { db, stamp }
}

/**
 * Keeps this process's dictionaries as the table has them: what another process changed is here within two
 * seconds.
 */
export function startDictionaries(db: Database, log: Log): Job {
  return startJob(
    async () => {
      await learnDictionaries(db)
      return false
    },
    { failed: 'dictionaries.failed', log, firstMs: 2_000, pauseMs: 2_000 },
  )
}
