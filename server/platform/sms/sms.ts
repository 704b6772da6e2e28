import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorFacts, type Log } from '../log/log.ts'

/**
 * Sends short messages. `send` never throws and nobody waits for it: how long it takes would tell whether an
 * account exists.
 */
export interface Sms {
  /** Whether messages can be sent at all. */
  readonly ready: boolean
  send(mobile: string, text: string): void
}

export interface SmsOptions {
  /** Address of the gateway, which takes POST {mobile, text} as JSON. */
  readonly url: string | undefined
  /** Sent as `Authorization: Bearer`. */
  readonly token: string | undefined
  /**
   * Outside production, where nothing is sent: the folder whose sms-outbox.jsonl shows what would have been.
   */
  readonly outboxFolder: string | undefined
  readonly log: Log
  /** Called for each that could not be sent. */
  readonly onFailed?: () => void
}

const timeout = 5_000

async function post(url: string, token: string | undefined, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
}

/** The gateway if one is configured; else the outbox file of development; else nothing can be sent. */
export function createSms({ url, token, outboxFolder, log, onFailed }: SmsOptions): Sms {
  const deliver = async (mobile: string, text: string) => {
    if (url !== undefined) await post(url, token, { mobile, text })
    else if (outboxFolder !== undefined) {
      const line = JSON.stringify({ at: new Date().toISOString(), mobile, text })
      await appendFile(join(outboxFolder, 'sms-outbox.jsonl'), `${line}\n`, { mode: 0o600 })
    }
  }
  return {
    ready: url !== undefined || outboxFolder !== undefined,
    send: (mobile, text) =>
      void deliver(mobile, text).catch((error: unknown) => {
        log.error('sms.failed', errorFacts(error))
        onFailed?.()
      }),
  }
}
