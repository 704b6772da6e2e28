import { z } from 'zod'
import { page, paging, typedText } from '../envelope.ts'

/** What a token may read; a call says which of these it takes, and no other call takes any. */
export const tokenScopes = {
  institutions: '机构',
  teachers: '教师名册',
  figures: '统计',
  contents: '公开内容',
  roster: '名册同步',
  scim: '身份同步',
} as const
export type TokenScope = keyof typeof tokenScopes
const scopeNames = Object.keys(tokenScopes) as [TokenScope, ...TokenScope[]]

/** How every token begins, so that one that was left lying about is recognised. */
export const tokenPrefix = 'xt_'
export const tokenLimits = {
  days: 730,
  usualDays: 365,
  perMinute: 600,
  usualPerMinute: 60,
  networks: 20,
  held: 50,
} as const

const count = z.int()

/** POST /api/v1/apiTokens */
export const tokenAsk = z.strictObject({
  name: typedText('系统名称', 50).min(2, '请填写系统名称，不少于 2 个字'),
  contact: typedText('联系人', 50).default(''),
  scopes: z
    .array(z.enum(scopeNames, { error: '没有该权限' }))
    .min(1, '请至少选一项权限')
    .transform((scopes) => [...new Set(scopes)]),
  /** The institution whose region it reads; the own one where none is named. */
  institution: z.int('单位编号应为整数').min(1).max(2_147_483_647).optional(),
  /** The app that reads the roster, as its agreement says; with the scope of the roster, and only with it. */
  app: z.string('请选择应用').max(3, '没有该应用').optional(),
  days: z
    .int('有效天数应为整数')
    .min(1, '至少 1 天')
    .max(tokenLimits.days, `至多 ${tokenLimits.days} 天`)
    .default(tokenLimits.usualDays),
  perMinute: z
    .int('每分钟次数应为整数')
    .min(1, '每分钟至少 1 次')
    .max(tokenLimits.perMinute, `每分钟至多 ${tokenLimits.perMinute} 次`)
    .default(tokenLimits.usualPerMinute),
  networks: z
    .array(
      z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: '应为地址或网段，如 218.15.0.0/16' }),
    )
    .max(tokenLimits.networks, `最多 ${tokenLimits.networks} 个`)
    .default([]),
})
export type TokenAsk = z.output<typeof tokenAsk>

export const tokenStates = ['live', 'expired', 'revoked', 'ended'] as const
export const apiToken = z.object({
  id: count,
  name: z.string(),
  contact: z.string(),
  scopes: z.array(z.enum(scopeNames)),
  place: z.string(),
  by: z.string(),
  office: z.string(),
  perMinute: count,
  networks: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** `ended`: who issued it has lost the account, or its institution was closed. */
  state: z.enum(tokenStates),
  lastCallAt: z.string().nullable(),
  /** Of provisioning: users of the place, those who wait to be enrolled, those who are switched off. */
  users: z.object({ all: count, waiting: count, off: count }).nullable(),
})
export type ApiToken = z.infer<typeof apiToken>
export const tokenPage = page(apiToken)
export const tokenQuery = z.strictObject(paging)
/** The token itself is answered this once. */
export const tokenMade = z.object({ token: apiToken, secret: z.string() })

export const tokenId = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
    .transform(Number),
})
/** GET /api/v1/apiTokens/{id}/calls: newest first. */
export const apiCall = z.object({
  id: z.string(),
  at: z.string(),
  call: z.string(),
  status: count,
  lines: count.nullable(),
  ms: count,
  address: z.string(),
})
export type ApiCall = z.infer<typeof apiCall>
export const callPage = page(apiCall)
