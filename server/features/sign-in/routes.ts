import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  currentUser,
  loginBody,
  loginCheckBody,
  loginKey,
  loginResult,
  loginTicket,
  type LoginResult,
} from '../../../catalogue/contract/account/account.ts'
import type { SignedOutApp, SignOutAnswer } from '../../../catalogue/contract/account/sign-out.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { passwordFault } from '../../../catalogue/rules/password.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { register } from '../../platform/http/call.ts'
import { networkOf } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { captchaNeeded, captchaRoute, solveCaptcha } from './captcha.ts'
import { checkedTicket } from './centre-ticket.ts'
import { enter, originOf, type EnterOptions } from './enter.ts'
import {
  renewPasswordHash,
  requireStrongerPassword,
  useOneTimePassword,
} from '../../engine/directory/index.ts'
import {
  accountLimit,
  clearTries,
  counterOf,
  countFailureFrom,
  countTry,
  failedFrom,
  isCrowded,
} from './failures.ts'
import { contactOf, infoOf } from './info.ts'
import { knownDevice } from './known-device.ts'
import type { Passwords } from './passwords.ts'
import { signOutRoutes } from './sign-out.ts'
import { auditSignIn, findPerson, identitiesOf, type Credential, type IdentityRow } from './store.ts'
import { issueKey } from './transport.ts'

/** Dependencies of the sign-in feature, from `app`. */
export interface SignInOptions extends EnterOptions {
  readonly passwords: Passwords
  /** The address people type, if it is known. */
  readonly origin: string | undefined
  /** Passwords known to everybody (the demo region's), refused in production. */
  readonly refused: ReadonlySet<string>
  /** Whether an address belongs to a network whose people are counted by account only. */
  readonly isTrusted: (address: string) => boolean
  /** The apps that people signed in to through the portal. */
  readonly signOn: {
    readonly end: (request: FastifyRequest, token: string) => Promise<SignedOutApp[]>
    readonly wayBack: (ticket: string | undefined) => SignOutAnswer['back']
  }
}

interface Try {
  readonly account: string
  /** Whether a captcha was solved. */
  readonly solved: boolean
  /** Owner of the account; undefined if there is none. */
  readonly person: Credential | undefined
}

/**
 * Counts the try, or refuses to look at the password: too many failures of the account or of the address, or
 * a captcha is due first. All of it is the same for accounts that nobody has. The answer says whether the
 * next try will need a captcha.
 */
async function admit(o: SignInOptions, request: FastifyRequest, { account, solved, person }: Try) {
  const device = knownDevice(o.keys, request, person)
  // A device somebody signed in on before stands apart: strangers can neither lock its owner out nor use up
  // the address.
  const failed =
    device === undefined && !o.isTrusted(request.ip) ? await failedFrom(o.db, networkOf(request.ip)) : 0
  if (!solved && (await isCrowded(o.db, request.ip, failed))) throw captchaNeeded()
  const counter = counterOf(o.keys, person?.id, device, account)
  const tries = await countTry(o.db, counter, accountLimit, solved)
  if (tries === 'captcha') throw captchaNeeded()
  if (tries === 'locked') {
    await auditSignIn(
      o.db,
      'login.locked',
      { personId: person?.id, unknown: unknownOf(o, person, account) },
      originOf(request),
    )
    throw new AppError('accountLocked', {
      message: `密码不对的次数过多，账号已锁定，请 ${accountLimit.minutes} 分钟后再试`,
    })
  }
  return {
    counter,
    known: device !== undefined,
    next: tries >= accountLimit.free || (await isCrowded(o.db, request.ip, failed + 1)),
  }
}

const typedHash = (keys: Keys, typed: string) =>
  keys.mac('audit-account', typed.toLowerCase()).toString('hex').slice(0, 16)
const unknownOf = (o: SignInOptions, person: Credential | undefined, account: string) =>
  person ? undefined : typedHash(o.keys, account)

/**
 * Whose account and password these are; one sentence for every failure, whether the account exists or not.
 */
async function authenticate(
  o: SignInOptions,
  body: z.infer<typeof loginBody>,
  request: FastifyRequest,
): Promise<{ person: Credential; identities: readonly IdentityRow[] }> {
  const from = originOf(request)
  const solved = await solveCaptcha(o.db, o.keys, body.captcha_id, body.captcha)
  const password = await o.passwords.open(body, request)
  const person = await findPerson(o.db, o.keys, body.account)
  const { counter, known, next } = await admit(o, request, { account: body.account, solved, person })
  const fits = await o.passwords.fits(person?.password_hash ?? null, password, person?.id)
  const identities =
    person && fits && !o.refused.has(password) ? await identitiesOf(o.db, { personId: person.id }) : []
  if (!person || identities.length === 0) {
    if (!known && !o.isTrusted(request.ip)) await countFailureFrom(o.db, networkOf(request.ip))
    await auditSignIn(
      o.db,
      'login.failed',
      { personId: person?.id, unknown: unknownOf(o, person, body.account) },
      from,
    )
    throw new AppError('badCredentials', {
      message: `账号或密码错误，连续 ${accountLimit.most} 次不对将锁定 ${accountLimit.minutes} 分钟`,
      ...(next && { errors: [{ field: 'captcha', message: '再试一次须填写验证码' }] }),
    })
  }
  await clearTries(o.db, counter)
  if (person.password_over) throw usedUp()
  await reviewPassword(o, person, password)
  return { person, identities }
}

