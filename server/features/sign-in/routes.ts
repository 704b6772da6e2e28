import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { loginBody, loginKey, loginResult, userInfo, type LoginResult } from '../../../catalogue/contract/account.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { passwordFault } from '../../../catalogue/rules/password.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { closeSession, openSession } from '../../platform/session/session.ts'
import { infoOf } from './info.ts'
import { fitsPassword } from './password.ts'
import type { Line, Passwords } from './passwords.ts'
import { auditSignIn, countAttempt, findPerson, identitiesOf, lockAfter, lockMinutes, markSimple, noteSuccess } from './store.ts'
import { issueKey } from './transport.ts'

/** What the sign-in feature is given by `app`. */
export interface SignInOptions {
  readonly db: Database
  readonly keys: Keys
  readonly passwords: Passwords
  /** Where a photo can be fetched for a day; empty for none. */
  readonly photoAddress: (fileId: string | null) => string
  /** Passwords known to everybody (the demo region's), refused in production. */
  readonly refused: ReadonlySet<string>
}

const originOf = (request: FastifyRequest) => ({ ip: request.ip, agent: request.headers['user-agent'] ?? '' })

/** POST /api/v1/login: one sentence for every failure, whether the account exists or not. */
async function signIn(
  o: SignInOptions,
  body: z.infer<typeof loginBody>,
  from: Line & { agent: string },
): Promise<LoginResult> {
  const password = await o.passwords.open(body, from)
  const person = await findPerson(o.db, o.keys, body.account)
  const wrong = new AppError('badCredentials', { message: `账号或密码错误，连续 ${lockAfter} 次不对将锁定 ${lockMinutes} 分钟` })
  if (person && !(await countAttempt(o.db, person.id))) {
    await fitsPassword(null, password)
    await auditSignIn(o.db, 'login.locked', { personId: person.id }, from)
    throw new AppError('accountLocked', { message: `密码不对的次数过多，账号已锁定，请 ${lockMinutes} 分钟后再试` })
  }
  const fits = await fitsPassword(person?.password_hash ?? null, password)
  if (!person || !fits || o.refused.has(password)) {
    const unknown = person ? undefined : o.keys.mac('audit-account', body.account.toLowerCase()).toString('hex').slice(0, 16)
    await auditSignIn(o.db, 'login.failed', { personId: person?.id, unknown }, from)
    throw wrong
  }
  // The only moment a password is seen: what is on the list today may not have been when it was chosen.
  if (!person.password_simple && passwordFault(password, await o.passwords.contextOf(person.id)) !== undefined) await markSimple(o.db, person.id)
  const lastLogin = await noteSuccess(o.db, person.id)
  const identities = await identitiesOf(o.db, { personId: person.id })
  const chosen = identities.length === 1 ? identities[0] : identities.find((row) => row.id === body.account_id)
  if (identities.length === 0) throw wrong
  if (!chosen) {
    return {
      accounts: identities.map((r) => ({ id: r.id, role: r.role, organization: r.institution, truename: r.name })),
    }
  }
  const token = await openSession(o.db, chosen.id, from)
  await auditSignIn(o.db, 'login', { identityId: chosen.id, personId: person.id }, from)
  return infoOf(o, chosen, token, lastLogin)
}

/** The calls of signing in and out (specification, section 7, authentication). */
export function signInRoutes(server: Server, o: SignInOptions): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/login/key',
    access: 'public',
    tag: '登录',
    summary: '加密密码用的一次性公钥',
    answer: loginKey,
    perMinute: 60,
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
    perMinute: 120,
    handle: ({ body }, request) =>
      signIn(o, body, { ...originOf(request), protocol: request.protocol }),
  })
  register(server, {
    method: 'GET',
    url: '/login/logout',
    access: 'signedIn',
    beforePassword: true,
    tag: '登录',
    summary: '退出登录（须带 token 请求头，图片或链接不能代人退出）',
    answer: z.boolean(),
    handle: async (_, request) => {
      const token = request.sessionToken ?? ''
      await closeSession(o.db, token)
      server.forgetSession(token)
      await auditSignIn(o.db, 'logout', { identityId: request.actor?.identityId, personId: request.actor?.personId }, originOf(request))
      return true
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/user',
    access: 'signedIn',
    beforePassword: true,
    tag: '登录',
    summary: '当前用户',
    answer: userInfo,
    handle: async (_, request) => {
      const [row] = await identitiesOf(o.db, { identityId: request.actor?.identityId ?? 0 })
      if (!row) throw new AppError('sessionDead')
      return infoOf(o, row, request.sessionToken ?? '', row.last_login_at)
    },
  })
}
