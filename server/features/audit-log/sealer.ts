import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'
import { keepHead, keptHead, setHeadAside } from './head-file.ts'
import { lateSeconds, quickSeconds, sealNext, type Head } from './seal.ts'

const thoroughEveryMs = 60_000

/**
 * Seals the audit in the background, so that a row is sealed within a second and nobody who writes waits for
 * it.
 */
export function startSealer(db: Database, keys: Keys, folder: string, log: Log): Job {
  let thoroughAt = 0
  /** The newest link this process knows of: what the file says, then what it saw. */
  let known: Head | null | undefined
  const step = async (): Promise<boolean> => {
    known ??= (await keptHead(folder)) ?? null
    const before = known
    const thorough = Date.now() > thoroughAt
    const done = await sealNext(db, keys, thorough ? lateSeconds : quickSeconds, before)
    if (done === null) return false
    if (done.contradicted) {
      log.error('audit.head.contradicted', { seq: before?.seq })
      await setHeadAside(folder, before)
    }
    if (thorough && !done.more) thoroughAt = Date.now() + thoroughEveryMs
    if (done.head && (done.sealed > 0 || done.contradicted)) await keepHead(folder, done.head)
    known = done.head
    return done.more
  }
  return startJob(step, { failed: 'audit.seal.failed', log, pauseMs: 500 })
}
