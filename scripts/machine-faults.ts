/**
 * What of the machine and its surroundings a portal in production should not be run with, found by looking:
 * nothing is changed and nothing is sent. What the settings alone say is `deploymentFaults`.
 */
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, realpath, stat, statfs } from 'node:fs/promises'
import { connect as connectPlain } from 'node:net'
import { join, resolve } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import { backupPlace, backupsIn, momentOf } from '../server/app/backup/index.ts'
import { masterKeyOf } from '../server/app/master-key.ts'
import { masterKeyFits } from '../server/engine/sealing/index.ts'
import { doorFaults } from '../server/platform/config/door-certificates.ts'
import type { Config } from '../server/platform/config/config.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { isPooled } from '../server/platform/db/pooler.ts'
import { sql } from '../server/platform/db/sql.ts'
import { isBucket } from '../server/platform/storage/place.ts'
import type { S3Account } from '../server/platform/storage/s3.ts'
import { searchPool } from '../server/platform/db/search.ts'

const patience = 5_000
const day = 86_400_000
const program = join(import.meta.dirname, '..')

/** Sentences of faults; false for what is well. */
type Faults = readonly (string | false)[]

async function keyFaults(config: Config): Promise<Faults> {
  const file = join(resolve(config.dataDir), 'master.key')
  const mode = await stat(file).then(
    (found) => found.mode & 0o077,
    () => 0,
  )
  return [mode !== 0 && `主密钥 ${file} 他人也能读：请执行 chmod 600。`]
}

/**
 * Connections of one process: those that answer, those that search, two of the queue, the pulse and the
 * listener.
 */
const connectionsOf = ({ dbPool }: Config) => dbPool + searchPool(dbPool) + 4

interface Server {
  readonly super: boolean
  readonly fsync: boolean
  readonly connections: number
  readonly at: number
  readonly keyed: boolean
}

async function databaseFaults(config: Config): Promise<Faults> {
  const { databaseUrl: url } = config
  if (url === undefined)
    return ['没有设 DATABASE_URL：用的是内置数据库，只能有一个进程，也不能恢复到备份之间的某一刻。']
  const db = openDatabase({ url, max: 1, applicationName: 'xingtan-check' })
  try {
    const before = Date.now()
    const server = await db.one<Server>(sql`
      select current_setting('is_superuser') = 'on' as super, current_setting('fsync') = 'on' as fsync,
        current_setting('max_connections')::int as connections, extract(epoch from now())::float8 * 1000 as at,
        to_regclass('public.master_key_check') is not null as keyed`)
    const off = Math.round((server.at - (before + Date.now()) / 2) / 1000)
    const fits =
      !server.keyed ||
      (await masterKeyOf(config).then(
        (key) => masterKeyFits(db, keysFrom(key)),
        () => false,
      ))
    const needed = connectionsOf(config)
    return [
      !fits && '主密钥与数据库不符或找不到：XINGTAN_KEY 不是这个数据库用的那一个，门户不会启动。',
      server.super && 'DATABASE_URL 的账号是超级用户：请另建一个只拥有这个数据库的账号。',
      !server.fsync && '数据库关掉了 fsync：断电会丢数据。',
      server.connections < needed &&
        `数据库的 max_connections 是 ${server.connections}，一个进程就要 ${needed} 个连接。`,
      Math.abs(off) > 2 && `本机的时钟与数据库相差 ${Math.abs(off)} 秒：请两边都校时（NTP）。`,
      isPooled(url) &&
        config.databaseDirectUrl === undefined &&
        'DATABASE_URL 是 PgBouncer，而没有设 DATABASE_DIRECT_URL：消息提醒最多晚半分钟。',
    ]
  } catch (error) {
    return [`连不上 DATABASE_URL 的数据库：${reasonOf(error)}。`]
  } finally {
    await db.close()
  }
}

async function clockFaults(): Promise<Faults> {
  const said = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  return [said === 'no' && '本机的时钟没有校时（NTP）：动态码、会话和截止时间都靠它。']
}

async function diskFaults(config: Config): Promise<Faults> {
  const folder = resolve(config.dataDir)
  const disk = await statfs(folder).catch(() => null)
  if (disk === null) return [`数据目录 ${folder} 不存在或打不开：请先建立，并归运行门户的账号所有。`]
  const free = disk.bavail * disk.bsize
  const writable = (path: string) =>
    access(path, constants.W_OK).then(
      () => true,
      () => false,
    )
  const [here, code] = [await realpath(folder), await realpath(program)]
  return [
    !(await writable(folder)) && `数据目录 ${folder} 不能写入。`,
    disk.blocks > 0 &&
      (disk.bavail < disk.blocks * 0.1 || free < 10 * 1024 ** 3) &&
      `数据目录所在的磁盘只剩 ${(free / 1024 ** 3).toFixed(1)} GB：少于一成或 10 GB，低于 5% 时门户不再接受请求。`,
    `${here}/`.startsWith(`${code}/`) && '数据目录在程序目录里：升级时会与程序混在一起，请用 DATA_DIR 另设。',
    process.getuid?.() === 0 && '正以 root 运行：请用一个普通账号运行门户。',
    process.getuid?.() !== 0 &&
      (await writable(program)) &&
      `程序目录 ${code} 对运行的账号可写：请归 root 所有，门户不需要写它。`,
  ]
}

