import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  cookieLogin,
  type CookieLogin,
  type LoginResult,
} from '../../../catalogue/contract/account/account.ts'
import { cookieLoginBody } from '../../../catalogue/contract/account/sign-in.ts'
import { sameSecret, sha256, type Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { enter, originOf, type EnterOptions } from './enter.ts'
import { openTicket, ticketOf } from './second-factor.ts'
import { auditSignIn, findPerson } from './store.ts'

export interface CentreOptions extends EnterOptions {
  /** Secret shared with the account centre. */
  readonly centreKey: string | undefined
  /** This portal, as tickets name it: host, and port where it is not the usual one. */
  readonly host: string | undefined
}

const mostSeconds = 300
/** Seconds the clock of the account centre may be ahead. */
const skew = 30

/**
 * What stands in a ticket: login name, phone or identity number; for which portal; times in seconds; a number
 * of its own.
 */
const claims = z.object({
  sub: z.string().min(1).max(60),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string().min(16).max(100),
})

/** The claims of a ticket signed by the account centre for this portal, now. */
function claimsOf({ centreKey, host }: CentreOptions, ticket: string): z.infer<typeof claims> | undefined {
  const [body = '', mac = '', ...more] = ticket.split('.')
  if (centreKey === undefined || host === undefined || more.length > 0) return undefined
  if (!sameSecret(Buffer.from(mac, 'base64url'), createHmac('sha256', centreKey).update(body).digest()))
    return undefined
  const found = claims.safeParse(jsonOf(body))
  if (!found.success) return undefined
  const { aud, iat, exp } = found.data
  const now = Date.now() / 1000
  return aud === host && iat <= now + skew && exp > now && exp - iat <= mostSeconds ? found.data : undefined
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** Uses a ticket up; of two at once one is too late. */
async function firstUse(db: Database, ticket: string): Promise<boolean> {
  const used = await db.execute(sql`
    with old as (delete from used_ticket where expires_at < now())
    insert into used_ticket (hash, expires_at)
    values (${sha256(ticket)}, now() + interval '10 minutes')
    on conflict
    do nothing`)
  return used === 1
}

const checkPurpose = 'login-check'
const checked = z.object({ person: z.number(), jti: z.string() })

/** The ticket of POST /login/check: this portal is the account centre of its own people. */
export const checkedTicket = (keys: Keys, personId: number): string =>
  ticketOf(keys, checkPurpose, { person: personId, jti: randomUUID() })

/**
 * Whom a ticket names, ours or the account centre's, and what makes it one of its kind; undefined where it is
 * neither.
 */
async function bearerOf(
  o: CentreOptions,
  ticket: string,
): Promise<{ personId: number; once: string } | undefined> {
  const own = checked.safeParse(openTicket(o.keys, checkPurpose, ticket))
  if (own.success) return { personId: own.data.person, once: own.data.jti }
  const found = claimsOf(o, ticket)
  const person = found && (await findPerson(o.db, o.keys, found.sub))
  return found && person && { personId: person.id, once: `${found.jti}|${found.sub}` }
}

const nothing: CookieLogin = { state: 1, accounts: [], ticket: null, entered: null }
const purpose = 'centre-choice'
const choice = z.object({ person: z.number() })

const entered = (result: LoginResult | null): CookieLogin =>
  result === null || 'accounts' in result
    ? nothing
    : { state: 2, accounts: [], ticket: null, entered: result }

/** The ticket of the cookie: whoever it names is let in, or chooses among several identities. */
async function come(
  o: CentreOptions,
  ticket: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CookieLogin> {
  const bearer = await bearerOf(o, ticket)
  // Never over somebody else's session, and for one's own there is nothing to do.
  if (request.actor) return nothing
  if (!bearer || !(await firstUse(o.db, bearer.once))) {
    await auditSignIn(o.db, 'login.failed', { personId: bearer?.personId }, originOf(request))
    return nothing
  }
  const { personId, once } = bearer
  const result = await enter(o, request, reply, { personId })
  if (result === null || !('accounts' in result)) return entered(result)
  return {
    ...nothing,
    state: 2,
    accounts: result.accounts,
    ticket: ticketOf(o.keys, purpose, { person: personId, jti: once }),
  }
}

/** The choice after it, with a ticket of our own that counts once, too. */
async function choose(
  o: CentreOptions,
  { ticket, accountId }: { ticket: string; accountId: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CookieLogin> {
  const found = choice.safeParse(openTicket(o.keys, purpose, ticket))
  if (request.actor || !found.success || !(await firstUse(o.db, ticket))) return nothing
  return entered(await enter(o, request, reply, { personId: found.data.person, accountId }))
}

/** POST /api/v1/login/cookie: whatever is wrong with a ticket answers state 1. */
export function cookieLoginRoute(server: Server, o: CentreOptions): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/login/cookie',
    access: 'anyone',
    tag: '登录',
    summary: '凭账号中心的一次性票据登录；state 1 没有登录，2 给出账号',
    body: cookieLoginBody,
    answer: cookieLogin,
    perMinute: 60,
    handle: ({ body }, request, reply) =>
      'local_login' in body
        ? come(o, body.local_login, request, reply)
        : choose(o, { ticket: body.ticket, accountId: body.account_id }, request, reply),
  })
}
