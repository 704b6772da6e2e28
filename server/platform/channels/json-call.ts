import { z } from 'zod'

/** Milliseconds until a provider that does not answer is given up. */
const timeout = 10_000

/** Outcome of a call: the answer, or a failure with whether the provider may have received the call. */
export type CallOutcome =
  | { readonly status: number; readonly retryAfter: number | null; readonly body: unknown }
  | { readonly status: null; readonly reached: boolean }

/** Failures before anything was sent. */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
])
const withCause = z.object({ cause: z.object({ code: z.string() }) })

/** Whether a failed call can have been heard at the other end. */
function mayHaveArrived(error: unknown): boolean {
  const cause = withCause.safeParse(error)
  return !(cause.success && unreached.has(cause.data.cause.code))
}

/** Reads the seconds of a Retry-After header; a date counts as a minute. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null
  const seconds = Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 86_400) : 60
}

/**
 * Calls a provider with JSON. Never throws, and tells nothing of the address, which may hold secrets.
 * @param body posted where it is given
 */
export async function callJson(
  url: URL,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<CallOutcome> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
      redirect: 'error',
    })
    const text = await response.text()
    return {
      status: response.status,
      retryAfter: secondsOf(response.headers.get('retry-after')),
      body: parsed(text),
    }
  } catch (error) {
    return { status: null, reached: mayHaveArrived(error) }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
