import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../catalogue/errors.ts'
import { beginClaim, sessionOfClaim } from '../../engine/presence/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { cookieOf, setCookie } from '../../platform/http/cookies.ts'

const calls = '/api/v1/presence'
const deviceCookie = 'xt_phone'
const scanCookie = 'xt_scan'
const passCookie = 'xt_pass'
const minutes = 1 / 1440

/** What the last scan of a phone came to, as its cookie keeps it for three minutes. */
export type KeptScan =
  | { readonly kind: 'claim'; readonly token: string }
  | { readonly kind: 'question'; readonly token: string; readonly numbers: readonly number[] }
  | { readonly kind: 'refused'; readonly message: string }

/** The number of a phone, which stays with its browser; the reply sets it where there is none yet. */
export function deviceOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = cookieOf(request, deviceCookie) ?? ''
  if (/^[\w-]{24}$/.test(known)) return known
  const value = randomBytes(18).toString('base64url')
  setCookie(request, reply, { name: deviceCookie, value, path: '/', days: 400 })
  return value
}

const encoded = (text: string): string => Buffer.from(text).toString('base64url')
const decoded = (text: string): string => Buffer.from(text, 'base64url').toString('utf8')

/** Keeps what a scan came to. */
export function keepScan(request: FastifyRequest, reply: FastifyReply, scan: KeptScan): void {
  const rest =
    scan.kind === 'refused'
      ? encoded(scan.message)
      : scan.kind === 'question'
        ? `${scan.token}~${scan.numbers.join('-')}`
        : scan.token
  setCookie(request, reply, {
    name: scanCookie,
    value: `${scan.kind}~${rest}`,
    path: calls,
    days: 3 * minutes,
  })
}

/** What the phone keeps of its last scan; undefined where there is none, or it lapsed. */
export function keptScan(request: FastifyRequest): KeptScan | undefined {
  const [kind, rest = '', numbers = ''] = (cookieOf(request, scanCookie) ?? '').split('~')
  if (kind === 'refused') return { kind, message: decoded(rest).slice(0, 200) }
  if (kind === 'claim') return { kind, token: rest }
  if (kind !== 'question') return undefined
  return { kind, token: rest, numbers: numbers.split('-').map(Number).filter(Number.isInteger) }
}

/** Keeps the pass of a phone that signed in once; useless once its event is over. */
export const keepPass = (request: FastifyRequest, reply: FastifyReply, value: string): void =>
  setCookie(request, reply, { name: passCookie, value, path: calls, days: 30 })

export const passOn = (request: FastifyRequest): string | undefined => cookieOf(request, passCookie)

/**
 * Judges the address that a phone scanned, at the first request and before anybody signs in. A refusal is
 * kept, too: the page that comes next says it.
 */
export async function judgeScan(
  { db, keys }: { readonly db: Database; readonly keys: Keys },
  scan: { readonly session: string; readonly code: string; readonly device: string },
  now: number,
): Promise<KeptScan> {
  try {
    const begun = await beginClaim(db, keys, scan, now)
    return 'claim' in begun
      ? { kind: 'claim', token: begun.claim }
      : { kind: 'question', token: begun.question, numbers: begun.numbers }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [fault] = error.facts.errors ?? []
    const isStrange = error.code === 'missing'
    return {
      kind: 'refused',
      message: isStrange ? '没有这一场，请扫大屏上的二维码' : (fault?.message ?? error.message),
    }
  }
}

/** The claim that the phone carries, with its session. Throws where the phone scanned nothing lately. */
export function claimOn(keys: Keys, request: FastifyRequest) {
  const scan = keptScan(request)
  const session = scan?.kind === 'claim' ? sessionOfClaim(keys, scan.token) : undefined
  if (scan?.kind !== 'claim' || !session)
    throw new AppError('wrongState', { message: '没有扫码记录，或已超过 3 分钟，请重新扫大屏' })
  return { token: scan.token, ...session }
}
