import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { envelope } from '../../../catalogue/contract/envelope.ts'
import { otherWords } from '../../../catalogue/contract/words.ts'
import { isObject } from './body.ts'
import type { AnswerShelf } from './kept.ts'
import { fewer } from './limits.ts'
import { pack, type PackedText } from './packed.ts'
import type { Server } from './server.ts'

/**
 * Who may make a call: anybody, anybody but with whoever is signed in known (`anyone`), anybody signed in, or
 * these roles. Scope within a role is the handler's, in SQL.
 */
export type Access = 'public' | 'anyone' | 'signedIn' | readonly number[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Polling that must not keep a session alive. */
    background?: true
    /** Answers accounts whose password has to be changed first, too. */
    beforePassword?: true
    /**
     * Wants a fresh proof of who it is, where this installation asks for any; false where a call that would
     * otherwise want one does not.
     */
    stepUp?: boolean
    /**
     * Which of the administrator's duties it takes, where they are separate (app/session-hook); one of these.
     */
    duties?: readonly string[]
    /** The scope of API tokens that the call takes; without one it takes none. */
    tokenScope?: string
    /** API tokens of its scope may change something by it, too. */
    tokenWrites?: true
    /** Its reads may be answered by a replica, which is up to two seconds behind (app/replica-reads). */
    mayLag?: true
    /** Heeds the header Idempotency-Key by itself: a second request gets what the first one made. */
    remembersKeys?: true
    /** Takes a body that is hours on its way: a recording on a school's line. */
    longBody?: true
    /**
     * Requests per minute of one session, and of everybody without one behind an address, where they are
     * fewer than usual (`fewer`).
     */
    perMinute?: number
    perMinuteFromAddress?: number
  }
}

/** Readers who get the same answer. `open`: anybody may be one, so that browsers may cache it. */
export interface Audience {
  readonly name: string
  readonly open: boolean
}

/** Cache of an answer, and the readers it is for. */
interface KeptFor {
  readonly answers: AnswerShelf<PackedText>
  readonly audience: (request: FastifyRequest) => Audience
}

type Schema = z.ZodType
type Out<T extends Schema | undefined> = T extends Schema ? z.output<T> : undefined

/**
 * One call of the API: its schemas, who may make it, and what it does. The answer is wrapped into the
 * envelope.
 */
export interface Call<
  Q extends Schema | undefined,
  P extends Schema | undefined,
  B extends Schema | undefined,
  R extends Schema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly access: Access
  readonly summary: string
  readonly tag: string
  readonly query?: Q
  readonly params?: P
  readonly body?: B
  readonly answer: R
  /** Scope that an API token needs for this read; without it no token may call. */
  readonly tokenScope?: string
  /** Requests per minute of one session, when fewer than usual. */
  readonly perMinute?: number
  /** The same of everybody without a session behind one address; twenty times as many unless it is said. */
  readonly perMinuteFromAddress?: number
  /** True if an account that must first change its password may call it. */
  readonly beforePassword?: true
  /**
   * Answers 403 (40303) unless password or second factor were shown within five minutes, where this
   * installation asks for that. What only the administrator may change wants it unless this is false.
   */
  readonly stepUp?: boolean
  /** Duties of which an administrator needs one, where they are separate; the system's unless it is said. */
  readonly duties?: readonly string[]
  /**
   * Lists, searches and figures whose reads a replica may answer, two seconds old; never for who has just
   * written.
   */
  readonly mayLag?: true
  /** Heeds the header Idempotency-Key by itself; for all other POST calls app/repeats does. */
  readonly remembersKeys?: true
  /**
   * Seconds for which anybody's browser, and any proxy on the way, may use a copy; later it asks by its ETag
   * whether the copy still holds. Only for an answer that is the same for everybody.
   */
  readonly cachedFor?: number
  /**
   * Keeps the answer for everybody of one audience until the shelf forgets it. Only for what reads and says
   * the same to all of them.
   */
  readonly kept?: KeptFor
  readonly handle: (
    input: { query: Out<Q>; params: Out<P>; body: Out<B> },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<z.input<R>>
}

/** The header with which a sender names a request, so that it may be sent again. */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key']
  return Array.isArray(key) ? key[0] : key
}

/**
 * Registers a call. Its answer is checked against `answer` on the way out, which also strips what was not
 * declared.
 */
