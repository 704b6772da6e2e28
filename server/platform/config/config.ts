import { z } from 'zod'
import { StartError } from '../lifecycle/start-error.ts'
import { runningOf, runningVariables, type RunningConfig } from './running.ts'
import { storageRules, storagesOf, storageTogether, storageVariables, type Storages } from './storage.ts'
import { integer, isPostgresUrl, noSpaces, text, webAddress } from './variable.ts'
import { outsideContradictions, outsideSignInOf, type OutsideSignIn } from './outside-sign-in.ts'

/**
 * Everything the process is told from outside, read once at start. Every variable is described in
 * docs/how-to.
 */
export type Config = RunningConfig &
  Storages &
  Readonly<{
    port: number
    host: string
    /** As given; relative paths are relative to the working directory. */
    dataDir: string
    /** Without it the embedded server is used. */
    databaseUrl: string | undefined
    /**
     * The same database without the pooler that `databaseUrl` names, for what has to listen; see pooler.ts.
     */
    databaseDirectUrl: string | undefined
    /** Whether the demo region is loaded into an empty database. */
    demo: boolean
    nodeEnv: 'development' | 'production' | 'test'
    logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
    /** The master key in base64 (32 bytes), if given; see `loadOrCreateSecret`. */
    xingtanKey: string | undefined
    /** Connections of one process. */
    dbPool: number
    /** Fastify's `trustProxy`: a hop count, a comma-separated list of addresses or CIDR blocks, or false. */
    trustProxy: number | string | false
    /** The address people type, without a trailing slash. */
    publicOrigin: string | undefined
    /** Requests a minute of one session before 429, and of everybody behind one address without a session. */
    requestsPerMinute: number
    addressRequestsPerMinute: number
    /** Devices a person may use at once. */
    sessionsPerPerson: number
    /** Whether programs other than browsers may sign in; their sessions are bound to nothing. */
    unboundSessions: boolean
    /** Whether system, security and audit administration are separate (catalogue/access/duties.ts). */
    separateDuties: boolean
    /** Networks (CIDR) of schools and offices whose people are counted by account only. */
    trustedNetworks: readonly string[]
    /** Networks (CIDR) inside the house that apps may be called in; all others inside are refused. */
    outgoingNetworks: readonly string[]
    /**
     * Gateway for short messages and its token; without one nothing is sent (outside production they go to a
     * file).
     */
    smsUrl: string | undefined
    smsToken: string | undefined
    /**
     * Mail server with account and password, and the sender; without one nothing is sent (outside production
     * it goes to a file).
     */
    smtpUrl: string | undefined
    mailFrom: string | undefined
    /** Applications of 企业微信 and 钉钉 that remind people; undefined where there is none. */
    wecom: { url: string; corpId: string; agentId: number; secret: string } | undefined
    dingtalk: { url: string; appKey: string; appSecret: string; agentId: number } | undefined
    /** Through whom people may sign in from outside: the provider of OpenID Connect, 企业微信, 钉钉. */
    outsideSignIn: OutsideSignIn
    /** Days for which it is kept what was sent to whom. */
    deliveriesKeptDays: number
    /** Secret shared with the account centre, whose tickets it signs; without it there is none. */
    accountCentreKey: string | undefined
    /**
     * Whether accounts may, or those of administrator and authorities must, have a second factor; with it
     * comes asking again.
     */
    secondFactor: 'off' | 'offer' | 'require'
    /**
     * LibreOffice, which makes PDFs of slides and old documents: its program, `off`, or undefined where it is
     * to be looked for.
     */
    officeProgram: string | undefined
    /** Largest recordings that may be uploaded, in bytes, and what an upload must leave free on the disk. */
    largestVideo: number
    largestAudio: number
    keepFree: number
    /** Where metrics are asked for; without a port nowhere. */
    metricsPort: number | undefined
    metricsHost: string
    /**
     * Whether this process does the work nobody waits for (reminders, data quality); off for processes that
     * only answer.
     */
    jobs: boolean
  }>

/** Every fault of the environment at once, one Chinese sentence per line. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`配置有 ${faults.length} 处错误：\n${faults.map((fault) => `  · ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

const isBase64Key = (text: string) =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === 32

const isOrigin = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')
}

const ADDRESS = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const isAddressList = (text: string) =>
  text.split(',').every((part) => ADDRESS.safeParse(part.trim()).success)

const isHopCount = (value: string) => /^\d{1,2}$/.test(value)

/**
 * One schema per variable; every message is a whole sentence that names the variable. Empty counts as not
 * set.
 */
