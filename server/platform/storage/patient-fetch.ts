import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** Time limits and retries of requests to a storage. */
export interface Patience {
  /** Most attempts of one request. */
  readonly attempts: number
  /** Milliseconds until an answer begins. */
  readonly answerMs: number
}

/** A command may wait for hours; a person waits for an answer of the portal. */
export const patienceOf = {
  command: { attempts: 5, answerMs: 120_000 },
  portal: { attempts: 2, answerMs: 10_000 },
} as const satisfies Record<string, Patience>

/** Milliseconds before the second attempt; three times as long before each later one. */
const firstPause = 100

/** Faults of the moment: too many requests, or a node that is away. */
const isPassing = (status: number): boolean => status === 429 || status >= 500

/** Rejects where no answer begins in time; what an answer brings may take longer. */
async function answered(
  input: Parameters<typeof fetch>[0],
  init: RequestInit,
  ms: number,
): Promise<Response> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new Error('没有应答')), ms)
  try {
    return await fetch(input, { ...init, signal: patience.signal })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * `fetch` that tries again, for requests whose body is held as a whole: all of them may be repeated. Bodies
 * go with their MD5 (Content-MD5), so that the storage refuses what was changed on its way, and answers come
 * unpacked.
 */
export function patientFetch({ attempts, answerMs }: Patience): typeof fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('accept-encoding', 'identity')
    if (Buffer.isBuffer(init.body))
      headers.set('content-md5', createHash('md5').update(init.body).digest('base64'))
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= attempts
      try {
        const answer = await answered(input, { ...init, headers }, answerMs)
        if (isLast || !isPassing(answer.status)) return answer
        await answer.body?.cancel()
      } catch (error) {
        if (isLast) throw error
      }
      await pause(firstPause * 3 ** (attempt - 1))
    }
  }
}