export function register<
  R extends Schema,
  Q extends Schema | undefined = undefined,
  P extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(server: Server, call: Call<Q, P, B, R>): void {
  const words = otherWords(parametersOf(call.query))
  server.route({
    method: call.method,
    url: call.url,
    ...(words.size > 0 && { preValidation: async ({ query }) => renameParameters(query, words) }),
    compress: call.kept ? false : {},
    config: {
      access: call.access,
      ...(call.beforePassword && { beforePassword: true }),
      ...(call.mayLag && { mayLag: true }),
      ...(call.remembersKeys && { remembersKeys: true }),
      ...(call.stepUp !== undefined && { stepUp: call.stepUp }),
      ...(call.duties && { duties: call.duties }),
      ...(call.tokenScope !== undefined && { tokenScope: call.tokenScope }),
      ...(call.perMinute && fewer(call.perMinute, call.perMinuteFromAddress)),
    },
    schema: {
      summary: call.summary,
      tags: [call.tag],
      ...(call.tokenScope !== undefined && takesTokens(call.tokenScope)),
      ...(call.query && { querystring: call.query }),
      ...(call.params && { params: call.params }),
      ...(call.body && { body: call.body }),
      response: { 200: envelope(call.answer) },
    },
    handler: async (request, reply) => {
      const input = { query: request.query, params: request.params, body: request.body } as {
        query: Out<Q>
        params: Out<P>
        body: Out<B>
      }
      if (call.kept) return answerKept(call.kept, request, reply, () => call.handle(input, request, reply))
      const data = await call.handle(input, request, reply)
      request.answeredLines = linesOf(data)
      if (call.cachedFor !== undefined && holdsStill(request, reply, data, call.cachedFor)) return reply
      if (call.cachedFor === undefined) reply.header('cache-control', 'no-store')
      return reply.send({ error_code: 0, msg: 'ok', data })
    },
  })
}

/** Names of the parameters that a call declares. */
const parametersOf = (query: Schema | undefined): string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape) : []

/**
 * Gives parameters that were sent by another word (catalogue/contract/words) the name that the call declares.
 */
function renameParameters(query: unknown, words: ReadonlyMap<string, string>): void {
  if (!isObject(query)) return
  for (const [sent, own] of words)
    if (sent in query && !(own in query)) {
      Object.assign(query, { [own]: query[sent] })
      Reflect.deleteProperty(query, sent)
    }
}

/**
 * Answers from the shelf. A visitor's browser may keep its copy and ask whether it still holds; the copy of
 * somebody who is signed in would outlive the session.
 */
async function answerKept(
  { answers, audience }: KeptFor,
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<unknown>,
): Promise<FastifyReply> {
  const { name, open } = audience(request)
  const packed = await answers.get(`${name} ${request.url}`, async () =>
    pack([String(reply.serialize({ error_code: 0, msg: 'ok', data: await make() }))]),
  )
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding, token')
  if (!open) return sendPacked(request, reply.header('cache-control', 'no-store'), packed)
  reply.header('cache-control', 'no-cache').header('etag', packed.tag)
  if (request.headers['if-none-match'] === packed.tag) return reply.code(304).send()
  return sendPacked(request, reply, packed)
}

/** Sends a packed text with `fill` in its gaps, compressed for a client that accepts it. */
export function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  packed: PackedText,
  fill = '',
): FastifyReply {
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(packed.plain(fill))
  return reply.header('content-encoding', 'gzip').send(packed.gzip(fill))
}

/** Text of the API document for calls that accept API tokens. */
const takesTokens = (scope: string) => ({
  description: `也可以凭访问令牌调用，权限：${scope}`,
  security: [{ token: [] }, { apiToken: [] }],
})

/** Lines of an answer that is a list, or a page of one. */
function linesOf(data: unknown): number | null {
  if (Array.isArray(data)) return data.length
  const isPage = typeof data === 'object' && data !== null && 'list' in data
  return isPage && Array.isArray(data.list) ? data.list.length : null
}

/** Marks an answer with what it holds; where the asker's copy still holds, says that and nothing else. */
function holdsStill(request: FastifyRequest, reply: FastifyReply, data: unknown, seconds: number): boolean {
  const mark = createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)
  const tag = `W/"${mark}"`
  reply.header('cache-control', `public, max-age=${seconds}`).header('etag', tag)
  if (request.headers['if-none-match'] !== tag) return false
  void reply.code(304).send()
  return true
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Lines of the list that was answered, for the log of calls by token. */
    answeredLines: number | null
  }
  interface FastifyInstance {
    /** Every call registered since `requireAccess`, with who may make it. */
    readonly declaredCalls: readonly {
      readonly method: string
      readonly url: string
      readonly access: Access
      readonly remembersKeys: boolean
    }[]
  }
}

/**
 * Makes a server refuse to register any route that does not say who may use it, and keeps the list of those
 * that do.
 */
export function requireAccess(server: Server): void {
  const declared: { method: string; url: string; access: Access; remembersKeys: boolean }[] = []
  server.decorate('declaredCalls', declared)
  server.decorateRequest('answeredLines', null)
  server.addHook('onRoute', (route) => {
    const { access, remembersKeys = false } = route.config ?? {}
    if (access === undefined) throw new Error(`route ${String(route.method)} ${route.url} declares no access`)
    for (const method of [route.method].flat())
      if (method !== 'HEAD') declared.push({ method, url: route.url, access, remembersKeys })
  })
}