const variables = z.object({
  PORT: integer('PORT 应为 0 到 65535 之间的整数。', 0, 65_535).default(8080),
  HOST: text('HOST 应为监听地址，不含空格、斜线与端口，例如 127.0.0.1。', (v) =>
    /^[\w.:-]+$/.test(v),
  ).default('127.0.0.1'),
  DATA_DIR: text('DATA_DIR 应为数据目录的路径。', (v) => !v.includes('\0')).default('./data'),
  DATABASE_URL: text(
    'DATABASE_URL 应形如 postgres://用户:密码@主机:5432/数据库名。',
    isPostgresUrl,
  ).optional(),
  DATABASE_DIRECT_URL: text(
    'DATABASE_DIRECT_URL 应形如 postgres://用户:密码@主机:5432/数据库名。',
    isPostgresUrl,
  ).optional(),
  DEMO: z.enum(['on', 'off'], 'DEMO 只能是 on 或 off。').optional(),
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'NODE_ENV 只能是 development、production 或 test。')
    .default('development'),
  LOG_LEVEL: z
    .enum(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'LOG_LEVEL 只能是 debug、info、warn、error 或 silent。',
    )
    .default('info'),
  XINGTAN_KEY: text('XINGTAN_KEY 应为 32 字节主密钥的 base64（44 个字符）。', isBase64Key).optional(),
  DB_POOL: integer('DB_POOL 应为 1 到 200 之间的整数。', 1, 200).default(10),
  TRUST_PROXY: text(
    'TRUST_PROXY 应为代理层数（如 1）或可信地址、网段（如 10.0.0.0/8，多个用逗号分隔），不能是 true。',
    (v) => isHopCount(v) || isAddressList(v),
  )
    .transform((v) => (isHopCount(v) ? Number(v) : v))
    .optional(),
  REQUESTS_PER_MINUTE: integer(
    'REQUESTS_PER_MINUTE 应为 60 到 10000000 之间的整数。',
    60,
    10_000_000,
  ).default(1200),
  ADDRESS_REQUESTS_PER_MINUTE: integer(
    'ADDRESS_REQUESTS_PER_MINUTE 应为 60 到 10000000 之间的整数。',
    60,
    10_000_000,
  ).default(12_000),
  TRUSTED_NETWORKS: text(
    'TRUSTED_NETWORKS 应为地址或网段，多个用逗号分隔，例如 218.15.0.0/16,2001:db8::/32。',
    isAddressList,
  ).optional(),
  OUTGOING_NETWORKS: text(
    'OUTGOING_NETWORKS 应为地址或网段，多个用逗号分隔，例如 10.20.0.0/16。',
    isAddressList,
  ).optional(),
  SESSIONS_PER_PERSON: integer('SESSIONS_PER_PERSON 应为 1 到 10000 之间的整数。', 1, 10_000).default(5),
  UNBOUND_SESSIONS: z.enum(['on', 'off'], 'UNBOUND_SESSIONS 只能是 on 或 off。').default('on'),
  SEPARATE_DUTIES: z.enum(['on', 'off'], 'SEPARATE_DUTIES 只能是 on 或 off。').default('off'),
  SMS_URL: text('SMS_URL 应为短信网关的地址，以 http:// 或 https:// 开头。', (v) =>
    /^https?:$/.test(URL.parse(v)?.protocol ?? ''),
  ).optional(),
  SMS_TOKEN: text('SMS_TOKEN 不能有空格。', (v) => !/\s/.test(v)).optional(),
  SMTP_URL: text('SMTP_URL 应形如 smtps://账号:密码@主机:465 或 smtp://主机:587。', (v) =>
    /^smtps?:$/.test(URL.parse(v)?.protocol ?? ''),
  ).optional(),
  MAIL_FROM: z.email('MAIL_FROM 应为发件人的邮箱地址。').optional(),
  WECOM_URL: webAddress('WECOM_URL').default('https://qyapi.weixin.qq.com'),
  WECOM_CORP_ID: noSpaces('WECOM_CORP_ID'),
  WECOM_AGENT_ID: integer('WECOM_AGENT_ID 应为应用的编号（整数）。', 1, 999_999_999).optional(),
  WECOM_SECRET: noSpaces('WECOM_SECRET'),
  DINGTALK_URL: webAddress('DINGTALK_URL').default('https://oapi.dingtalk.com'),
  DINGTALK_APP_KEY: noSpaces('DINGTALK_APP_KEY'),
  DINGTALK_APP_SECRET: noSpaces('DINGTALK_APP_SECRET'),
  DINGTALK_AGENT_ID: z
    .string()
    .regex(/^\d{1,15}$/, 'DINGTALK_AGENT_ID 应为应用的编号（整数）。')
    .transform(Number)
    .optional(),
  OUTSIDE_SIGN_IN: text('OUTSIDE_SIGN_IN 应为 oidc、wecom、dingtalk 中的几个，用逗号分隔。', (v) =>
    v.split(',').every((part) => /^(oidc|wecom|dingtalk)$/.test(part.trim())),
  ).optional(),
  OUTSIDE_OIDC_ISSUER: webAddress('OUTSIDE_OIDC_ISSUER').optional(),
  OUTSIDE_OIDC_CLIENT_ID: noSpaces('OUTSIDE_OIDC_CLIENT_ID'),
  OUTSIDE_OIDC_CLIENT_SECRET: noSpaces('OUTSIDE_OIDC_CLIENT_SECRET'),
  OUTSIDE_OIDC_NAME: text('OUTSIDE_OIDC_NAME 不超过 12 个字。', (v) => v.length <= 12).default(
    '统一身份认证',
  ),
  WECOM_LOGIN_URL: webAddress('WECOM_LOGIN_URL').default('https://login.work.weixin.qq.com'),
  DINGTALK_LOGIN_URL: webAddress('DINGTALK_LOGIN_URL').default('https://login.dingtalk.com'),
  DINGTALK_API_URL: webAddress('DINGTALK_API_URL').default('https://api.dingtalk.com'),
  DELIVERIES_KEPT_DAYS: integer('DELIVERIES_KEPT_DAYS 应为 30 到 3650 之间的整数（天）。', 30, 3650).default(
    365,
  ),
  ACCOUNT_CENTRE_KEY: text(
    'ACCOUNT_CENTRE_KEY 应为与账号中心共用的密钥，至少 32 个字符。',
    (v) => v.length >= 32,
  ).optional(),
  SECOND_FACTOR: z
    .enum(['off', 'offer', 'require'], 'SECOND_FACTOR 只能是 off、offer 或 require。')
    .optional(),
  OFFICE_PROGRAM: text(
    'OFFICE_PROGRAM 应为 LibreOffice 程序 soffice 的绝对路径，或 off。',
    (v) => v === 'off' || v.startsWith('/'),
  ).optional(),
  UPLOAD_VIDEO_MB: integer('UPLOAD_VIDEO_MB 应为 10 到 10000 之间的整数（MB）。', 10, 10_000).default(500),
  UPLOAD_AUDIO_MB: integer('UPLOAD_AUDIO_MB 应为 10 到 10000 之间的整数（MB）。', 10, 10_000).default(100),
  KEEP_FREE_MB: integer('KEEP_FREE_MB 应为 0 到 100000000 之间的整数（MB）。', 0, 100_000_000).default(1000),
  METRICS_PORT: integer('METRICS_PORT 应为 1 到 65535 之间的整数。', 1, 65_535).optional(),
  METRICS_HOST: text('METRICS_HOST 应为监听地址，不含空格、斜线与端口，例如 127.0.0.1。', (v) =>
    /^[\w.:-]+$/.test(v),
  ).default('127.0.0.1'),
  ...runningVariables,
  ...storageVariables,
  JOBS: z.enum(['on', 'off'], 'JOBS 只能是 on 或 off。').default('on'),
  PUBLIC_ORIGIN: text(
    'PUBLIC_ORIGIN 应为门户对外的地址，不含路径，例如 https://teacher.example.cn。',
    isOrigin,
  ).optional(),
})

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads and checks all variables; pure. Throws ConfigError with every fault, so that one round of mending is
 * enough.
 */
