import { callJson, type CallOutcome } from './json-call.ts'
import { tokenKept, type TokenAnswer } from './token.ts'
import type { Channel, ChannelName, Outcome, Parcel } from './channel.ts'

/** Meaning of a provider's error code for an attempt. */
export type Verdict =
  | { readonly is: 'delivered'; readonly receipt: string | null }
  | { readonly is: 'tokenDead' | 'busy' | 'notNow' }
  | { readonly is: 'refused'; readonly reason: string }

/** The part of a message channel that differs by provider. */
export interface Provider {
  readonly name: ChannelName
  readonly repeatableSeconds: number
  readonly fetchToken: () => Promise<TokenAnswer>
  readonly post: (token: string, parcel: Parcel) => Promise<CallOutcome>
  /** Reads an answer of status 200. */
  readonly judge: (body: unknown) => Verdict
}

/** Seconds a provider is left alone that says it is asked too often. */
const busySeconds = 60

/**
 * Builds the channel of a provider that wants a token: it is kept, and fetched once more where it is refused.
 */
export function providerChannel({ name, repeatableSeconds, fetchToken, post, judge }: Provider): Channel {
  const tokens = tokenKept(fetchToken)
  const attempt = async (parcel: Parcel, again: boolean): Promise<Outcome> => {
    const got = await tokens.get()
    if ('reason' in got) return { state: 'later', reason: got.reason }
    const called = await post(got.token, parcel)
    const failed = failureOf(called)
    if (failed) return failed
    const verdict = judge(called.status === null ? null : called.body)
    if (verdict.is !== 'tokenDead') return outcomeOf(verdict)
    tokens.drop(got.token)
    return again ? attempt(parcel, false) : { state: 'later', reason: '对方不接受平台的凭证' }
  }
  return { name, ready: true, connected: true, repeatableSeconds, send: (parcel) => attempt(parcel, true) }
}

function outcomeOf(verdict: Exclude<Verdict, { is: 'tokenDead' }>): Outcome {
  if (verdict.is === 'delivered') return { state: 'delivered', receipt: verdict.receipt }
  if (verdict.is === 'refused') return { state: 'refused', reason: verdict.reason }
  return verdict.is === 'busy'
    ? { state: 'later', reason: '对方说发得太频繁', afterSeconds: busySeconds, busy: true }
    : { state: 'later', reason: '对方暂时不能接收' }
}

/**
 * What the status of an answer, or that none came, means for an attempt; null where the answer is to be read.
 */
export function failureOf(called: CallOutcome): Outcome | null {
  if (called.status === null)
    return called.reached
      ? { state: 'unknown', reason: '对方没有回应，可能已经收到' }
      : { state: 'later', reason: '连不上对方' }
  if (called.status === 429 || called.status === 503)
    return {
      state: 'later',
      reason: '对方说发得太频繁',
      afterSeconds: called.retryAfter ?? busySeconds,
      busy: true,
    }
  // A gateway in front of the provider may have passed the call on before it failed.
  if (called.status >= 500) return { state: 'unknown', reason: `对方出错（${called.status}），可能已经收到` }
  return called.status >= 300 ? { state: 'refused', reason: `对方拒收（${called.status}）` } : null
}

/** Fetches a token where the answer is JSON of a known shape. */
export async function fetchedBy(url: URL, read: (body: unknown) => TokenAnswer): Promise<TokenAnswer> {
  const called = await callJson(url)
  if (called.status === null) return { reason: '连不上对方' }
  return called.status === 200 ? read(called.body) : { reason: `对方没有给凭证（${called.status}）` }
}
