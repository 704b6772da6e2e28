import { randomInt } from 'node:crypto'
import type { OutsideProvider } from '../../../catalogue/contract/account/outside-accounts.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sameSecret, type Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Seconds a code lives, and how often it may be tried. */
export const codeSeconds = 300
const mostTries = 5

/**
 * Codes at most per number within a minute, an hour and a day; per person who is signed in, to whatever
 * numbers, within an hour and a day. Without a session an address gets so many within an hour, and one more
 * for every five people who got in from there; after that each wants a captcha.
 */
const limits = {
  minute: 1,
  hour: 5,
  day: 10,
  personHour: 5,
  personDay: 10,
  addressHour: 20,
  enteredPerCode: 5,
} as const

/** `forget` and `login` are asked for by whoever has the number; the others by somebody signed in. */
export type Purpose = 'forget' | 'bind' | 'login' | 'mail' | OutsideProvider
const ofWhoeverHasIt = (purpose: Purpose) => purpose === 'forget' || purpose === 'login'

const kindOf = (purpose: Purpose): string => {
  if (purpose === 'mail') return 'email'
  return purpose === 'wecom' || purpose === 'dingtalk' ? `outside.${purpose}` : 'mobile'
}

/** The blind indexes of what a code is sent to: an address, a number at a provider, or a phone. */
const indexesOf = (keys: Keys, purpose: Purpose, to: string) => [
  ...keys.blinds(kindOf(purpose), to.toLowerCase()),
]

const hashOf = (keys: Keys, purpose: Purpose, mobileKey: string, code: string) =>
  keys.mac('mobile-code', `${purpose}|${mobileKey}|${code}`)

interface CodeRequest {
  readonly purpose: Purpose
  /** The number or address it is sent to. */
  readonly to: string
  /** Person that binds the number; null for codes sent to the owner of the number. */
  readonly personId: number | null
  readonly ip: string
  /** Whether the address is not to be counted: a captcha was solved, or its network is trusted. */
  readonly admitted: boolean
}

/**
 * Makes a code. Answers it if somebody may use it, null for a number nobody has: the same statements run for
 * both, so that nothing tells whether an account exists. Throws codeTooOften beyond the limits.
 */
export function makeCode(
  db: Database,
  keys: Keys,
  { purpose, to, personId, ip, admitted }: CodeRequest,
): Promise<string | null> {
  const indexes = indexesOf(keys, purpose, to)
  const mobileKey = keys.blind(kindOf(purpose), to.toLowerCase())
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return db.transaction(async (tx) => {
    // Requests for one number and of one person wait for each other; a hundred at once are still counted one
    // by one.
    if (personId !== null)
      await tx.query(sql`select pg_advisory_xact_lock(hashtext('mobile-code-person'), ${personId})`)
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${[...indexes].sort().join()}))`)
    await tx.execute(sql`delete from mobile_code where created_at < now() - interval '2 days'`)
    const sent = await tx.one<{
      minute: number
      hour: number
      day: number
      address: number
      entered: number
    }>(sql`
      select count(*) filter (where created_at > now() - interval '1 minute')::int as minute,
        count(*) filter (where created_at > now() - interval '1 hour')::int as hour, count(*)::int as day,
        (select count(*)::int
          from mobile_code
          where purpose in ('forget', 'login')
            and ip = ${ip}
            and created_at > now() - interval '1 hour') as address,
        (select count(distinct a.person_id)::int from session s join identity a on a.id = s.identity_id
          where s.ip = ${ip} and s.created_at > now() - interval '1 hour') as entered
      from mobile_code
      where mobile_key = any(${indexes}::text[]) and created_at > now() - interval '1 day'`)
    if (
      !admitted &&
      ofWhoeverHasIt(purpose) &&
      sent.address >= limits.addressHour + sent.entered / limits.enteredPerCode
    )
      throw captchaNeeded()
    const mine = await sentBy(tx, personId, purpose)
    const crowded = mine.hour >= limits.personHour || mine.day >= limits.personDay
    if (sent.minute >= limits.minute)
      throw new AppError('codeTooOften', { message: '一分钟内只能发送一次，请稍后再试' })
    if (sent.hour >= limits.hour || sent.day >= limits.day || crowded) throw new AppError('codeTooOften')
    const owner = ofWhoeverHasIt(purpose)
      ? sql`left join person p on p.mobile_key = any(${indexes}::text[])`
      : sql`cross join (select ${personId}::int as id) p`
    const row = await tx.one<{ person_id: number | null }>(sql`
      insert into mobile_code (mobile_key, purpose, person_id, code_hash, expires_at, ip)
      select ${mobileKey}::text, ${purpose}::text, p.id, ${hashOf(keys, purpose, mobileKey, code)}::bytea,
        now() + make_interval(secs => ${codeSeconds}), ${ip}::text
      from (select 1) once ${owner}
      returning person_id`)
    return row.person_id === null ? null : code
  })
}

/** Codes of one purpose that somebody who is signed in asked for within an hour and a day. */
function sentBy(
  tx: Queryable,
  personId: number | null,
  purpose: Purpose,
): Promise<{ hour: number; day: number }> {
  return tx.one(sql`
    select count(*) filter (where created_at > now() - interval '1 hour')::int as hour, count(*)::int as day
    from mobile_code
    where person_id = ${personId}
      and purpose in ('bind', 'mail', 'wecom', 'dingtalk')
      and purpose = ${purpose}
      and created_at > now() - interval '1 day'`)
}

function captchaNeeded(): AppError {
  const message = '该网络请求验证码的次数较多，请先填写图形验证码'
  return new AppError('captchaNeeded', { message, errors: [{ field: 'captcha', message }] })
}

export interface RightCode {
  readonly id: number
  readonly personId: number
}

/**
 * Tries a code: the latest one of this number and purpose. The try is counted before the code is looked at,
 * in one statement, so that parallel guesses pass five times at most. Throws wrongCode, whatever the reason.
 * A right code is used up by `spendCode`.
 */
export async function tryCode(
  db: Queryable,
  keys: Keys,
  { purpose, to, personId }: Omit<CodeRequest, 'ip' | 'admitted'>,
  code: string,
): Promise<RightCode> {
  const mine = personId === null ? sql`true` : sql`person_id = ${personId}`
  const row = await db.maybeOne<{
    id: number
    person_id: number | null
    code_hash: Buffer
    mobile_key: string
  }>(sql`
    update mobile_code set tries = tries + 1
    where id = (select id
      from mobile_code
      where mobile_key = any(${indexesOf(keys, purpose, to)}::text[]) and purpose = ${purpose} and ${mine}
      order by id desc
      limit 1)
      and used_at is null and expires_at > now() and tries < ${mostTries}
    returning id, person_id, code_hash, mobile_key`)
  const right = row !== undefined && sameSecret(row.code_hash, hashOf(keys, purpose, row.mobile_key, code))
  if (!right || row.person_id === null) throw wrongCode()
  return { id: row.id, personId: row.person_id }
}

/** Uses a right code up, in the transaction of what it allows; of two at once one fails. */
export async function spendCode(tx: Queryable, { id }: RightCode): Promise<void> {
  const spent = await tx.execute(
    sql`update mobile_code set used_at = now() where id = ${id} and used_at is null`,
  )
  if (spent !== 1) throw wrongCode()
}

export function wrongCode(): AppError {
  const message = '验证码不对或已过期，请核对，或重新获取'
  return new AppError('wrongCode', { message, errors: [{ field: 'code', message }] })
}
