import { z } from 'zod'
import { failure } from '../../../catalogue/contract/envelope.ts'
import { errors } from '../../../catalogue/errors.ts'
import { ApiError, silent, unreachable, unreachableCode } from './api-error.ts'
import { beginRequest } from './busy.ts'
import { confirmIdentity } from '../session/confirm-identity.ts'
import { sessionExpired, sessionWorks } from '../session/expiry.ts'
import { passwordDue, renewToken, session } from '../session/session.ts'
import { withQuery, type Query } from './with-query.ts'

/** Specification section 7. */
export const timeout = 20_000

export interface Call<T> {
  /** Shape of `data`; an answer of another shape is an error, not a surprise three components later. */
  schema: z.ZodType<T>
  query?: Query
  signal?: AbortSignal
  /** Polling: marked for the server, which does not prolong the session for it, and no loading overlay. */
  background?: boolean
  /** The page shows its own skeleton; no loading overlay. */
  quiet?: boolean
}

export interface Write<T> extends Call<T> {
  body?: unknown
  /** Repeating a create with the same key creates once. */
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

/** What was done about an earlier failure of the same call, so that it is done once. */
interface Tried {
  /** Asked again with the token that was renewed meanwhile. */
  readonly again?: boolean
  /** Asked who it is. */
  readonly confirmed?: boolean
}

async function attempt<T>(method: Method, path: string, call: Write<T>, tried: Tried = {}): Promise<T> {
  const sent = session()?.token ?? ''
  const { response, answer } = await fetchOrFail(method, path, call, sent)
  takeRenewed(response, sent)
  if (response.ok && isSuccess(answer)) {
    if (sent !== '') sessionWorks()
    return accept(call.schema, answer.data, path)
  }
  const error = failureOf(response.status, answer)
  if (isDead(error) && sent !== '') {
    if (isRenewedSince(sent) && !tried.again) return attempt(method, path, call, { ...tried, again: true })
    sessionExpired(deadSentence(error))
  }
  if (error.code === errors.passwordFirst.code) passwordDue()
  if (error.code === errors.confirmFirst.code && !tried.confirmed && (await confirmIdentity()))
    return attempt(method, path, call, { ...tried, confirmed: true })
  throw error
}

function takeRenewed(response: Response, sent: string): void {
  const renewed = response.headers.get('token')
  if (renewed !== null && renewed !== '' && sent !== '') renewToken(renewed, sent)
}

const deadSentence = (error: ApiError): string | undefined =>
  error.code === errors.sessionDead.code ? error.message : undefined

/** Whether the token was renewed while a request with an older one was on its way: the session lives. */
function isRenewedSince(sent: string): boolean {
  const now = session()?.token ?? ''
  return now !== '' && now !== sent
}

async function fetchOrFail(method: Method, path: string, call: Write<unknown>, token: string) {
  const limit = new AbortController()
  const stop = () => limit.abort()
  const timer = setTimeout(stop, timeout)
  // AbortSignal.any would say this in a word, but came with Chrome 116.
  call.signal?.addEventListener('abort', stop)
  const headers = {
    Accept: 'application/json',
    ...(token !== '' && { token }),
    ...(call.background && { background: '1' }),
    ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(call.idempotencyKey !== undefined && { 'Idempotency-Key': call.idempotencyKey }),
  }
  try {
    call.signal?.throwIfAborted()
    const response = await fetch(withQuery(path, call.query), {
      method,
      headers,
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal: limit.signal,
      cache: 'no-store',
    })
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

const isDead = (error: ApiError) => error.status === 401 || error.code === errors.sessionDead.code

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
