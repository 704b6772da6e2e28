import type { ForgettingRule } from '../../platform/db/forget.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Events that every consumer heard of and that are older than so many days; the newest one stays, as a mark.
 */
export const forgottenEvents = (days: number): ForgettingRule => ({
  table: 'outbox',
  oldest: sql`x.id`,
  where: sql`t.at < now() - make_interval(days => ${days})
    and not exists (select from outbox_waiting w where w.event_id = t.id)
    and t.id < (select max(n.id) from outbox n)`,
})
