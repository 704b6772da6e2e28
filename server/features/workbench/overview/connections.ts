import type {
  Connection,
  ConnectionKey,
  Overview,
} from '../../../../catalogue/contract/administration/overview.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import type { Channels, Outcome } from '../../../platform/channels/channel.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Keys } from '../../../platform/crypto/keys.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Connections outside the portal, and the functions that try them. */
export interface ConnectionNeeds {
  readonly db: Database
  readonly keys: Keys
  readonly channels: Pick<Channels, 'sms' | 'mail'>
  readonly config: Pick<Config, 'publicOrigin' | 'filesIn'>
  /** Writes, reads and removes a probe where files lie; answers what is wrong, null for nothing. */
  readonly probeFiles: () => Promise<string | null>
}

/** A trial of a connection: its actor, and the address that the browser used. */
export interface Trial {
  readonly personId: number
  readonly origin: string
}

type TrialResult = { readonly ok: boolean; readonly words: string }

/** State of each connection, as far as known without a trial. */
export function connectionsOf(
  { channels, config }: Pick<ConnectionNeeds, 'channels' | 'config'>,
  now: Pick<Overview, 'at' | 'backup'>,
): Connection[] {
  return [
    {
      key: 'sms',
      title: '短信',
      ...(channels.sms.connected
        ? { state: 'on', words: '已设置短信网关' }
        : { state: 'off', words: '没有接通：一次性密码只能打印。请由运维设置 SMS_URL' }),
      test: channels.sms.connected ? '给自己的手机发一条测试短信' : null,
    },
    {
      key: 'mail',
      title: '邮件',
      ...(channels.mail.connected
        ? { state: 'on', words: '已设置邮件服务器' }
        : { state: 'off', words: '没有接通：邮件提醒发不出去。请由运维设置 SMTP_URL' }),
      test: channels.mail.connected ? '给自己的邮箱发一封测试邮件' : null,
    },
    {
      key: 'storage',
      title: '文件存储',
      state: 'on',
      words: config.filesIn === undefined ? '存放在服务器磁盘' : '存放在对象存储',
      test: '写入、读出并删除一个测试文件',
    },
    backupOf(now),
    domainOf(config.publicOrigin),
  ]
}

/** Age from which the newest backup is too old: a long weekend. */
export const oldBackupMs = 3 * 86_400_000

function backupOf({ at, backup }: Pick<Overview, 'at' | 'backup'>): Connection {
  const row = { key: 'backup', title: '备份', test: null } as const
  if (backup === null) return { ...row, state: 'off', words: '尚未备份。请由运维在服务器上设置每天备份' }
  if (backup.at === null || backup.failed) return { ...row, state: 'faulty', words: '最近一次备份没有成功' }
  if (Date.parse(at) - Date.parse(backup.at) > oldBackupMs)
    return { ...row, state: 'faulty', words: '三天没有做成备份' }
  return {
    ...row,
    state: 'on',
    words: backup.verifiedAt === null ? '已备份，尚未试恢复' : '已备份，并试恢复过',
  }
}

function domainOf(publicOrigin: string | undefined): Connection {
  const row = { key: 'domain', title: '域名和 HTTPS', test: '核对您现在打开的网址与设置的网址' } as const
  if (publicOrigin === undefined)
    return { ...row, state: 'off', words: '没有设置。请由运维设置 PUBLIC_ORIGIN', test: null }
  return publicOrigin.startsWith('https://')
    ? { ...row, state: 'on', words: publicOrigin }
    : { ...row, state: 'faulty', words: `${publicOrigin} 不是 https` }
}

const trials: Readonly<
  Record<ConnectionKey, (given: ConnectionNeeds, trial: Trial) => Promise<TrialResult>>
> = {
  sms: (given, trial) => sendTest(given, trial, 'sms'),
  mail: (given, trial) => sendTest(given, trial, 'mail'),
  storage: async ({ probeFiles }) => {
    const fault = await probeFiles()
    return fault === null ? { ok: true, words: '写入、读出、删除都正常' } : { ok: false, words: fault }
  },
  backup: () => {
    throw new AppError('wrongState', { message: '备份由服务器定时执行，这里只看结果' })
  },
  domain: ({ config: { publicOrigin } }, { origin }) => {
    if (publicOrigin === undefined) throw new AppError('wrongState', { message: '没有设置 PUBLIC_ORIGIN' })
    if (origin !== publicOrigin)
      return Promise.resolve({ ok: false, words: `您打开的是 ${origin}，设置的是 ${publicOrigin}` })
    return Promise.resolve(
      publicOrigin.startsWith('https://')
        ? { ok: true, words: '网址一致，已用 HTTPS' }
        : { ok: false, words: '网址一致，但不是 https' },
    )
  },
}

/** Tries one connection now. Throws `wrongState` where there is nothing to try. */
export const tryConnection = (
  given: ConnectionNeeds,
  key: ConnectionKey,
  trial: Trial,
): Promise<TrialResult> => trials[key](given, trial)

const ways = {
  sms: { title: '短信', field: 'mobile', missing: '请先在个人中心登记手机号' },
  mail: { title: '邮件', field: 'email', missing: '请先在个人中心登记邮箱' },
} as const

/** Sends a test to the own address only: nobody is written to in somebody else's name. */
async function sendTest(
  { db, keys, channels }: ConnectionNeeds,
  { personId }: Trial,
  by: 'sms' | 'mail',
): Promise<TrialResult> {
  const { title, field, missing } = ways[by]
  const channel = channels[by]
  if (!channel.connected) throw new AppError('wrongState', { message: `${title}没有接通` })
  const { sealed } = await db.one<{ sealed: string | null }>(sql`
    select ${by === 'sms' ? sql`mobile_sealed` : sql`email_sealed`} as sealed from person where id = ${personId}`)
  if (sealed === null) throw new AppError('wrongState', { message: missing })
  const outcome = await channel.send({
    to: keys.open(sealed, `person|${field}|${personId}`),
    subject: '杏坛测试邮件',
    text: `杏坛：这是一条测试${title}，收到说明${title}已接通。`,
    key: crypto.randomUUID(),
  })
  return spoken(outcome, title)
}

function spoken(outcome: Outcome, title: string): TrialResult {
  if (outcome.state === 'delivered') return { ok: true, words: `对方已接收，请查看是否收到测试${title}` }
  return { ok: false, words: outcome.reason }
}
