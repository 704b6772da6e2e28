import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Seconds that every process has to learn a new key before values are sealed with it, and the milliseconds
 * between two looks.
 */
export const learning = { waitSeconds: 15, lookMs: 4_000 } as const

/**
 * Loads sealing keys that another process made. It runs at the start and repeatedly, so that a rotation needs
 * no restart.
 */
export async function learnKeys(db: Queryable, keys: Keys): Promise<void> {
  const rows = await db.query<{ kid: number; wrapped: string; active: boolean }>(sql`
    select kid, wrapped, active_at <= now() as active from sealing_key order by kid`)
  for (const row of rows) keys.learn(row)
}

/**
 * Makes the next sealing key and returns its number. While a rotation is unfinished it returns the key of
 * that rotation.
 */
export async function nextKey(db: Queryable, keys: Keys): Promise<number> {
  const last = await db.maybeOne<{ kid: number; finished_at: string | null }>(sql`
    select kid, finished_at from sealing_key order by kid desc limit 1`)
  if (last && last.finished_at === null) return last.kid
  const kid = (last?.kid ?? 1) + 1
  await db.query(sql`
    insert into sealing_key (kid, wrapped, active_at)
    values (${kid}, ${keys.makeWrapped(kid)}, now() + make_interval(secs => ${learning.waitSeconds}))`)
  return kid
}

/**
 * Loads new keys as long as the portal runs. Without them this process could not open values that another
 * process sealed.
 */
export function startLearning(db: Queryable, keys: Keys, log: Log): Job {
  const look = () => learnKeys(db, keys).then(() => false)
  return startJob(look, { failed: 'keys.learn', log, firstMs: learning.lookMs, pauseMs: learning.lookMs })
}
