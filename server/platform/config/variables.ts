import { z } from 'zod'
import { suiteNames } from '../crypto/suite.ts'
import { liveVariables } from './live.ts'
import { outsideVariables, signInWays } from './outside-sign-in.ts'
import { runningVariables } from './running.ts'
import { storageVariables } from './storage.ts'
import { integer, isOrigin, isPostgresUrl, noSpaces, text, webAddress } from './variable.ts'

const isBase64Key = (text: string) =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === 32

const ADDRESS = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const isAddressList = (text: string) =>
  text.split(',').every((part) => ADDRESS.safeParse(part.trim()).success)

const isHopCount = (value: string) => /^\d{1,2}$/.test(value)

/**
 * One schema per variable; every message is a whole sentence that names the variable. Empty counts as not
 * set.
 */
export const variables = z.object({
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
  CRYPTO_SUITE: z.enum(suiteNames, 'CRYPTO_SUITE 只能是 intl 或 sm。').default('intl'),
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
  OUTSIDE_SIGN_IN: text(`OUTSIDE_SIGN_IN 应为 ${signInWays.join('、')} 中的几个，用逗号分隔。`, (v) =>
    v.split(',').every((part) => signInWays.some((way) => way === part.trim())),
  ).optional(),
  OUTSIDE_OIDC_ISSUER: webAddress('OUTSIDE_OIDC_ISSUER').optional(),
  OUTSIDE_OIDC_CLIENT_ID: noSpaces('OUTSIDE_OIDC_CLIENT_ID'),
  OUTSIDE_OIDC_CLIENT_SECRET: noSpaces('OUTSIDE_OIDC_CLIENT_SECRET'),
  OUTSIDE_OIDC_NAME: text('OUTSIDE_OIDC_NAME 不超过 12 个字。', (v) => v.length <= 12).default(
    '统一身份认证',
  ),
  ...outsideVariables,
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
  // The length of a file is an integer of four bytes in the database.
  UPLOAD_VIDEO_MB: integer('UPLOAD_VIDEO_MB 应为 10 到 2047 之间的整数（MB）。', 10, 2047).default(2047),
  UPLOAD_AUDIO_MB: integer('UPLOAD_AUDIO_MB 应为 10 到 2047 之间的整数（MB）。', 10, 2047).default(200),
  KEEP_FREE_MB: integer('KEEP_FREE_MB 应为 0 到 100000000 之间的整数（MB）。', 0, 100_000_000).default(1000),
  METRICS_PORT: integer('METRICS_PORT 应为 1 到 65535 之间的整数。', 1, 65_535).optional(),
  METRICS_HOST: text('METRICS_HOST 应为监听地址，不含空格、斜线与端口，例如 127.0.0.1。', (v) =>
    /^[\w.:-]+$/.test(v),
  ).default('127.0.0.1'),
  ...runningVariables,
  ...storageVariables,
  ...liveVariables,
  JOBS: z.enum(['on', 'off'], 'JOBS 只能是 on 或 off。').default('on'),
  PUBLIC_ORIGIN: text(
    'PUBLIC_ORIGIN 应为门户对外的地址，不含路径，例如 https://teacher.example.cn。',
    isOrigin,
  ).optional(),
})
