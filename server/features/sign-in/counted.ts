import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../catalogue/errors.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { networkOf } from '../../platform/http/limits.ts'
import { captchaNeeded, solveCaptcha } from './captcha.ts'
import { originOf } from './enter.ts'
import {
  accountLimit,
  clearTries,
  countFailureFrom,
  countTry,
  failedFrom,
  isCrowded,
  type Counter,
} from './failures.ts'
import { auditSignIn } from './store.ts'

interface CountedOptions {
  readonly db: Database
  readonly keys: Keys
  readonly isTrusted: (address: string) => boolean
}

/** A password that another system is going to judge. */
export interface OutsideTry {
  /** The door, in small letters. */
  readonly door: string
  /** What it calls its accounts, for sentences. */
  readonly label: string
  /** The account as it was typed. */
  readonly typed: string
  readonly captcha_id?: string | undefined
  readonly captcha?: string | undefined
}

/** A try that was admitted. */
export interface CountedTry {
  /**
   * Counts it for the account that it turned out to be, too: a directory takes many spellings for one
   * account. Throws accountLocked, captchaNeeded.
   */
  readonly countFor: (subject: string) => Promise<void>
  /** The refusal of a wrong account or password, one for both; counts the address. */
  readonly failed: () => Promise<AppError>
  /** The password was right: nothing is counted any more. */
  readonly passed: () => Promise<void>
}

/**
 * Counts a try before another system is asked, so that nobody guesses passwords there through this portal.
 * The limits are those of own passwords (docs/decisions/0013), in counters of their own: guessing here does
 * not lock the portal's account.
 * @throws AppError accountLocked, captchaNeeded, captchaWrong
 */
export async function countedTry(
  o: CountedOptions,
  request: FastifyRequest,
  { door, label, typed, captcha_id, captcha }: OutsideTry,
): Promise<CountedTry> {
  const { db, keys } = o
  const unknown = keys.mac('audit-account', typed.toLowerCase()).toString('hex').slice(0, 16)
  const network = o.isTrusted(request.ip) ? undefined : networkOf(request.ip)
  const solved = await solveCaptcha(db, keys, captcha_id, captcha)
  const failedBefore = network === undefined ? 0 : await failedFrom(db, network)
  if (!solved && (await isCrowded(db, request.ip, failedBefore))) throw captchaNeeded()
  const counters: Counter[] = []
  let most = 0
  const count = async (what: string) => {
    const counter = { key: `${door}|${keys.mac('outside-account', what).toString('base64url')}` }
    const tries = await countTry(db, counter, accountLimit, solved)
    if (tries === 'captcha') throw captchaNeeded()
    if (tries === 'locked') {
      await auditSignIn(db, 'login.locked', { unknown }, originOf(request))
      throw new AppError('accountLocked', {
        message: `${label}的密码不对的次数过多，请 ${accountLimit.minutes} 分钟后再试`,
      })
    }
    counters.push(counter)
    most = Math.max(most, tries)
  }
  await count(`typed|${typed.trim().toLowerCase()}`)
  return {
    countFor: (subject) => count(`subject|${subject}`),
    failed: async () => {
      if (network !== undefined) await countFailureFrom(db, network)
      await auditSignIn(db, 'login.failed', { unknown }, originOf(request))
      const next = most >= accountLimit.free || (await isCrowded(db, request.ip, failedBefore + 1))
      return new AppError('badCredentials', {
        message: `${label}或密码错误，连续 ${accountLimit.most} 次不对将锁定 ${accountLimit.minutes} 分钟`,
        ...(next && { errors: [{ field: 'captcha', message: '再试一次须填写验证码' }] }),
      })
    },
    passed: async () => {
      for (const counter of counters) await clearTries(db, counter)
    },
  }
}
