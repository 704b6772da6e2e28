import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import compress from '@fastify/compress'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import helmet from 'helmet'
import { AppError, type ErrorCode, errors, invalidFields } from '../../../catalogue/errors.ts'
import { translateDbError } from '../db/errors.ts'
import { errorFacts, type Log } from '../log/log.ts'
import { keepStreams } from './event-stream.ts'
import { limitRequests, networks, type Limits } from './limits.ts'
import { requireReadable } from './readable.ts'
import { wordSchemas } from './sentences.ts'

export type Server = FastifyInstance

/** Settings of the HTTP server towards its clients and proxies. */
export interface ServerOptions {
  readonly log: Log
  readonly trustProxy: number | string | false
  readonly limits: Limits
  readonly secureOrigin: boolean
  /** Whether each answer is a line of the log. */
  readonly accessLog?: boolean
}

/** Fields and letters that an answer repeats of a body at most: no more than a person reads. */
const mostTold = { faults: 60, field: 80, message: 400 }

wordSchemas()

/** Milliseconds a request may take to arrive: of a route that takes recordings, and of every other. */
const [longestBody, usualBody] = [4 * 3600_000, 15_000]

/** A Fastify server with the limits, headers and the one error answer of this house; no routes. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const always = await securityHeaders(options.secureOrigin)
  const isProxy = proxyAmong(options.trustProxy)
  const server = fastify({
    logger: false,
    trustProxy: trustedProxy(options.trustProxy),
    bodyLimit: 1024 * 1024,
    requestTimeout: longestBody,
    connectionTimeout: 65_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 5_000, maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: 100, ignoreTrailingSlash: false, caseSensitive: true },
    genReqId: ({ headers, socket }) => numberOf(headers['x-request-id'], isProxy(socket.remoteAddress ?? '')),
    forceCloseConnections: 'idle',
    // Requests that arrive while the server closes are answered as usual (platform/http/drain).
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => {
      // An address that cannot be read has no route and so no typed reply.
      reply.hijack()
      reply.raw.writeHead(400, {
        ...always,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
      reply.raw.end(JSON.stringify(failureOf('malformed')))
    },
  })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.setErrorHandler((error, request, reply) => answerError(options.log, error, request, reply))
  server.addHook('onRequest', async ({ id }, reply) => void reply.headers(always).header('x-request-id', id))
  if (options.accessLog) logAnswers(server, options.log)
  server.addHook('onSend', async (request, reply) => void closeUnread(request, reply))
  server.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (!hasBody(raw) || routeOptions.config?.longBody) return
    const timer = setTimeout(() => raw.complete === false && raw.destroy(), usualBody).unref()
    raw.once('close', () => clearTimeout(timer))
  })
  // Pages read nothing: whatever stands behind the address of one, the page comes.
  server.addHook('preValidation', async (request) => void (request.is404 || requireReadable(request)))
  // Calls ask for it, files do not: those are compressed already, or asked for in ranges.
  await server.register(compress, { global: false, encodings: ['gzip'], threshold: 2048 })
  await limitRequests(server, options.limits)
  keepStreams(server)
  noticeProxies(server, options.log, options.trustProxy !== false)
  return server
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

/** Milliseconds in which a sender whose body is not wanted may read the refusal before the line is cut. */
const readingTime = 1_000

/**
 * Closes the line of a refused request whose body is still on its way: nobody reads it, and it may dribble
 * for hours. The line is not cut at once, for a sender that is cut while it writes does not read why.
 * Injected requests have no line.
 */
function closeUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (reply.statusCode < 400 || raw.complete !== false || !hasBody(raw)) return
  reply.header('connection', 'close')
  reply.raw.once('finish', () => setTimeout(() => raw.socket.destroy(), readingTime).unref())
}

/**
 * Whether who is at the other end of the line is a proxy that may speak for others; a count of hops begins
 * with it.
 */
function proxyAmong(setting: number | string | false): (address: string) => boolean {
  if (typeof setting !== 'string') return () => setting !== false && setting > 0
  return networks(setting.split(',').map((block) => block.trim()))
}

/**
 * The number of a request: that of a proxy which is believed, so that both logs name the same one, else a new
 * one.
 */
function numberOf(told: unknown, isTrusted: boolean): string {
  return isTrusted && typeof told === 'string' && /^[\w-]{8,64}$/.test(told) ? told : randomUUID()
}

