import type { Actor } from '../../../catalogue/access/access.ts'
import type { CasesWaiting } from '../../../catalogue/contract/processes.ts'
import type { ProcessName } from '../../../catalogue/processes/processes.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows, currentDay, waitsFor } from '../../engine/processes/index.ts'
import { lastDay } from '../../engine/ways/index.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * How many cases of each process wait for the actor's office, since when, and how many are late. What came on
 * one day with the same term is late on the same day: the calendar is asked once for all of it.
 */
export async function waitingCases(db: Queryable, actor: Actor): Promise<CasesWaiting['list']> {
  if (actor.role < 2 || actor.role > 6) return []
  const rows = await db.query<{ type: ProcessName; count: number; overdue: number; since: string }>(sql`
    select w.type, sum(w.count)::int as count,
      coalesce(sum(w.count) filter (where ${lastDay(sql`w.since`, sql`w.days`)} < ${currentDay}), 0)::int as overdue,
      min(w.since) as since
    from (
      select k.type, k.holder_days as days, min(k.holder_since) as since, count(*) as count
      from ${caseRows} k
      where ${waitsFor(actor)}
      group by k.type, k.holder_days, (k.holder_since at time zone 'Asia/Shanghai')::date) w
    group by w.type`)
  return rows
}
