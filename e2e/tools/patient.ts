import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Sends again what a busy portal put off with a 503, for a minute at most; only what may be sent twice. Signing in
 * costs a portal much, and several journeys begin at once.
 */
export async function patient(send: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await send()
    if (response.status !== 503 || tries === 60) return response
    await response.body?.cancel()
    await sleep(1_000)
  }
}
