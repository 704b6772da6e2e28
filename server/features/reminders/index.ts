import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Database } from '../../platform/db/database.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'
import { remind, type LinkOf } from './remind.ts'

const hour = 3_600_000

/**
 * Looks for what runs out, a little after the start and every hour; the first look of a day finds what is
 * new.
 */
export function startReminders(
  db: Database,
  records: Readonly<Record<string, AnyRecord>>,
  linkOf: LinkOf,
  log: Log,
): Job {
  const look = async (stopping: AbortSignal) => {
    const count = await remind(db, records, linkOf, { signal: stopping })
    if (count > 0) log.info('reminders.sent', { count })
    return false
  }
  return startJob(look, { failed: 'reminders.failed', log, firstMs: 5_000, pauseMs: hour })
}
