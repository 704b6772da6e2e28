import type { Actor } from '../../catalogue/access/access.ts'
import { duties, dutyLabels } from '../../catalogue/access/duties.ts'
import { passwordDueSentences } from '../../catalogue/contract/account/account.ts'
import { AppError } from '../../catalogue/errors.ts'
import type { FastifyRequest } from 'fastify'
import { actorBehind, type Behind } from '../engine/access/index.ts'
import { secretIn, type Admit } from '../features/api-tokens/index.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import type { Database } from '../platform/db/database.ts'
import type { Access } from '../platform/http/call.ts'
import type { Server } from '../platform/http/server.ts'
import { fitsBinding, keepBinding } from '../platform/session/browser.ts'
import { endedSession, endUnbound, provedLately, renewSession } from '../platform/session/session.ts'
import { isOwnToken } from '../platform/session/token.ts'
import { note } from '../platform/audit/note.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    sessionToken: string | null
    renewDue: boolean
  }
}

interface KnownSession extends Behind {
  readonly at: number
}

/** Calls that are the administrator's own while looking through somebody's eyes: to stop, and to sign out. */
const ownWhileViewing = new Set(['/api/v1/viewAs/end', '/login/logout', '/api/v1/signOut'])

/**
 * Whoever looks through somebody's eyes reads, for a time, and leaves a line for everything read: here, for
 * all calls there are, so that no call can forget it. The answer is the identity the call is answered for.
 */
async function throughEyes(
  db: Database,
  request: FastifyRequest,
  { actor: own, viewing, at }: KnownSession,
): Promise<Actor> {
  if (viewing === null || ownWhileViewing.has(request.routeOptions.url ?? '')) return own
  const { actor, leftMs } = viewing
  if (actor === null || Date.now() - at >= leftMs) throw new AppError('viewOver')
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('viewOnly')
  const [path] = request.url.split('?')
  await note(db, { by: own.identityId, action: 'viewAs.read', personId: actor.personId, facts: { path } })
  return actor
}

/** What an account that only reads may still do: its own sign-in, devices, password, and messages. */
const ownAccount = /^\/(?:login\b|api\/v1\/(?:login|signOut|user|send_mobile_code|userSystemMessage)(?:\/|$))/

/** Refuses every change by somebody who retired or left, here, so that no call can forget it. */
function requireWriter({ readsOnly }: Actor, { method, routeOptions: { url = '' } }: FastifyRequest): void {
  if (readsOnly && method !== 'GET' && method !== 'HEAD' && !ownAccount.test(url))
    throw new AppError('forbidden', { message: '您已离开单位，只能查看本人档案，不能办理' })
}

function requireFresh({ passwordDue }: KnownSession): void {
  if (passwordDue !== null)
    throw new AppError('passwordFirst', { message: passwordDueSentences[passwordDue] })
}

const administrator = 1
const isAdministratorsOwn = (access: Access) =>
  typeof access !== 'string' && access.length === 1 && access[0] === administrator

/** Whether a call is for some and not for others. */
const isGuarded = (access: Access | undefined): access is Exclude<Access, 'public'> =>
  access !== undefined && access !== 'public'

const mayCall = ({ role }: Actor, access: Access): boolean =>
  typeof access === 'string' || access.includes(role)

/**
 * Whether the call wants a fresh proof of who asks: as it declares, else what only the administrator changes.
 */
function needsProof({ method, routeOptions: { config } }: FastifyRequest): boolean {
  const changes = method !== 'GET' && method !== 'HEAD'
  return config.stepUp ?? (config.access !== undefined && isAdministratorsOwn(config.access) && changes)
}

/**
 * Where the three duties are separate, an administrator needs one of those a call declares; the system's
 * where it declares none. Calls for everybody signed in (the own account, messages) need no duty. Throws
 * forbidden.
 */
function requireDuty(
  { role, duties: held = [] }: Actor,
  access: Access,
  declared: readonly string[] = ['system'],
): void {
  if (role !== administrator || typeof access === 'string' || held.some((duty) => declared.includes(duty)))
    return
  const whose = duties
    .filter((duty) => declared.includes(duty))
    .map((duty) => dutyLabels[duty])
    .join('或')
  throw new AppError('forbidden', { message: `该事项由${whose}办理` })
}

