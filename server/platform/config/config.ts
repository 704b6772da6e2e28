import { z } from 'zod'
import { StartError } from '../lifecycle/start-error.ts'
import type { SuiteName } from '../crypto/suite.ts'
import { liveRules, liveSettingsOf, liveTogether, type LiveSettings } from './live.ts'
import { runningOf, type RunningConfig } from './running.ts'
import { storageRules, storagesOf, storageTogether, type Storages } from './storage.ts'
import {
  outsideContradictions,
  outsideSignInOf,
  outsideTogether,
  type OutsideSignIn,
} from './outside-sign-in.ts'
import { variables } from './variables.ts'

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
    /** The suite of algorithms that everything new is written with (docs/decisions/0285). */
    cryptoSuite: SuiteName
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
    /** Days for which records of deliveries are kept. */
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
    /** The server that broadcasts are sent to; without one they are links. */
    live: LiveSettings | undefined
    /** Listener of the metrics; none without a port. */
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
  ...outsideTogether,
  ...storageTogether,
  ...liveTogether,
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
    ...liveRules(given),
    // A ticket names the portal it is for; the host of a request is whatever the caller says.
    given.ACCOUNT_CENTRE_KEY &&
      !given.PUBLIC_ORIGIN &&
      '使用账号中心（ACCOUNT_CENTRE_KEY）时必须给出 PUBLIC_ORIGIN，登录票据只对该地址有效。',
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
    cryptoSuite: values.CRYPTO_SUITE,
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
    live: liveSettingsOf(values),
    metricsHost: values.METRICS_HOST,
    jobs: values.JOBS === 'on',
  }
}
