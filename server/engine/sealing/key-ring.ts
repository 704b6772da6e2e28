import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'
import { sql } from '../../platform/db/sql.ts'

/** How long every process has to learn a new key before values are sealed with it, and how often it looks. */
export const learning = { waitSeconds: 15, lookMs: 4_000 } as const

/**
 * Learns the sealing keys made since; at the start and then again and again, so that a rotation needs no
 * restart.
 */
export async function learnKeys(db: Queryable, keys: Keys): Promise<void> {
  const rows = await db.query<{ kid: number; wrapped: string; active: boolean }>(sql`
    select kid, wrapped, active_at <= now() as active from sealing_key order by kid`)
  for (const row of rows) keys.learn(row)
}

/**
 * Makes the next sealing key and answers its number; an unfinished rotation is gone on with instead of making
 * another.
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
 * Looks for new keys as long as the portal runs; without it another process's new values could not be opened
 * here.
 */
export function startLearning(db: Queryable, keys: Keys, log: Log): Job {
  const look = () => learnKeys(db, keys).then(() => false)
  return startJob(look, { failed: 'keys.learn', log, firstMs: learning.lookMs, pauseMs: learning.lookMs })
}
