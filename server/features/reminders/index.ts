import type { Feature, Ground } from '../../engine/feature.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { remind, type ReminderNeeds } from './remind.ts'
import { remindOfRetirement } from './retirement.ts'

const hour = 3600

type Needs = Pick<Ground, 'db' | 'engine' | 'log' | 'placeOf'> & Pick<ReminderNeeds, 'insertMessages'>

export const reminders: Feature<Needs> = {
  name: 'reminders',
  jobs: (needs) => [remindersJob(needs), retirementJob(needs)],
}

/** Looks every hour for what runs out; the first look of a day finds what is new. */
function remindersJob({ db, engine, log, placeOf, insertMessages }: Needs): KeptJob {
  const messaging: ReminderNeeds = {
    linkOf: (type, id) => placeOf(type, id, 'section', 2),
    insertMessages,
  }
  const run = async (stopping: AbortSignal) => {
    const count = await remind(db, engine.records, messaging, { signal: stopping })
    if (count > 0) log.info('reminders.sent', { count })
    return false
  }
  return { name: 'reminders', label: '到期提醒', every: hour, run }
}

/** Once a day: it reads the basic information of everybody. */
function retirementJob({ db, log, insertMessages }: Needs): KeptJob {
  const run = async (stopping: AbortSignal) => {
    const count = await remindOfRetirement(db, { insertMessages }, { signal: stopping })
    if (count > 0) log.info('retirement.told', { count })
    return false
  }
  return { name: 'retirement', label: '退休提醒', every: 24 * hour, run }
}
