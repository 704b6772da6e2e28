import { appealWorkingDays } from '../../../catalogue/flows/review.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'

/**
 * The last day for an appeal: the n-th working day after the decision. Working days are Monday to Friday, corrected by
 * calendar_day (kind 1 and 3 free, 2 worked; dictionary dayKind).
 */
export async function appealDeadline(db: Queryable, decidedAt: string): Promise<string | null> {
  if (decidedAt === '') return null
  const row = await db.maybeOne<{ day: string }>(sql`
    select d.day::date as day from generate_series(
        (${decidedAt}::timestamptz at time zone 'Asia/Shanghai')::date + 1,
        (${decidedAt}::timestamptz at time zone 'Asia/Shanghai')::date + 90, interval '1 day') as d (day)
      left join calendar_day c on c.day = d.day::date
    where coalesce(c.kind = '2', extract(isodow from d.day) < 6)
    order by d.day offset ${appealWorkingDays - 1} limit 1`)
  return row?.day ?? null
}
