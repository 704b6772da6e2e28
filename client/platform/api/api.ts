import { z } from 'zod'
import { failure } from '../../../catalogue/contract/envelope.ts'
import { errors } from '../../../catalogue/errors.ts'
import { ApiError, silent, unreachable, unreachableCode } from './api-error.ts'
import { askedEarly } from './asked-early.ts'
import { beginRequest } from './busy.ts'
import { isDead, signedInAgain } from './dead-session.ts'
import { confirmIdentity } from '../session/confirm-identity.ts'
import { sessionWorks } from '../session/expiry.ts'
import { passwordDue, renewToken, session } from '../session/session.ts'
import { withQuery, type Query } from './with-query.ts'

/** Milliseconds until a call counts as failed (specification section 7). */
export const timeout = 20_000

export interface Call<T> {
  /** Shape of `data`. An answer of another shape is an error here, and not later in a component. */
  schema: z.ZodType<T>
  query?: Query
  signal?: AbortSignal
  /** Polling: the server does not prolong the session for it, and no loading overlay is shown. */
  background?: boolean
  /** No loading overlay, because the page has a skeleton. */
  quiet?: boolean
  /** The browser may answer from its own copy, as long as the server allows. */
  cached?: boolean
}

export interface Write<T> extends Call<T> {
  body?: unknown
  /** The page closes: the browser sends the request all the same (at most 64 kB). */
  leaving?: boolean
  /** The server creates one record for all calls with the same key. */
  idempotencyKey?: string
}

/**
 * Calls the server; `data` of the envelope comes back validated. Throws ApiError, or AbortError when `signal`
 * aborts.
 */
export const api = {
  get: <T>(path: string, call: Call<T>) => send('GET', path, call),
  post: <T>(path: string, call: Write<T>) => send('POST', path, call),
  put: <T>(path: string, call: Write<T>) => send('PUT', path, call),
  del: <T>(path: string, call: Write<T>) => send('DELETE', path, call),
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function send<T>(method: Method, path: string, call: Write<T>): Promise<T> {
  const overlay = !call.background && !call.quiet
  const done = overlay ? beginRequest(method === 'GET' ? 'reading' : 'writing') : () => undefined
  try {
    return await attempt(method, path, call)
  } finally {
    done()
  }
}

/** Recovery steps that an earlier attempt of this call has used; each is used once. */
interface PriorAttempts {
  /** It was repeated with a renewed token. */
  readonly again?: boolean
  /** The person was asked to confirm their identity. */
  readonly confirmed?: boolean
}

async function attempt<T>(
  method: Method,
  path: string,
  call: Write<T>,
  tried: PriorAttempts = {},
): Promise<T> {
  const sent = session()?.token ?? ''
  const { response, answer } = await fetchOrFail(method, path, call, sent)
  takeRenewed(response, sent)
  if (response.ok && isSuccess(answer)) {
    if (sent !== '') sessionWorks()
    return accept(call.schema, answer.data, path)
  }
  const error = failureOf(response.status, answer)
  if (isDead(error) && sent !== '' && (await livesAgain(error, sent, { ...tried, writes: method !== 'GET' })))
    return attempt(method, path, call, { ...tried, again: true })
  if (error.code === errors.passwordFirst.code) passwordDue()
  if (error.code === errors.confirmFirst.code && !tried.confirmed && (await confirmIdentity()))
    return attempt(method, path, call, { ...tried, confirmed: true })
  throw error
}

function takeRenewed(response: Response, sent: string): void {
  const renewed = response.headers.get('token')
  if (renewed !== null && renewed !== '' && sent !== '') renewToken(renewed, sent)
}

/** Whether a new token replaces the expired one: another call renewed it, or the person signed in again. */
async function livesAgain(
  error: ApiError,
  sent: string,
  { again, writes }: PriorAttempts & { readonly writes: boolean },
): Promise<boolean> {
  return (!again && isRenewedSince(sent)) || signedInAgain(error, { writes })
}

/**
 * Whether another call renewed the token while this one was under way with the old one: the session lives,
 * and the call can be repeated.
 */
function isRenewedSince(sent: string): boolean {
  const now = session()?.token ?? ''
  return now !== '' && now !== sent
}

async function fetchOrFail(method: Method, path: string, call: Write<unknown>, token: string) {
  const limit = new AbortController()
  const stop = () => limit.abort()
  const timer = setTimeout(stop, timeout)
  // AbortSignal.any came with Chrome 116; browsers from 109 on are supported.
  call.signal?.addEventListener('abort', stop)
  const headers = {
    Accept: 'application/json',
    ...(token !== '' && { token }),
    ...(call.background && { background: '1' }),
    ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(call.idempotencyKey !== undefined && { 'Idempotency-Key': call.idempotencyKey }),
  }
  const body = call.body === undefined ? null : JSON.stringify(call.body)
  try {
    call.signal?.throwIfAborted()
    const address = withQuery(path, call.query)
    const early = await askedEarly(method, address, token)
    const cache = call.cached ? 'default' : 'no-store'
    const response =
      early ??
      (await fetch(address, {
        method,
        headers,
        body,
        signal: limit.signal,
        cache,
        keepalive: call.leaving === true,
      }))
    const answer: unknown = await response.json().catch(() => null)
    return { response, answer }
  } catch (cause) {
    if (call.signal?.aborted) throw cause
    throw limit.signal.aborted ? new ApiError(0, 0, silent) : new ApiError(0, unreachableCode, unreachable)
  } finally {
    clearTimeout(timer)
    call.signal?.removeEventListener('abort', stop)
  }
}

const isSuccess = (answer: unknown): answer is { data: unknown } =>
  typeof answer === 'object' &&
  answer !== null &&
  'error_code' in answer &&
  answer.error_code === 0 &&
  'data' in answer

function accept<T>(schema: z.ZodType<T>, data: unknown, path: string): T {
  const outcome = schema.safeParse(data)
  if (outcome.success) return outcome.data
  console.error(`unexpected answer of ${path}`, z.prettifyError(outcome.error))
  throw new ApiError(200, -1, '服务器的回答与页面版本不符，请刷新页面后再试')
}

function failureOf(status: number, answer: unknown): ApiError {
  const outcome = failure.safeParse(answer)
  if (!outcome.success) return new ApiError(status, 0, silent)
  const { error_code, msg, data } = outcome.data
  return new ApiError(status, error_code, msg, data?.errors ?? [])
}
