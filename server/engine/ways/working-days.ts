import { appealWorkingDays } from '../../../catalogue/flows/review.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'

/**
 * The last day for an appeal: the n-th working day after the decision. Working days are Monday to Friday,
 * corrected by calendar_day (kind 1 and 3 free, 2 worked; dictionary dayKind).
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

/** Days to look back: more than sixty working days (catalogue/flows/chain.ts) with the longest holidays. */
const lookBack = 130

/**
 * A row set `late (days, before)` as it will be after so many days: an item will be overdue at a step of
 * `days` working days when it came there before `before`. The day itself is in the set even when it is free:
 * an item whose last day was Friday is overdue on Saturday.
 */
export const lateIn = (ahead: number): Sql => sql`(
  select (row_number() over (order by d.day desc) - 1)::int as days, d.day::date as before
  from generate_series(
      (now() at time zone 'Asia/Shanghai')::date + ${sql.lit(ahead - lookBack)},
        (now() at time zone 'Asia/Shanghai')::date + ${sql.lit(ahead)}, interval '1 day') as d (day)
    left join calendar_day c on c.day = d.day::date
  where coalesce(c.kind = '2', extract(isodow from d.day) < 6)
    or d.day = (now() at time zone 'Asia/Shanghai')::date + ${sql.lit(ahead)}) late`

/**
 * The same of today: an item is overdue at a step of `days` working days when it has waited there since a day
 * before `before`. Joined to waiting items, so that a queue of any length counts the calendar once.
 */
export const late: Sql = lateIn(0)

/**
 * The condition that joins `late` to waiting items.
 * @param item alias of a table with the columns route, step and holder_since
 */
export const isLate = (item: Sql): Sql => sql`
  late.days = (${item}.route -> ${item}.step::int ->> 'days')::int
    and (${item}.holder_since at time zone 'Asia/Shanghai')::date < late.before`

/** Days that `workdays` goes back. */
const countedDays = 400

/**
 * A select of day and n: how many working days there were up to each day of the last 400. The difference of
 * two days is the number of working days after the first up to the second.
 */
export const workdays: Sql = sql`
  select d.day::date as day,
    count(*) filter (where coalesce(c.kind = '2', extract(isodow from d.day) < 6)) over (order by d.day)::int as n
  from generate_series((now() at time zone 'Asia/Shanghai')::date - ${sql.lit(countedDays)},
      (now() at time zone 'Asia/Shanghai')::date, interval '1 day') as d (day)
    left join calendar_day c on c.day = d.day::date`

/** The day of a moment as `workdays` knows it: what lies farther back counts from its first day. */
export const countedDay = (moment: Sql): Sql => sql`
  greatest(((${moment}) at time zone 'Asia/Shanghai')::date,
    (now() at time zone 'Asia/Shanghai')::date - ${sql.lit(countedDays)})`

/**
 * The last day on which an item is in time at its step: as many working days after it came there as the step
 * allows; null where the step sets no limit, or the day is farther than the calendar is looked through.
 * @param since when it came to the step
 * @param days working days of the step
 */
export const lastDay = (since: Sql, days: Sql): Sql => sql`(
  select own_day.day
  from (
    select (${since} at time zone 'Asia/Shanghai')::date + own_n as day
    from generate_series(1, ${sql.lit(lookBack)}) own_n) own_day
    left join calendar_day own_calendar on own_calendar.day = own_day.day
  where coalesce(own_calendar.kind = '2', extract(isodow from own_day.day) < 6) and ${days} is not null
  order by own_day.day offset greatest(${days} - 1, 0) limit 1)`
