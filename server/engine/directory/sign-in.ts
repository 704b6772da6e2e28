import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * Limit on failed attempts within `minutes`: from `free` failures on a captcha is asked for, from `most` on
 * attempts are refused for `minutes`.
 */
export interface AttemptLimit {
  readonly minutes: number
  readonly free: number
  readonly most: number
}

/** Whether the failures counted in columns `failed` and `since` are recent enough to count. */
export const withinWindow = ({ minutes }: AttemptLimit): Sql =>
  sql`since > now() - make_interval(mins => ${minutes})`

/** What one more attempt makes of `failed`, `since` and `locked_until`. */
export const countedOnce = (limit: AttemptLimit): Sql => sql`
  case when ${withinWindow(limit)} then failed + 1 else 1 end,
    case when ${withinWindow(limit)} then since else now() end,
  case when ${withinWindow(limit)}
    and failed + 1 >= ${limit.most} then now() + make_interval(mins => ${limit.minutes}) end`

/** Whether an attempt is admitted: not locked, and either with a captcha or among the free ones. */
export const admitsAttempt = (limit: AttemptLimit, solvedCaptcha: boolean): Sql => sql`
  (locked_until is null or locked_until < now())
    and (${solvedCaptcha} or not coalesce(${withinWindow(limit)}, false) or failed < ${limit.free})`

/**
 * Counts an attempt to sign in as this person, and locks the account when the limit is reached. Counting and
 * judging are one statement: parallel attempts would otherwise all be judged by the same count.
 * @returns the attempts counted so far, this one included; undefined when the attempt is not admitted
 */
export async function countAttempt(
  db: Queryable,
  personId: number,
  limit: AttemptLimit,
  solvedCaptcha: boolean,
): Promise<number | undefined> {
  const row = await db.maybeOne<{ failed: number }>(sql`
    update person p
    set (failed_count, failed_since, locked_until) = (select ${countedOnce(limit)}
      from (select p.failed_count as failed, p.failed_since as since) now_there)
    where id = ${personId} and (select ${admitsAttempt(limit, solvedCaptcha)}
      from (select p.failed_count as failed, p.failed_since as since,
          p.locked_until as locked_until) now_there)
    returning failed_count as failed`)
  return row?.failed
}

/** Lifts the lock after too many attempts and forgets the attempts. */
export async function unlockPerson(db: Queryable, personId: number): Promise<void> {
  await db.execute(
    sql`update person set failed_count = 0, failed_since = null, locked_until = null where id = ${personId}`,
  )
}

/** Writes down that the person signed in now; returns when they signed in before, null for the first time. */
export async function noteSignIn(db: Queryable, personId: number): Promise<string | null> {
  const row = await db.one<{ before: string | null }>(sql`
    with old as (select last_login_at from person where id = ${personId})
    update person
    set last_login_at = now()
    where id = ${personId}
    returning (select last_login_at from old) as before`)
  return row.before
}
