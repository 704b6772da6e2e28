import { RefusedAddress, UnknownName, type OutgoingRequest } from '../../platform/http/outgoing.ts'
import { signedHeaders } from './signature.ts'

/**
 * What became of one attempt. `down`: the system as a whole does not answer; `refused`: it does not want this
 * one.
 */
export interface Attempt {
  readonly outcome: 'ok' | 'down' | 'refused'
  readonly status: number | null
  readonly ms: number
  /** A Chinese sentence without address and secret; empty where it arrived. */
  readonly reason: string
  /** The beginning of what the system said. */
  readonly said: string
}

const reasonOf = (error: unknown): string => {
  if (error instanceof RefusedAddress) return '该地址在内部网络，平台不连接'
  if (error instanceof UnknownName) return '找不到这个域名'
  return '连不上，或超过 10 秒没有回应'
}

function verdictOf(status: number): Pick<Attempt, 'outcome' | 'reason'> {
  if (status >= 200 && status < 300) return { outcome: 'ok', reason: '' }
  if (status >= 300 && status < 400)
    return { outcome: 'down', reason: `对方要求转到别处（${status}），没有跟随` }
  if (status >= 500 || status === 429 || status === 408)
    return { outcome: 'down', reason: `对方暂时不能接收（${status}）` }
  return { outcome: 'refused', reason: `对方拒收（${status}）` }
}

/** Sends one event, signed, through the guard of calls outward. Never throws. */
export async function post(
  outgoing: OutgoingRequest,
  to: { readonly url: string; readonly secrets: readonly string[] },
  event: { readonly id: string; readonly body: string },
): Promise<Attempt> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  const headers = signedHeaders({ ...event, at: new Date() }, to.secrets)
  try {
    const { status, text } = await outgoing(to.url, {
      method: 'POST',
      headers,
      body: event.body,
      timeout: 10_000,
    })
    return { ...verdictOf(status), status, ms: ms(), said: text.slice(0, 500) }
  } catch (error) {
    return { outcome: 'down', status: null, ms: ms(), reason: reasonOf(error), said: '' }
  }
}
