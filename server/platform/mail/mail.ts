import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Channel, Outcome, Parcel } from '../channels/channel.ts'
import type { Log } from '../log/log.ts'

/** Sends mail. `send` never throws and callers do not wait for it, as with short messages. */
export interface Mail {
  /** Whether mail can be sent at all, be it into the outbox file of the demo. */
  readonly ready: boolean
  /** Whether a mail server takes it. */
  readonly connected: boolean
  send(to: string, subject: string, text: string): void
}

export interface MailServer {
  /** smtp:// or smtps:// with account and password; STARTTLS is used wherever the server offers it. */
  readonly url: string | undefined
  readonly from: string | undefined
  /**
   * In the demo and in tests, where nothing is sent: the folder whose mail-outbox.jsonl shows what would have
   * been.
   */
  readonly outboxFolder: string | undefined
}

export interface MailOptions extends MailServer {
  readonly log: Log
  /** Called for each that could not be sent. */
  readonly onFailed?: () => void
}

const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }

const failure = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional(),
  syscall: z.string().optional(),
  message: z.string().optional(),
})
/** Codes of nodemailer for what fails before the text is sent. */
const beforeText = new Set(['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE'])
const beforeTextTimeouts = new Set(['Connection timeout', 'Greeting never received'])

/**
 * What a failed sending means. An answer of the server says so itself; without one the mail may have arrived,
 * unless the connection never stood.
 */
function outcomeOf(error: unknown): Outcome {
  const { code = '', responseCode, syscall, message = '' } = failure.safeParse(error).data ?? {}
  if (responseCode !== undefined && responseCode >= 500)
    return { state: 'refused', reason: `邮件服务器拒收（${responseCode}）` }
  if (responseCode !== undefined) return { state: 'later', reason: `邮件服务器暂不接收（${responseCode}）` }
  return syscall === 'connect' || beforeText.has(code) || beforeTextTimeouts.has(message)
    ? { state: 'later', reason: '连不上邮件服务器' }
    : { state: 'unknown', reason: '邮件服务器没有回应，可能已经收到' }
}

/** The SMTP server if one is configured; else the outbox file of development; else nothing is sent. */
export function mailChannel({ url, from, outboxFolder }: MailServer): Channel {
  // Typed text must not make the mail library read files or fetch addresses.
  const server =
    url === undefined
      ? undefined
      : createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  const host = from?.split('@')[1] ?? 'xingtan'
  const send = async ({ to, subject, text, key }: Parcel): Promise<Outcome> => {
    if (server)
      return server
        .sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${key}@${host}>` })
        .then(() => ({ state: 'delivered' as const, receipt: null }), outcomeOf)
    if (outboxFolder === undefined) return { state: 'refused', reason: '平台没有开通邮件' }
    const line = JSON.stringify({ at: new Date().toISOString(), to, subject, text })
    return appendFile(join(outboxFolder, 'mail-outbox.jsonl'), `${line}\n`, { mode: 0o600 }).then(
      () => ({ state: 'delivered' as const, receipt: null }),
      () => ({ state: 'later' as const, reason: '邮件文件写不进去' }),
    )
  }
  return {
    name: 'mail',
    ready: server !== undefined || outboxFolder !== undefined,
    connected: server !== undefined,
    repeatableSeconds: 0,
    send,
  }
}

/** Mails sent beside the request, such as codes; one attempt each. */
export function createMail({ log, onFailed, ...server }: MailOptions): Mail {
  const channel = mailChannel(server)
  const deliver = async (to: string, subject: string, text: string) => {
    const outcome = await channel.send({ to, subject, text, key: crypto.randomUUID() })
    if (outcome.state === 'delivered' || !channel.ready) return
    log.error('mail.failed', { reason: outcome.reason })
    onFailed?.()
  }
  const { ready, connected } = channel
  return { ready, connected, send: (to, subject, text) => void deliver(to, subject, text) }
}