export function readConfig(env: Environment): Config {
  const given: Environment = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined]),
  )
  const result = variables.safeParse(given)
  const faults = [...(result.error?.issues.map((issue) => issue.message) ?? []), ...contradictions(given)]
  if (!result.success || faults.length > 0) throw new ConfigError(faults)
  return assemble(result.data)
}

/** Variables that are given together or not at all. */
const providers = [
  ['WECOM_CORP_ID', 'WECOM_AGENT_ID', 'WECOM_SECRET'],
  ['DINGTALK_APP_KEY', 'DINGTALK_APP_SECRET', 'DINGTALK_AGENT_ID'],
  ['OUTSIDE_OIDC_ISSUER', 'OUTSIDE_OIDC_CLIENT_ID', 'OUTSIDE_OIDC_CLIENT_SECRET'],
  ...storageTogether,
] as const

/** Rules between variables. They read what was given, so that they speak up beside single faults, too. */
function contradictions(given: Environment): string[] {
  const production = given.NODE_ENV === 'production'
  return [
    production && given.DEMO === 'on' && '生产环境（NODE_ENV=production）不能装入演示数据，请删除 DEMO=on。',
    production &&
      given.DATABASE_URL &&
      !given.XINGTAN_KEY &&
      '生产环境使用外部数据库时必须给出 XINGTAN_KEY（可用 openssl rand -base64 32 生成，并妥善另存）。',
    ...(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'] as const).map(
      (name) => given[name] && !given.DATABASE_URL && `${name} 只能与 DATABASE_URL 一起使用。`,
    ),
    given.PROCESSES &&
      given.PROCESSES !== '1' &&
      !given.DATABASE_URL &&
      'PROCESSES 大于 1 时要用 DATABASE_URL 指定外部数据库：内置数据库只供一个进程使用。',
    given.SMTP_URL && !given.MAIL_FROM && '给出 SMTP_URL 时必须给出发件人 MAIL_FROM。',
    ...providers.map(
      (names) =>
        names.some((name) => given[name]) &&
        !names.every((name) => given[name]) &&
        `${names.join('、')} 要一起给出。`,
    ),
    ...storageRules(given),
    // A ticket names the portal it is for; the host of a request is whatever the caller says.
    given.ACCOUNT_CENTRE_KEY &&
      !given.PUBLIC_ORIGIN &&
      '使用账号中心（ACCOUNT_CENTRE_KEY）时必须给出 PUBLIC_ORIGIN，登录票据只对这个地址有效。',
    ...outsideContradictions(given),
  ].filter((fault) => typeof fault === 'string')
}

