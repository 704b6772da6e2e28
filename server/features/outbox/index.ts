import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { outboxList, type OutboxLine } from '../../../catalogue/contract/administration/outbox.ts'
import { register } from '../../platform/http/call.ts'
import type { Feature } from '../../engine/feature.ts'
import type { Server } from '../../platform/http/server.ts'

const shown = 100
const sms = z.object({ at: z.string(), mobile: z.string(), text: z.string() })
const mail = z.object({ at: z.string(), to: z.string(), subject: z.string(), text: z.string() })

/** The last lines of an outbox file; none where nothing was ever sent. */
async function linesOf(file: string): Promise<unknown[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .slice(-shown)
    .map((line) => JSON.parse(line) as unknown)
}

async function sent(folder: string): Promise<OutboxLine[]> {
  const [short, long] = await Promise.all([
    linesOf(join(folder, 'sms-outbox.jsonl')),
    linesOf(join(folder, 'mail-outbox.jsonl')),
  ])
  const lines: OutboxLine[] = [
    ...short
      .map((line) => sms.parse(line))
      .map(({ at, mobile, text }) => ({ at, channel: 'sms' as const, to: mobile, subject: '', text })),
    ...long.map((line) => mail.parse(line)).map((line) => ({ ...line, channel: 'mail' as const })),
  ]
  return lines.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, shown)
}

/**
 * What would have been sent. Registered outside production only, and the administrator's: it shows codes that
 * sign in.
 */
function outboxRoute(server: Server, folder: string): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/outbox',
    access: [1],
    tag: '系统管理',
    summary: '开发环境里本该发出的短信与邮件，最近 100 条',
    answer: outboxList,
    handle: async () => ({ list: await sent(folder) }),
  })
}

interface Needs {
  /** Folder for mails and short messages that are not sent; only in the demo and in tests. */
  readonly outboxFolder: string | undefined
}

export const outbox: Feature<Needs> = {
  name: 'outbox',
  routes: (server, { outboxFolder }) => {
    if (outboxFolder !== undefined) outboxRoute(server, outboxFolder)
  },
}
