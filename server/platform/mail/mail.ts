import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { errorFacts, type Log } from '../log/log.ts'

/** Sends mail. `send` never throws and nobody waits for it, as with short messages. */
export interface Mail {
  /** Whether mail can be sent at all. */
  readonly ready: boolean
  send(to: string, subject: string, text: string): void
}

export interface MailOptions {
  /** smtp:// or smtps:// with account and password; STARTTLS is used wherever the server offers it. */
  readonly url: string | undefined
  readonly from: string | undefined
  /**
   * Outside production, where nothing is sent: the folder whose mail-outbox.jsonl shows what would have been.
   */
  readonly outboxFolder: string | undefined
  readonly log: Log
  /** Called for each that could not be sent. */
  readonly onFailed?: () => void
}

const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 }

/** The SMTP server if one is configured; else the outbox file of development; else nothing is sent. */
export function createMail({ url, from, outboxFolder, log, onFailed }: MailOptions): Mail {
  // What people typed stays text: neither files nor addresses are fetched for a mail.
  const server =
    url === undefined
      ? undefined
      : createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  const deliver = async (to: string, subject: string, text: string) => {
    if (server) await server.sendMail({ from, to: { name: '', address: to }, subject, text })
    else if (outboxFolder !== undefined) {
      const line = JSON.stringify({ at: new Date().toISOString(), to, subject, text })
      await appendFile(join(outboxFolder, 'mail-outbox.jsonl'), `${line}\n`, { mode: 0o600 })
    }
  }
  return {
    ready: server !== undefined || outboxFolder !== undefined,
    send: (to, subject, text) =>
      void deliver(to, subject, text).catch((error: unknown) => {
        log.error('mail.failed', errorFacts(error))
        onFailed?.()
      }),
  }
}
