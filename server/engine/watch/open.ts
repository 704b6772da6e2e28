import { neededOf } from '../../../catalogue/watch/completion.ts'
import { freshClock, takenBy } from '../../../catalogue/watch/rule.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Database } from '../engine.ts'
import { clocksOf, lockClocks, nowOf, writeClocks } from './clock.ts'
import { writeSessions } from './session-rows.ts'
import type { WatchedLesson, WatchKey } from './source.ts'

/**
 * Opens a lesson on a device. It takes the clock of its person at once, and is counted as the lesson says now.
 * @returns the id of the session
 */
export const openSession = (
  db: Database,
  key: WatchKey,
  { terms, threshold }: WatchedLesson,
  device: string,
): Promise<string> =>
  db.transaction(async (tx) => {
    const { ownerId } = key
    await lockClocks(tx, [ownerId])
    const [clock = { ...freshClock, ownerId }] = await clocksOf(tx, [ownerId])
    const now = await nowOf(tx)
    const id = uuidv7()
    await writeClocks(tx, [{ ownerId, ...takenBy(clock, id, now) }])
    await writeSessions(tx, [
      {
        ...key,
        id,
        device,
        length: terms.length,
        needed: neededOf(terms.length, threshold),
        cap: Math.round(terms.cap * 100),
        fastest: 100,
        lateMinutes: terms.lateMinutes,
        openedAt: now,
        heardAt: now,
        seq: 0,
        fresh: 0,
        again: 0,
        fast: 0,
        late: 0,
        busy: 0,
        outside: 0,
      },
    ])
    return id
  })