const usedUp = () =>
  new AppError('badCredentials', {
    message: '该一次性密码已用过，或已超过 24 小时，请联系管理员重新发放',
  })

/** Uses up a password that lets in once; throws badCredentials for the second of two sign-ins at once. */
async function spend(o: SignInOptions, { id, one_time: isOneTime }: Credential): Promise<void> {
  if (isOneTime && !(await useOneTimePassword(o.db, id))) throw usedUp()
}

/**
 * Signing in is the only moment at which a password is seen: its hash is renewed, its strength asked again.
 */
async function reviewPassword(o: SignInOptions, person: Credential, password: string): Promise<void> {
  const { password_hash: stored } = person
  if (stored !== null && o.passwords.outdated(stored))
    await renewPasswordHash(
      o.db,
      person.id,
      stored,
      o.passwords.bound(person.id, await o.passwords.hash(password)),
    )
  if (
    !person.password_simple &&
    passwordFault(password, await o.passwords.contextOf(person.id)) !== undefined
  )
    await requireStrongerPassword(o.db, person.id)
}

/** POST /api/v1/login. */
async function signIn(
  o: SignInOptions,
  body: z.infer<typeof loginBody>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<LoginResult> {
  const { person } = await authenticate(o, body, request)
  const entered = await enter(o, request, reply, {
    personId: person.id,
    accountId: body.account_id,
    proved: true,
    given: person.must_change,
    before: () => spend(o, person),
  })
  if (entered === null) throw new AppError('badCredentials')
  return entered
}

/** A line of the audit about somebody who could not show who they are; what was typed as a keyed hash. */
export const failedSignIn = (o: EnterOptions, request: FastifyRequest, typed: string): Promise<void> =>
  auditSignIn(o.db, 'login.failed', { unknown: typedHash(o.keys, typed) }, originOf(request))

/** The calls of signing in and out (specification, section 7, authentication). */
export function signInRoutes(server: Server, o: SignInOptions): void {
  captchaRoute(server, o)
  passwordRoutes(server, o)
  fixedRoutes(server, o)
  signOutRoutes(server, o)
  ownRoute(server, o)
}

/** Signing in with a password. */
function passwordRoutes(server: Server, o: SignInOptions): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/login/key',
    access: 'public',
    tag: '登录',
    summary: '加密密码用的一次性公钥',
    answer: loginKey,
    perMinute: 60,
    perMinuteFromAddress: 3000,
    handle: () => issueKey(o.db, o.keys),
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/login',
    access: 'public',
    tag: '登录',
    summary: '账号密码登录；多个身份时先选一个',
    body: loginBody,
    answer: loginResult,
    perMinute: 60,
    perMinuteFromAddress: 2000,
    handle: ({ body }, request, reply) => signIn(o, body, request, reply),
  })
}

/** The calls of the specification: a ticket for a password, the clients. */
function fixedRoutes(server: Server, o: SignInOptions): void {
  register(server, {
    method: 'POST',
    url: '/login/check',
    access: 'public',
    tag: '登录',
    summary: '核对账号与密码，给出五分钟内用一次的票据，凭它登录（/api/v1/login/cookie）；次数与登录一起计',
    body: loginCheckBody,
    answer: loginTicket,
    perMinute: 20,
    handle: async ({ body: { username, ...body } }, request) => {
      const { person } = await authenticate(o, { ...body, account: username }, request)
      await spend(o, person)
      return { ticket: checkedTicket(o.keys, person.id) }
    },
  })
}

/** Call for the signed-in identity. */
function ownRoute(server: Server, o: SignInOptions): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/user',
    access: 'signedIn',
    beforePassword: true,
    tag: '登录',
    summary: '当前用户',
    answer: currentUser,
    handle: async (_, request) => {
      const [row] = await identitiesOf(o.db, { identityId: request.actor?.identityId ?? 0 })
      if (!row) throw new AppError('sessionDead')
      const contact = await contactOf(o.db, o.keys, request.actor?.personId ?? 0)
      return { ...infoOf(o, row, request.sessionToken ?? '', row.last_login_at), ...contact }
    },
  })
}
