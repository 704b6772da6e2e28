import type { Database } from '../../platform/db/database.ts'
import { countSeconds } from '../../engine/person-facts/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { seenSeconds } from './attendance.ts'
import { broadcastsToSumUp, seenFact } from './room.ts'

/**
 * Sums up who was at a broadcast, once it is over: one fact a person, of the day on which it was announced. It
 * goes on where a process was killed, and summed up again it is the same.
 */
export const sumUp = ({ db }: { readonly db: Database }): KeptJob => ({
  name: 'live.seen',
  label: '直播在场汇总',
  every: 300,
  run: async (stopping) => {
    for (const live of await broadcastsToSumUp(db)) {
      if (stopping.aborted) break
      await countSeconds(db, seenFact(live), await seenSeconds(db, live))
      await db.execute(sql`update live_room set counted_at = now() where live_id = ${live.id}`)
    }
    return false
  },
})