/**
 * A session is asked of the database at most once a second, so that disabling somebody takes effect within
 * that second.
 */
const cacheMs = 1_000

/** What calls do with sessions beside being let in. */
function decorateSessions(
  server: Server,
  db: Database,
  o: { readonly stepUp: boolean; readonly known: Map<string, KnownSession> },
): void {
  server.decorate('requireProof', async ({ sessionToken }: { readonly sessionToken: string | null }) => {
    if (o.stepUp && !(await provedLately(db, sessionToken ?? ''))) throw new AppError('confirmFirst')
  })
  server.decorate('forgetSession', (token: string) => void o.known.delete(token))
  server.decorate('forgetPerson', (personId: number) => {
    for (const [token, { actor }] of o.known) if (actor.personId === personId) o.known.delete(token)
  })
}

/**
 * Decides on every request, before its body is read: alive session, then role. Puts the actor on the request.
 */
export function addSessionHook(
  server: Server,
  db: Database,
  keys: Keys,
  o: { readonly stepUp: boolean; readonly separateDuties: boolean; readonly admit: Admit },
): void {
  const known = new Map<string, KnownSession>()
  const find = async (token: string, background: boolean): Promise<KnownSession | null> => {
    const cached = known.get(token)
    if (cached && Date.now() - cached.at < cacheMs) return cached
    known.delete(token)
    const behind = await actorBehind(db, token, background)
    if (!behind) return null
    const found = { ...behind, at: Date.now() }
    if (known.size > 5_000) known.clear()
    known.set(token, found)
    return found
  }
  /** Ends a session whose token is used without the cookie it is bound to: somebody copied it. */
  const endCopied = async (token: string): Promise<never> => {
    known.delete(token)
    await endUnbound(db, token)
    throw endedSession('unbound')
  }
  server.decorateRequest('actor', null)
  server.decorateRequest('apiToken', null)
  server.decorateRequest('sessionToken', null)
  server.decorateRequest('renewDue', false)
  // After the limits, which a route's own hooks of onRequest check, and still before a body is read.
  server.addHook('preParsing', async (request) => {
    const { access, beforePassword, duties: dutiesAsked } = request.routeOptions.config
    if (!isGuarded(access)) return
    const secret = secretIn(request)
    if (secret !== null) return void (request.actor = await o.admit(request, secret, access))
    const token = request.headers['token']
    if (access === 'anyone' && !token) return
    if (!isOwnToken(keys, token)) throw new AppError('sessionDead')
    const background = request.headers['background'] === '1'
    const found = await find(token, background)
    if (!found) throw new AppError('sessionDead')
    if (!fitsBinding(keys, request, found.binding)) await endCopied(token)
    const actor = await throughEyes(db, request, found)
    if (!mayCall(actor, access)) throw new AppError('forbidden')
    requireWriter(actor, request)
    if (!beforePassword) requireFresh(found)
    if (o.separateDuties) requireDuty(actor, access, dutiesAsked)
    if (o.stepUp && needsProof(request) && !(await provedLately(db, token)))
      throw new AppError('confirmFirst')
    request.actor = actor
    request.sessionToken = token
    request.renewDue = found.renewDue && !background
  })
  server.addHook('onSend', async (request, reply) => {
    if (!request.renewDue || request.sessionToken === null || reply.statusCode >= 300) return
    reply.header('token', await renewSession(db, keys, request.sessionToken))
    keepBinding(request, reply)
  })
  decorateSessions(server, db, { stepUp: o.stepUp, known })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Drops a session from this process's cache, so that signing out takes effect at once. */
    forgetSession(token: string): void
    /**
     * Drops all sessions of a person from this process's cache: after a new password, or an end of sessions
     * elsewhere.
     */
    forgetPerson(personId: number): void
    /**
     * Asks for a fresh proof of who it is, as `stepUp` of a call does, where only its body says that it opens
     * sealed values. Throws confirmFirst.
     */
    requireProof(request: { readonly sessionToken: string | null }): Promise<void>
  }
}

/** The actor of a signed-in request. */
export function actorOn(request: { readonly actor: Actor | null }): Actor {
  if (!request.actor) throw new AppError('sessionDead')
  return request.actor
}
