import { AppError } from '../../../catalogue/errors.ts'
import {
  admitsAttempt,
  type AttemptLimit,
  countAttempt,
  countedOnce,
  unlockPerson,
  withinWindow,
} from '../../engine/directory/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export const accountLimit: AttemptLimit = { minutes: 15, free: 3, most: 5 }
/**
 * An address is never refused: after `free` failures, and one more for every five people who got in from
 * there, it is asked for a captcha.
 */
export const addressLimit: AttemptLimit = { minutes: 10, free: 20, most: 2_000_000_000 }
const enteredPerFailure = 5
const questionLimit: AttemptLimit = { minutes: 10, free: 10, most: 10 }

/** Counter of failed attempts: of a person from anywhere, or of a key. */
export type Counter = { readonly person: number } | { readonly key: string }

/**
 * The counter of a try: of a person on a device known for them, else of the person, else of what was typed
 * where nobody is.
 */
export function counterOf(
  keys: Keys,
  personId: number | undefined,
  device: string | undefined,
  typed: string,
): Counter {
  if (device !== undefined) return { key: `device|${device}` }
  if (personId !== undefined) return { person: personId }
  return { key: `typed|${keys.mac('typed-account', typed.toLowerCase()).toString('base64url')}` }
}

/**
 * Counts a try before the password is looked at, in one statement, so that a hundred parallel ones pass five
 * times at most. The answer is how many there were, this one included; 'locked', or 'captcha' where one is
 * needed first: those are not counted.
 */
export async function countTry(
  db: Queryable,
  counter: Counter,
  limit: AttemptLimit,
  solved: boolean,
): Promise<number | 'locked' | 'captcha'> {
  const count =
    'person' in counter
      ? await countAttempt(db, counter.person, limit, solved)
      : await countUnder(db, counter.key, limit, solved)
  if (count !== undefined) return count
  const from =
    'person' in counter
      ? sql`person where id = ${counter.person}`
      : sql`sign_in_failure where key = ${counter.key}`
  const there = await db.maybeOne<{ locked: boolean }>(
    sql`select coalesce(locked_until > now(), false) as locked from ${from}`,
  )
  return there?.locked === false ? 'captcha' : 'locked'
}

/** Counts an attempt under a key; undefined when it is not admitted. */
async function countUnder(
  db: Queryable,
  key: string,
  limit: AttemptLimit,
  solved: boolean,
): Promise<number | undefined> {
  const row = await db.maybeOne<{ failed: number }>(sql`
    insert into sign_in_failure as f (key, failed) values (${key}, 1)
    on conflict (key)
    do update set (failed, since, locked_until) = (select ${countedOnce(limit)}
      from (select f.failed, f.since) now_there)
    where (select ${admitsAttempt(limit, solved)} from (select f.failed, f.since, f.locked_until) now_there)
    returning failed`)
  return row?.failed
}

/** A right password clears the count. */
export async function clearTries(db: Queryable, counter: Counter): Promise<void> {
  if ('person' in counter) return unlockPerson(db, counter.person)
  await db.execute(sql`delete from sign_in_failure where key = ${counter.key}`)
}

/**
 * Failures from an address within the window; counted afterwards, because right passwords of a whole school
 * come from one.
 */
export async function failedFrom(db: Queryable, ip: string): Promise<number> {
  const row = await db.maybeOne<{ failed: number }>(
    sql`select failed from sign_in_failure where key = ${`address|${ip}`} and ${withinWindow(addressLimit)}`,
  )
  return row?.failed ?? 0
}
export async function countFailureFrom(db: Queryable, ip: string): Promise<void> {
  await countTry(db, { key: `address|${ip}` }, addressLimit, true)
}

/**
 * Whether an address has so many failures that whoever comes from it must solve a captcha. Where many people
 * get in, as from a school in the morning, some mistype: one failure is free for every five of them.
 */
export async function isCrowded(db: Queryable, ip: string, failed: number): Promise<boolean> {
  if (failed < addressLimit.free) return false
  const { people } = await db.one<{ people: number }>(sql`
    select count(distinct a.person_id)::int as people from session s join identity a on a.id = s.identity_id
    where s.ip = ${ip} and s.created_at > now() - make_interval(mins => ${addressLimit.minutes})`)
  return failed >= addressLimit.free + people / enteredPerFailure
}

/**
 * Questions in words and spoken digits are easy for machines, too: so many an address and no more. Throws
 * tooOften.
 */
export async function countQuestion(db: Queryable, ip: string): Promise<void> {
  const outcome = await countTry(db, { key: `question|${ip}` }, questionLimit, true)
  if (outcome === 'locked')
    throw new AppError('tooOften', {
      message: `语音和文字题一次只能换 ${questionLimit.most} 道，请 ${questionLimit.minutes} 分钟后再试，或改用图片验证码`,
    })
}

/** Forgets what no limit looks at any more. */
export async function forgetOldFailures(db: Queryable): Promise<void> {
  await db.execute(
    sql`delete from sign_in_failure
      where since < now() - interval '1 hour' and (locked_until is null or locked_until < now())`,
  )
}