const megabyte = 1024 * 1024

/** The applications that remind people; undefined where their variables are not given. */
function providersOf(values: z.output<typeof variables>): Pick<Config, 'wecom' | 'dingtalk'> {
  const { WECOM_CORP_ID: corpId, WECOM_AGENT_ID: agentId, WECOM_SECRET: secret } = values
  const { DINGTALK_APP_KEY: appKey, DINGTALK_APP_SECRET: appSecret, DINGTALK_AGENT_ID: notices } = values
  return {
    wecom: corpId && agentId && secret ? { url: values.WECOM_URL, corpId, agentId, secret } : undefined,
    dingtalk:
      appKey && appSecret && notices
        ? { url: values.DINGTALK_URL, appKey, appSecret, agentId: notices }
        : undefined,
  }
}

function assemble(values: z.output<typeof variables>): Config {
  const demo = values.DEMO ? values.DEMO === 'on' : values.NODE_ENV !== 'production' && !values.DATABASE_URL
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    demo,
    nodeEnv: values.NODE_ENV,
    logLevel: values.LOG_LEVEL,
    xingtanKey: values.XINGTAN_KEY,
    dbPool: values.DB_POOL,
    trustProxy: values.TRUST_PROXY || false,
    publicOrigin: values.PUBLIC_ORIGIN?.replace(/\/$/, ''),
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    addressRequestsPerMinute: Math.max(values.ADDRESS_REQUESTS_PER_MINUTE, values.REQUESTS_PER_MINUTE),
    sessionsPerPerson: values.SESSIONS_PER_PERSON,
    unboundSessions: values.UNBOUND_SESSIONS === 'on',
    separateDuties: values.SEPARATE_DUTIES === 'on',
    trustedNetworks: values.TRUSTED_NETWORKS?.split(',').map((part) => part.trim()) ?? [],
    outgoingNetworks: values.OUTGOING_NETWORKS?.split(',').map((part) => part.trim()) ?? [],
    smsUrl: values.SMS_URL,
    smsToken: values.SMS_TOKEN,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    ...providersOf(values),
    outsideSignIn: outsideSignInOf(values),
    deliveriesKeptDays: values.DELIVERIES_KEPT_DAYS,
    accountCentreKey: values.ACCOUNT_CENTRE_KEY,
    secondFactor: values.SECOND_FACTOR ?? (demo ? 'off' : 'offer'),
    officeProgram: values.OFFICE_PROGRAM,
    largestVideo: values.UPLOAD_VIDEO_MB * megabyte,
    largestAudio: values.UPLOAD_AUDIO_MB * megabyte,
    keepFree: values.KEEP_FREE_MB * megabyte,
    metricsPort: values.METRICS_PORT,
    ...runningOf(values, values.NODE_ENV),
    ...storagesOf(values),
    metricsHost: values.METRICS_HOST,
    jobs: values.JOBS === 'on',
  }
}
