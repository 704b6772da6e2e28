import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { loadOrCreateSecret } from './secret.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const SERVER = 'postgres://u:p@db.example.cn:5432/xingtan'

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

describe('the configuration', () => {
  it('has a default for everything, also where a variable is given but empty', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseReplicaUrls: [],
      demo: true,
      nodeEnv: 'development',
      logLevel: 'info',
      xingtanKey: undefined,
      cryptoSuite: 'intl',
      dbPool: 10,
      trustProxy: false,
      publicOrigin: undefined,
      requestsPerMinute: 1200,
      addressRequestsPerMinute: 12_000,
      trustedNetworks: [],
      outgoingNetworks: [],
      separateDuties: false,
      sessionsPerPerson: 5,
      unboundSessions: true,
      secondFactor: 'off',
      outsideSignIn: { oidc: undefined, wecom: undefined, dingtalk: undefined },
      deliveriesKeptDays: 365,
      auditKeptMonths: 60,
      messagesKeptDays: 730,
      sessionsKeptDays: 180,
      eventsKeptDays: 30,
      accessLog: false,
      slowStatementMs: 1_000,
      tracesTo: undefined,
      tracedAs: 'xingtan',
      clamdAddress: undefined,
      s3: undefined,
      backupS3: undefined,
      largestVideo: 2047 * 1024 * 1024,
      largestAudio: 200 * 1024 * 1024,
      mediaUrl: undefined,
      mediaMbit: 800,
      keepFree: 1000 * 1024 * 1024,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      jobs: true,
    })
  })

  it('reads the accounts of storages, whole or not at all', () => {
    const files = { S3_ENDPOINT: 'http://10.0.0.5:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
    const account = {
      endpoint: 'http://10.0.0.5:9000',
      region: 'us-east-1',
      accessKey: 'a',
      bucketIn: 'path',
    }
    expect(readConfig(files)).toMatchObject({ s3: account, backupS3: account })
    const other = {
      BACKUP_S3_ENDPOINT: 'https://s3.cn',
      BACKUP_S3_ACCESS_KEY: 'c',
      BACKUP_S3_SECRET_KEY: 'd',
    }
    expect(readConfig({ ...files, ...other })).toMatchObject({ s3: account, backupS3: { accessKey: 'c' } })
    expect(faultsOf({ S3_ENDPOINT: 'https://s3.cn/bucket', S3_SECRET_KEY: 'b', S3_BUCKET_IN: 'x' })).toEqual([
      expect.stringContaining('S3_ENDPOINT 应为存储的地址，不含桶名'),
      expect.stringContaining('S3_BUCKET_IN'),
      'S3_ENDPOINT、S3_ACCESS_KEY、S3_SECRET_KEY 要一起给出。',
    ])
    expect(readConfig({ ...files, FILES: 's3://portal/x' })).toMatchObject({ filesIn: 's3://portal/x' })
    expect(faultsOf({ FILES: 's3://portal', FILES_BEFORE: '/srv/files' })).toEqual([
      expect.stringContaining('FILES_BEFORE 应形如 s3://'),
      expect.stringContaining('使用 FILES 时要给出 S3_ENDPOINT'),
      expect.stringContaining('使用 FILES_BEFORE 时要给出 S3_ENDPOINT'),
    ])
  })

  it('reads what is given', () => {
    const config = readConfig({
      PORT: '80',
      HOST: '0.0.0.0',
      DATABASE_URL: SERVER,
      NODE_ENV: 'production',
      XINGTAN_KEY: KEY,
      TRUST_PROXY: '2',
      PUBLIC_ORIGIN: 'https://teacher.example.cn/',
    })
    expect(config).toMatchObject({
      port: 80,
      trustProxy: 2,
      demo: false,
      secondFactor: 'offer',
      publicOrigin: 'https://teacher.example.cn',
    })
    expect(
      readConfig({ WECOM_CORP_ID: 'ww1', WECOM_AGENT_ID: '7', WECOM_SECRET: 's', DINGTALK_APP_KEY: '' }),
    ).toMatchObject({
      wecom: { url: 'https://qyapi.weixin.qq.com', corpId: 'ww1', agentId: 7, secret: 's' },
      dingtalk: undefined,
    })
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toBe('10.0.0.0/8, ::1')
  })

  it('loads the demo region by default only into the embedded database outside production', () => {
    expect(readConfig({}).demo).toBe(true)
    expect(readConfig({ DATABASE_URL: SERVER }).demo).toBe(false)
    expect(readConfig({ NODE_ENV: 'production' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: SERVER, DEMO: 'on' }).demo).toBe(true)
  })

  it('lists every fault at once, each a sentence that names its variable', () => {
    const wrong = {
      PORT: '99999',
      HOST: 'http://x',
      DATABASE_URL: 'mysql://x/y',
      DEMO: 'yes',
      NODE_ENV: 'prod',
      LOG_LEVEL: 'loud',
      XINGTAN_KEY: 'short',
      DB_POOL: '0',
      TRUST_PROXY: 'true',
      PUBLIC_ORIGIN: 'https://x.cn/path',
    }
    const faults = faultsOf(wrong)
    expect(faults).toHaveLength(Object.keys(wrong).length)
    for (const name of Object.keys(wrong)) {
      expect(faults.filter((fault) => fault.startsWith(name) && fault.endsWith('。'))).toHaveLength(1)
    }
  })

  it.each([
    [{ NODE_ENV: 'production', DEMO: 'on' }, 'DEMO=on'],
    [{ NODE_ENV: 'production', DATABASE_URL: SERVER }, 'XINGTAN_KEY'],
    [{ DATABASE_DIRECT_URL: SERVER }, 'DATABASE_DIRECT_URL'],
    [{ DATABASE_REPLICA_URLS: SERVER }, 'DATABASE_REPLICA_URLS'],
    [{ PROCESSES: 'auto' }, 'PROCESSES'],
    [{ DATABASE_URL: SERVER, PROCESSES: '0' }, 'PROCESSES'],
    [{ DATABASE_URL: SERVER, DATABASE_REPLICA_URLS: `${SERVER},nowhere` }, 'DATABASE_REPLICA_URLS'],
    [{ PORT: '80.5' }, 'PORT'],
    [{ TRUST_PROXY: '10.0.0.0/64' }, 'TRUST_PROXY'],
    [{ WECOM_CORP_ID: 'ww1', WECOM_AGENT_ID: '7' }, 'WECOM_SECRET'],
    [{ OUTSIDE_SIGN_IN: 'wechat' }, 'OUTSIDE_SIGN_IN'],
    [{ OUTSIDE_SIGN_IN: 'oidc' }, 'OUTSIDE_OIDC_ISSUER'],
    [{ OUTSIDE_SIGN_IN: 'wecom' }, 'WECOM_CORP_ID'],
    [{ OUTSIDE_OIDC_ISSUER: 'https://id.example.cn' }, 'OUTSIDE_OIDC_CLIENT_ID'],
    [{ OUTSIDE_OIDC_NAME: '一二三四五六七八九十一二三' }, 'OUTSIDE_OIDC_NAME'],
    [{ DINGTALK_AGENT_ID: 'x', DINGTALK_APP_KEY: 'k', DINGTALK_APP_SECRET: 's' }, 'DINGTALK_AGENT_ID'],
    [{ WECOM_URL: 'qyapi.weixin.qq.com' }, 'WECOM_URL'],
    [{ NODE_ENV: 'production', DEMO: 'on', PORT: 'x' }, 'PORT'],
  ])('refuses %j', (env, word) => {
    expect(faultsOf(env).join()).toContain(word)
  })
})

describe('a secret file', () => {
  it('is made once, for its owner only, also when several processes ask at once', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'xingtan-secret-'))
    try {
      const file = join(dir, 'new', 'master.key')
      const secrets = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateSecret(file)))
      expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1)
      expect(secrets[0]).toHaveLength(32)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect(await readFile(file, 'utf8')).toBe(`${secrets[0]?.toString('base64')}\n`)
      expect(await loadOrCreateSecret(file, KEY)).toEqual(Buffer.alloc(32, 7))
      await writeFile(file, 'half')
      await expect(loadOrCreateSecret(file)).rejects.toThrow('内容不完整')
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})
