import { ApiError, unreachable, unreachableCode } from './api-error.ts'
import { session } from '../session/session.ts'

/**
 * Reads a stream of events (text/event-stream) with the session's token, which EventSource cannot send.
 * Resolves when the server ends it. Throws ApiError where it cannot be opened or breaks; returns silently
 * when `signal` aborts.
 */
export async function readEvents(
  path: string,
  onEvent: (event: string, told: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const headers = { Accept: 'text/event-stream', background: '1', token: session()?.token ?? '' }
  try {
    const response = await fetch(path, { headers, signal, cache: 'no-store' })
    if (!response.ok || !response.body) throw new ApiError(response.status, 0, unreachable)
    const reader = response.body.getReader()
    const letters = new TextDecoder()
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const whole = (text + letters.decode(part.value, { stream: true })).split('\n\n')
      text = whole.pop() ?? ''
      for (const one of whole) read(one, onEvent)
    }
  } catch (cause) {
    if (signal.aborted) return
    throw cause instanceof ApiError ? cause : new ApiError(0, unreachableCode, unreachable)
  }
}

function read(block: string, onEvent: (event: string, told: unknown) => void): void {
  const [, event, told] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
  if (event !== undefined && told !== undefined) onEvent(event, JSON.parse(told))
}
