import type { AnyRecord } from '../../../catalogue/define.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { errorFacts, type Log } from '../../platform/log/log.ts'
import { remind, type LinkOf } from './remind.ts'

const hour = 3_600_000

/** Looks for what runs out, now and every hour; the first look of a day finds what is new. */
export function startReminders(db: Database, records: Readonly<Record<string, AnyRecord>>, linkOf: LinkOf, log: Log) {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const look = async () => {
    try {
      const count = await remind(db, records, linkOf, today())
      if (count > 0) log.info('reminders.sent', { count })
    } catch (error) {
      log.warn('reminders.failed', errorFacts(error))
    }
    if (!stopped) timer = setTimeout(turn, hour)
  }
  const turn = () => void (running = look())
  // A little after the start: nobody waits for it.
  let timer = setTimeout(turn, 5_000)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
