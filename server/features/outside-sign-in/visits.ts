import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { doorName, type DoorName } from '../../../catalogue/contract/account/outside-sign-in.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sha256, type Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { cookieOf, setCookie } from '../../platform/http/cookies.ts'
import type { Errand } from './doors.ts'

const cookie = 'xt_outside'
const path = '/api/v1'
/** Minutes for which an errand, and afterwards what it led to, waits for the person. */
const minutes = 10

/** An errand or a ticket was not begun in this browser, was used, or is over: one sentence for all of it. */
export const strange = (): AppError =>
  new AppError('wrongState', { message: '登录请求已用过、已过期，或不是在本浏览器里发起的，请重新登录' })

/** The mark of the browser that began. Without its cookie nothing that came from a provider counts. */
function browserOf(request: FastifyRequest): string {
  const value = cookieOf(request, cookie) ?? ''
  if (!/^[\w-]{32}$/.test(value)) throw strange()
  return value
}

const hashOf = (browser: string, secret: string): Buffer => sha256(`${browser}|${secret}`)

interface KeptVisit {
  readonly kind: 'errand' | 'trial' | 'ticket'
  readonly hash: Buffer
  readonly provider: DoorName
  readonly back: string | null
}

async function keep(db: Database, { kind, hash, provider, back }: KeptVisit): Promise<void> {
  await db.execute(sql`
    with old as (delete from outside_visit where expires_at < now())
    insert into outside_visit (hash, kind, provider, back, expires_at)
    values (${hash}, ${kind}, ${provider}, ${back}, now() + make_interval(mins => ${minutes}))`)
}

/** Takes what was kept out of the table, so that it counts once; of two at once one is too late. */
async function take(
  db: Database,
  kinds: readonly KeptVisit['kind'][],
  hash: Buffer,
): Promise<{ provider: DoorName; back: string | null; isTrial: boolean }> {
  const row = await db.maybeOne<{ provider: string; back: string | null; kind: string }>(sql`
    delete from outside_visit
    where hash = ${hash} and kind = any(${[...kinds]}) and expires_at > now()
    returning provider, back, kind`)
  if (!row) throw strange()
  return { provider: doorName.parse(row.provider), back: row.back, isTrial: row.kind === 'trial' }
}

/** Verifier and nonce of an errand follow from its state, which nobody can turn into them without the key. */
export const errandOf = (keys: Keys, state: string): Pick<Errand, 'state' | 'verifier' | 'nonce'> => ({
  state,
  verifier: keys.mac('outside-verifier', state).toString('base64url'),
  nonce: keys.mac('outside-nonce', state).toString('base64url'),
})

/** The mark of this browser; one without gets one. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const there = cookieOf(request, cookie) ?? ''
  const browser = /^[\w-]{32}$/.test(there) ? there : randomBytes(24).toString('base64url')
  setCookie(request, reply, { name: cookie, value: browser, path, days: (2 * minutes) / 1440 })
  return browser
}

/** Begins an errand in the browser that asks; answers its state. */
export async function begin(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    provider,
    back,
    isTrial,
  }: { readonly provider: DoorName; readonly back: string | null; readonly isTrial: boolean },
): Promise<string> {
  const browser = markBrowser(request, reply)
  const state = randomBytes(24).toString('base64url')
  await keep(db, { kind: isTrial ? 'trial' : 'errand', hash: hashOf(browser, state), provider, back })
  return state
}

/** Ends an errand that this browser began. Throws `wrongState` for any other. */
export const end = (db: Database, request: FastifyRequest, state: string) =>
  take(db, ['errand', 'trial'], hashOf(browserOf(request), state))

const shown = z.object({ provider: doorName, subject: z.string() })
/** A number at a provider that the provider has just confirmed. */
export type ProvenNumber = z.infer<typeof shown>

const placeFor = (browser: string) => `outside-ticket|${sha256(browser).toString('base64url')}`

/** Hands what a provider confirmed to the browser, sealed, for one use. */
export async function ticketFor(
  { db, keys }: { readonly db: Database; readonly keys: Keys },
  browser: string,
  confirmed: ProvenNumber,
  back: string | null,
): Promise<string> {
  const ticket = keys.seal(JSON.stringify(confirmed), placeFor(browser))
  await keep(db, { kind: 'ticket', hash: hashOf(browser, ticket), provider: confirmed.provider, back })
  return ticket
}

/** Uses a ticket up. Throws `wrongState` for one of another browser, used or over. */
export async function useTicket(
  { db, keys }: { readonly db: Database; readonly keys: Keys },
  request: FastifyRequest,
  ticket: string,
): Promise<ProvenNumber & { readonly back: string | null }> {
  const browser = browserOf(request)
  const { back } = await take(db, ['ticket'], hashOf(browser, ticket))
  return { ...shown.parse(JSON.parse(keys.open(ticket, placeFor(browser)))), back }
}
