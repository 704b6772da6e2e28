/** Asks portals behind nginx as deployed, over TLS. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request, type Agent } from 'node:https'
import { text } from 'node:stream/consumers'
import { domain } from './stand.ts'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly token?: string
  readonly body?: unknown
  /** Cookies of a browser; without them another program asks. */
  readonly cookies?: Map<string, string>
}

/**
 * One answer by its status; 0 where the connection failed. Cookies that are set are kept, with their time.
 */
export async function ask(port: number, agent: Agent, { method, path, token, body, cookies }: Call) {
  const begun = performance.now()
  try {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      agent,
      rejectUnauthorized: false,
      headers: {
        host: domain,
        ...(token && { token }),
        ...(cookies && { origin: `https://${domain}`, cookie: carried(cookies) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    if (!answer) throw new Error('no answer')
    if (cookies) keep(cookies, answer.headers['set-cookie'] ?? [])
    const content = await text(answer)
    const { token: renewed } = answer.headers
    return { status: answer.statusCode ?? 0, content, renewed, took: performance.now() - begun }
  } catch (error) {
    return { status: 0, content: String(error), renewed: undefined, took: performance.now() - begun }
  }
}

/** Until when a cookie is kept stands before its value. */
const carried = (cookies: Map<string, string>): string =>
  [...cookies]
    .map(([name, kept]) => [name, ...kept.split(' ')] as const)
    .filter(([, until]) => Number(until) > Date.now())
    .map(([name, , value]) => `${name}=${value}`)
    .join('; ')

function keep(cookies: Map<string, string>, set: readonly string[]): void {
  for (const line of set) {
    const [, name, value, seconds] = /^([^=]+)=([^;]*);.*Max-Age=(\d+)/.exec(line) ?? []
    if (name !== undefined) cookies.set(name, `${Date.now() + Number(seconds) * 1000} ${value}`)
  }
}
