import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import { late, lateIn } from '../ways/index.ts'

/** Days before its end in which something counts as due soon. */
const soonDays = 3

/**
 * The working-day calendar as two rows of days, one for each number of working days that a step may allow:
 * what came there before the day is overdue, or due soon. Read once a request, so that a list in the order of
 * an index compares days and joins nothing.
 */
export interface Limits {
  readonly overdueBefore: readonly string[]
  readonly soonBefore: readonly string[]
}

export async function limitsNow(db: Queryable): Promise<Limits> {
  return db.one<Limits>(sql`
    select (select array_agg(before::text order by days) from ${late}) as "overdueBefore",
      (select array_agg(before::text order by days) from ${lateIn(soonDays + 1)}) as "soonBefore"`)
}

/**
 * 0 overdue, 1 due within three days, 2 later.
 * @param since when it came to its step
 * @param days working days that the step allows; null for any
 */
export function urgencyAfter({ overdueBefore, soonBefore }: Limits, since: Sql, days: Sql): Sql {
  const day = sql`(${since} at time zone 'Asia/Shanghai')::date`
  return sql`case when ${day} < (${[...overdueBefore]}::date[])[${days} + 1] then 0
    when ${day} < (${[...soonBefore]}::date[])[${days} + 1] then 1 else 2 end`
}

/** The same of something that has a day, which is the last one in time. */
export function urgencyBefore(day: Sql): Sql {
  const today = sql`(now() at time zone 'Asia/Shanghai')::date`
  return sql`case when ${day} < ${today} then 0 when ${day} <= ${today} + ${sql.lit(soonDays)} then 1 else 2 end`
}

/** Of something without a limit. */
export const urgencyNever: Sql = sql.lit(2)
