import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Channel, Outcome, Parcel } from '../channels/channel.ts'
import { callJson } from '../channels/json-call.ts'
import { failureOf } from '../channels/provider.ts'
import type { Log } from '../log/log.ts'

/**
 * Sends short messages. `send` never throws and nobody waits for it: how long it takes would tell whether an
 * account exists.
 */
export interface Sms {
  /** Whether messages can be sent at all, be it into the outbox file of the demo. */
  readonly ready: boolean
  /** Whether a gateway is connected. Without one, no page says that a message was sent. */
  readonly connected: boolean
  send(mobile: string, text: string): void
}

export interface SmsGateway {
  /** Address of the gateway, which takes POST {mobile, text} as JSON. */
  readonly url: string | undefined
  /** Sent as `Authorization: Bearer`. */
  readonly token: string | undefined
  /**
   * In the demo and in tests, where nothing is sent: the folder whose sms-outbox.jsonl shows what would have
   * been.
   */
  readonly outboxFolder: string | undefined
}

export interface SmsOptions extends SmsGateway {
  readonly log: Log
  /** Called for each that could not be sent. */
  readonly onFailed?: () => void
}

/**
 * The gateway if one is configured; else the outbox file of development; else nothing can be sent. A gateway
 * gets the parcel's key as `Idempotency-Key`; whether it heeds it is not known, so that nothing is counted
 * on.
 */
export function smsChannel({ url, token, outboxFolder }: SmsGateway): Channel {
  const send = async ({ to: mobile, text, key }: Parcel): Promise<Outcome> => {
    if (url !== undefined)
      return (
        failureOf(
          await callJson(
            new URL(url),
            { mobile, text },
            { 'idempotency-key': key, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
          ),
        ) ?? { state: 'delivered', receipt: null }
      )
    if (outboxFolder === undefined) return { state: 'refused', reason: '平台没有开通短信' }
    const line = JSON.stringify({ at: new Date().toISOString(), mobile, text })
    return appendFile(join(outboxFolder, 'sms-outbox.jsonl'), `${line}\n`, { mode: 0o600 }).then(
      () => ({ state: 'delivered' as const, receipt: null }),
      () => ({ state: 'later' as const, reason: '短信文件写不进去' }),
    )
  }
  const connected = url !== undefined
  return {
    name: 'sms',
    ready: connected || outboxFolder !== undefined,
    connected,
    repeatableSeconds: 0,
    send,
  }
}

/** Short messages sent beside the request, such as codes; one attempt each. */
export function createSms({ log, onFailed, ...gateway }: SmsOptions): Sms {
  const channel = smsChannel(gateway)
  const deliver = async (to: string, text: string) => {
    const outcome = await channel.send({ to, subject: '', text, key: crypto.randomUUID() })
    if (outcome.state === 'delivered' || !channel.ready) return
    log.error('sms.failed', { reason: outcome.reason })
    onFailed?.()
  }
  const { ready, connected } = channel
  return { ready, connected, send: (mobile, text) => void deliver(mobile, text) }
}