async function backupFaults(config: Config, backups: string | undefined): Promise<Faults> {
  if (backups === undefined) return ['没有用 --backup 指明备份在哪个文件夹或 s3://桶/前缀，没有查备份。']
  try {
    const newest = (await backupsIn(backupPlace(backups, config.backupS3))).at(-1)
    if (newest === undefined) return [`${backups} 里没有一份备份：请执行 npm run backup。`]
    const age = Date.now() - momentOf(newest).getTime()
    return [
      age > 1.1 * day && `最近的备份是 ${Math.floor(age / day)} 天前的：备份应每天都做。`,
      ...(isBucket(backups) ? lineFaults(config.backupS3) : await sameDisk(config, resolve(backups))),
    ]
  } catch (error) {
    return [`备份的位置 ${backups} 不能用：${error instanceof Error ? error.message : String(error)}`]
  }
}

async function sameDisk({ dataDir }: Config, folder: string): Promise<Faults> {
  const [data, backups] = await Promise.all(
    [resolve(dataDir), folder].map((path) => stat(path).catch(() => null)),
  )
  return [backups?.dev === data?.dev && '备份与数据目录在同一块磁盘上：坏了会一起丢。']
}

/** What goes to a storage over a line that others may read. */
function lineFaults(account: S3Account | undefined): Faults {
  const url = URL.parse(account?.endpoint ?? '')
  const isOpen = url?.protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(url.hostname)
  return [isOpen && `存储 ${url.origin} 不是 https：内容在线路上是明文。`]
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** Days for which the certificate of an address is valid; throws when it is not, or nobody answers. */
function daysOfCertificate({ hostname, port }: URL): Promise<number> {
  return new Promise((done, fail) => {
    const socket = connectTls({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      done((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / day)
      socket.destroy()
    })
    socket.setTimeout(patience, () => socket.destroy(new Error('没有应答')))
    socket.on('error', fail)
  })
}

async function originFaults({ publicOrigin }: Config): Promise<Faults> {
  if (!publicOrigin?.startsWith('https:')) return []
  try {
    const days = await daysOfCertificate(new URL(publicOrigin))
    return [days < 21 && `${publicOrigin} 的证书 ${Math.floor(days)} 天后到期，请换新。`]
  } catch (error) {
    return [`从本机打不开 ${publicOrigin}：${reasonOf(error)}。请看代理、证书与域名解析。`]
  }
}

function reaches(url: URL, usual: number): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connectPlain({ host: url.hostname, port: Number(url.port || usual) }, () => {
      socket.destroy()
      done()
    })
    socket.setTimeout(patience, () => socket.destroy(new Error('没有应答')))
    socket.on('error', fail)
  })
}

async function mailFaults({ smtpUrl }: Config): Promise<Faults> {
  if (smtpUrl === undefined) return ['没有设 SMTP_URL：密码、手机、邮箱改动时收不到邮件，也不能用邮件提醒。']
  const server = createTransport({
    url: smtpUrl,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  })
  try {
    await server.verify()
    return []
  } catch (error) {
    return [`邮件服务器（SMTP_URL）不能用：${reasonOf(error)}。`]
  } finally {
    server.close()
  }
}

async function smsFaults({ smsUrl }: Config): Promise<Faults> {
  if (smsUrl === undefined) return []
  const url = new URL(smsUrl)
  return reaches(url, url.protocol === 'https:' ? 443 : 80).then(
    () => [],
    (error: unknown) => [`连不上短信网关（SMS_URL）：${reasonOf(error)}。`],
  )
}

/**
 * All faults that a look at the machine finds, one Chinese sentence each. `backups` is the place of the
 * backups.
 */
export async function machineFaults(config: Config, backups: string | undefined): Promise<string[]> {
  const found = await Promise.all([
    keyFaults(config),
    databaseFaults(config),
    clockFaults(),
    diskFaults(config),
    backupFaults(config, backups),
    originFaults(config),
    mailFaults(config),
    smsFaults(config),
    doorFaults(config.outsideSignIn).then((faults) => faults.map(({ sentence }) => sentence)),
  ])
  return found.flat().filter((fault) => typeof fault === 'string')
}
