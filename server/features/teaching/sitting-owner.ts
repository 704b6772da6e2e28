import type { MoveEntry } from '../../engine/campaigns/index.ts'
import type { SessionOwner } from '../../engine/presence/index.ts'
import { campaignSessions, caseRows } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'

const entries = 'activityPlace'

/**
 * Sittings of activities, for everybody with a place that was kept. A mark that is corrected after the activity was
 * archived is followed: what was written of that person is taken back, and written as it is now.
 * @param moveEntry moves an entry as the campaign does
 */
export const activitySittings = (moveEntry: () => MoveEntry): SessionOwner => ({
  ...campaignSessions({
    table: 'teaching_sitting',
    entries,
    expected: ['confirmed', 'recorded', 'missed'],
    page: 'jyqd',
  }),
  settled: async (tx, { eventId }, teachers, by) => {
    const settled = ['recorded', 'missed']
    const places = await tx.query<{ id: string }>(sql`
      select k.id from ${caseRows} k join campaign c on c.id = k.campaign_id
      where k.campaign_id = ${eventId}::uuid and k.type = ${entries} and c.state = 'archived'
        and k.teacher_id = any(${[...teachers]}::int[]) and k.state = any(${settled}::text[])
      order by k.id`)
    for (const { id } of places) {
      await moveEntry()(tx, { moves: ['unrecord'], from: settled, by }, id)
      await moveEntry()(tx, { moves: ['record', 'miss'], from: ['confirmed'], by }, id)
    }
  },
})
