import { randomInt } from 'node:crypto'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import {
  secondFactorRoles,
  type Enrolment,
  type FactorState,
} from '../../../catalogue/contract/account/sign-in.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { keepSecondFactor, spendFactorStep, spendRecoveryCode } from '../../engine/directory/index.ts'
import { sameSecret, type Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { accountLimit, clearTries, countTry } from './failures.ts'
import { enrolmentUri, matchingStep, newSecret } from './totp.ts'

export type SecondFactorMode = 'off' | 'offer' | 'require'

export interface FactorOptions {
  readonly db: Database
  readonly keys: Keys
  readonly secondFactor: SecondFactorMode
}

const lifeSeconds = 300
const recoveryCodes = 10
/** Characters that are not confused with one another on paper. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const wrong = () => {
  const message = '动态码不对、已用过或已过期，请填写手机上最新的 6 位数字'
  return new AppError('wrongCode', { message, errors: [{ field: 'code', message }] })
}

/** Text that only this installation can have written, for a purpose and five minutes. */
export function ticketOf(keys: Keys, purpose: string, content: object): string {
  const body = Buffer.from(JSON.stringify({ ...content, at: Math.floor(Date.now() / 1000) })).toString(
    'base64url',
  )
  return `${body}.${keys.mac(purpose, body).toString('base64url')}`
}

/** Contents of a ticket; undefined if it is forged, expired or of another purpose. */
export function openTicket(keys: Keys, purpose: string, ticket: string): Record<string, unknown> | undefined {
  const [body = '', mac = ''] = ticket.split('.')
  if (!sameSecret(Buffer.from(mac, 'base64url'), keys.mac(purpose, body))) return undefined
  const content = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>
  return Date.now() / 1000 - Number(content['at']) <= lifeSeconds ? content : undefined
}

interface Row {
  totp_sealed: string | null
  totp_since: string | null
  left: number
  asked: boolean
}
const rowOf = (db: Queryable, personId: number) =>
  db.one<Row>(sql`
    select totp_sealed, totp_since, (select count(*)::int
      from recovery_code
      where person_id = p.id and used_at is null) as left,
      exists (select 1
        from identity a
        where a.person_id = p.id
          and a.state = 'enabled'
          and a.role = any(${[...secondFactorRoles]}::int[])) as asked
    from person p where id = ${personId}`)

/** What stands between a right password and the portal: nothing, a code, or setting the second factor up. */
export async function factorBefore(o: FactorOptions, personId: number): Promise<'none' | 'code' | 'enrol'> {
  if (o.secondFactor === 'off') return 'none'
  const { totp_sealed, asked } = await rowOf(o.db, personId)
  if (totp_sealed !== null) return 'code'
  return o.secondFactor === 'require' && asked ? 'enrol' : 'none'
}

/** State of the second factor for the personal page. */
export async function factorState(o: FactorOptions, personId: number): Promise<FactorState> {
  const { totp_since, left, asked } = await rowOf(o.db, personId)
  return { mode: o.secondFactor, asked, since: totp_since, codes_left: left }
}

/**
 * A new secret to be put on a phone. It is kept only once a code of it was shown; until then it travels
 * sealed in `setup`.
 */
export async function offerEnrolment(
  { db, keys }: FactorOptions,
  personId: number,
  account: string,
): Promise<Enrolment> {
  const { totp_sealed: before } = await rowOf(db, personId)
  const secret = newSecret()
  const svg = renderSVG(enrolmentUri(secret, account), { border: 2 })
  return {
    secret,
    qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    setup: keys.seal(JSON.stringify({ secret, before, at: Date.now() }), `totp-setup|${personId}`),
  }
}

const offered = z.object({ secret: z.string(), before: z.string().nullable(), at: z.number() })
const late = () => new AppError('wrongState', { message: '设置页面停留过久或已用过，请重新打开' })

/** The secret that was offered, and the sealed one that it replaces. */
function openSetup(keys: Keys, personId: number, setup: string): z.infer<typeof offered> {
  try {
    const found = offered.parse(JSON.parse(keys.open(setup, `totp-setup|${personId}`)))
    if (Date.now() - found.at < 30 * 60_000) return found
  } catch {
    // forged, or somebody else's: as if it had run out
  }
  throw late()
}

const hashOf = (keys: Keys, personId: number, code: string) =>
  keys.mac('recovery-code', `${personId}|${code}`)
const normal = (typed: string) => typed.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')

/**
 * Keeps the second factor whose code was shown, once for each offer; answers the recovery codes, which nobody
 * sees again. Throws wrongCode.
 */
export async function enrol(
  o: FactorOptions,
  personId: number,
  { setup, typed }: { setup: string; typed: string },
  audit: (tx: Tx) => Promise<void>,
): Promise<string[]> {
  const { secret, before } = openSetup(o.keys, personId, setup)
  const step = matchingStep(secret, normal(typed))
  if (step === undefined) throw wrong()
  const codes = Array.from({ length: recoveryCodes }, () =>
    Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join(''),
  )
  await o.db.transaction(async (tx) => {
    const kept = await keepSecondFactor(tx, personId, {
      sealedSecret: o.keys.seal(secret, `person|totp|${personId}`),
      step,
      recoveryHashes: codes.map((code) => hashOf(o.keys, personId, code)),
      before,
    })
    if (!kept) throw late()
    await audit(tx)
  })
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/**
 * Checks a code of the phone or a recovery code and uses it up. Five tries in a quarter of an hour, counted
 * first. Throws accountLocked, wrongCode.
 */
export async function useFactor(o: FactorOptions, personId: number, typed: string): Promise<void> {
  const counter = { key: `totp|${personId}` }
  if ((await countTry(o.db, counter, accountLimit, true)) === 'locked') {
    throw new AppError('accountLocked', {
      message: `动态码不对的次数过多，请 ${accountLimit.minutes} 分钟后再试`,
    })
  }
  const code = normal(typed)
  const fits = /^\d{6}$/.test(code)
    ? await usesCode(o, personId, code)
    : await spendRecoveryCode(o.db, personId, hashOf(o.keys, personId, code))
  if (!fits) throw wrong()
  await clearTries(o.db, counter)
}

async function usesCode(o: FactorOptions, personId: number, code: string): Promise<boolean> {
  const { totp_sealed } = await rowOf(o.db, personId)
  const step =
    totp_sealed === null ? undefined : matchingStep(o.keys.open(totp_sealed, `person|totp|${personId}`), code)
  return step !== undefined && spendFactorStep(o.db, personId, step)
}
