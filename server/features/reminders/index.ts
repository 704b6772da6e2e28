import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Database } from '../../platform/db/database.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import type { Log } from '../../platform/log/log.ts'
import { remind, type Messaging } from './remind.ts'

const hour = 3600

/**
 * Looks for what runs out, a little after the start and every hour; the first look of a day finds what is
 * new.
 */
export function remindersJob(
  db: Database,
  records: Readonly<Record<string, AnyRecord>>,
  messaging: Messaging,
  log: Log,
): KeptJob {
  const run = async (stopping: AbortSignal) => {
    const count = await remind(db, records, messaging, { signal: stopping })
    if (count > 0) log.info('reminders.sent', { count })
    return false
  }
  return { name: 'reminders', every: hour, run }
}
