import { forgottenJournal } from '../engine/directory/index.ts'
import { forgottenEvents } from '../engine/outbox/index.ts'
import { forgottenRepeats } from '../engine/records/index.ts'
import { forgottenLines } from '../features/live/index.ts'
import { forgottenMessages } from '../features/messages/index.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/db/database.ts'
import { forget } from '../platform/db/forget.ts'
import type { KeptJob } from '../platform/jobs/queue.ts'
import { forgottenSessions } from '../platform/session/end.ts'

/** What is kept for a time and then forgotten, in small steps (docs/decisions/0106). */
export function forgetting(
  db: Database,
  kept: Pick<Config, 'messagesKeptDays' | 'sessionsKeptDays' | 'eventsKeptDays'>,
): KeptJob {
  const all = [
    forgottenMessages(kept.messagesKeptDays),
    forgottenSessions(kept.sessionsKeptDays),
    forgottenEvents(kept.eventsKeptDays),
    forgottenRepeats(kept.eventsKeptDays),
    forgottenJournal(kept.eventsKeptDays),
    forgottenLines,
  ]
  return {
    name: 'forgetting',
    label: '到期记录清理',
    every: 600,
    run: async () => {
      const more = []
      for (const one of all) more.push(await forget(db, one))
      return more.includes(true)
    },
  }
}