/** One log line for each answer, with the pattern of the address: no address, no name, no institution. */
function logAnswers(server: Server, log: Log): void {
  server.addHook('onResponse', async (request, reply) => {
    log.info('http.answered', {
      id: request.id,
      method: request.method,
      route: request.is404 ? 'none' : routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}

/**
 * Says once that a proxy stands in front whose word is not believed: everybody would be counted as one
 * address, the proxy's. A proxy whose word is believed puts another address than its own into the header.
 */
function noticeProxies(server: Server, log: Log, trusted: boolean): void {
  let noticed = false
  server.addHook('onRequest', async ({ headers, ip, socket: { remoteAddress } }) => {
    const said = headers['x-forwarded-for']
    if (noticed || said === undefined || ip !== remoteAddress || String(said).endsWith(ip)) return
    noticed = true
    log.warn('proxy.not-trusted', {
      address: remoteAddress,
      advice: trusted
        ? '请求带有 X-Forwarded-For，而它来自 TRUST_PROXY 以外的地址：限流会把从它来的人都当作一个地址。它若是代理，请把地址写进 TRUST_PROXY。'
        : '请求带有 X-Forwarded-For，而没有设置 TRUST_PROXY：限流会把所有人当作代理一个地址。前面有代理时请设置 TRUST_PROXY。',
    })
  })
}

/** Proxies in front: so many hops, or these addresses; the client's own word is never believed. */
function trustedProxy(setting: number | string | false) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop <= setting : setting
}

/**
 * Features of the browser that no page of the portal asks for: a script from elsewhere, or a framed page, may
 * not either. Full screen (boards) and the clipboard stay.
 */
const permissions = [
  'accelerometer bluetooth camera display-capture geolocation gyroscope hid idle-detection local-fonts',
  'magnetometer microphone midi payment serial usb window-management xr-spatial-tracking',
]
  .flatMap((features) => features.split(' '))
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Endpoint to which browsers report violations of the content security policy. */
export const violationsUrl = '/api/v1/csp-reports'

/**
 * Headers of every answer, made once by the library that knows them: they are the same for everybody. The
 * page itself adds a nonce for the style elements that the component library writes (`app/page-routes`).
 */
async function securityHeaders(secureOrigin: boolean): Promise<Record<string, string>> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const middleware = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        reportUri: [violationsUrl],
      },
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: secureOrigin ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  await new Promise<void>((done) => middleware(request, response, () => done()))
  return {
    ...Object.fromEntries(
      Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
    ),
    'permissions-policy': permissions,
  }
}

/** Error body of a route that follows another standard (OAuth, SCIM); the status is unchanged. */
export type FailureBody = (code: ErrorCode, failure: Failure) => object

/** An error answer in this portal's form. */
type Failure = ReturnType<typeof failureOf>

declare module 'fastify' {
  interface FastifyContextConfig {
    failureBody?: FailureBody
  }
}

/** An error answer of this server. */
export function failureOf(code: ErrorCode, error?: AppError) {
  const kind = errors[code]
  const faults = error?.facts.errors?.slice(0, mostTold.faults).map(({ field, message }) => ({
    field: field.slice(0, mostTold.field),
    message: message.slice(0, mostTold.message),
  }))
  const msg = error?.message.slice(0, mostTold.message) || kind.sentence
  return { error_code: kind.code, msg, data: faults ? { errors: faults } : null }
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  const { code, statusCode, validation } = error as Partial<FastifyError>
  if (validation) return 'invalid'
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') return 'tooLarge'
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return 'malformed'
  const fault = translateDbError(error)
  if (fault.kind === 'unique') return 'duplicate'
  if (fault.kind === 'unavailable' || fault.kind === 'timeout') return 'unavailable'
  if (fault.kind === 'tooLong') return 'tooLarge'
  return 'internal'
}

/** The sentence and field of a schema's refusal. */
function fromValidation(error: FastifyError): AppError {
  const issues = (error.validation ?? []) as readonly { instancePath?: string; message?: string }[]
  const faults = issues.map((issue) => ({
    field: (issue.instancePath ?? '').replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? '格式不对',
  }))
  return invalidFields(faults)
}

function answerError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const code = codeOf(error)
  const kind = errors[code]
  const known =
    error instanceof AppError
      ? error
      : (error as FastifyError).validation
        ? fromValidation(error as FastifyError)
        : undefined
  if ('report' in kind)
    log.error('http.failed', {
      id: request.id,
      method: request.method,
      route: routeOf(request),
      ...errorFacts(error),
    })
  const seconds = known?.facts.retryAfter ?? (kind.status === 503 ? 5 : undefined)
  if (seconds !== undefined) reply.header('retry-after', String(seconds))
  const failure = failureOf(code, known)
  // People quote this number when they report a fault; the log has it, too.
  const told = 'report' in kind ? { ...failure, request_id: request.id } : failure
  for (const name of ofFiles) reply.removeHeader(name)
  const body = request.routeOptions?.config?.failureBody?.(code, failure) ?? told
  return reply.code(kind.status).header('cache-control', 'no-store').send(body)
}

/** Headers to remove from the answer if the stream of a file failed before its first byte. */
const ofFiles = ['content-type', 'content-length', 'content-range', 'content-disposition', 'accept-ranges']

/** The route's pattern, never the address itself: addresses may carry what must not be logged. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions?.url ?? '(none)'
}
