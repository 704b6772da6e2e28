import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { dayText, orderedBy } from '../envelope.ts'

/** Sign-in log or operation log. */
export const logKinds = ['signIn', 'operation'] as const
export type LogKind = (typeof logKinds)[number]

/** Most lines of one export. */
export const mostExported = 50_000

const name = z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional()
const day = dayText().optional()
const personId = z.coerce
  .number({ error: '编号应为整数' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647, '编号过大')
  .optional()

/** Filters of a log: by name or account, or by id when the page knows the person. */
const filter = {
  kind: z.enum(logKinds, { error: '没有该日志' }).default('operation'),
  action: z
    .string()
    .regex(/^[a-zA-Z.-]{0,40}$/, '没有这种操作')
    .optional(),
  actor: name,
  actorId: personId,
  person: name,
  personId,
  institution: name,
  start: day,
  end: day,
}
export const logFilter = z.strictObject(filter)
export type LogFilter = z.infer<typeof logFilter>

/**
 * GET /api/v1/log, the newest line first or with `sort=at` the oldest. `before`: the last line of the page
 * before; there is no total, the log is too long to count.
 */
export const logQuery = z.strictObject({
  ...filter,
  sort: orderedBy('at'),
  before: z.coerce
    .number({ error: '起点应为整数' })
    .int('起点应为整数')
    .min(1, '起点从 1 起')
    .max(Number.MAX_SAFE_INTEGER, '起点过大')
    .optional(),
  pageSize: z.coerce
    .number({ error: '每页条数应为整数' })
    .int('每页条数应为整数')
    .min(1, '每页至少 1 条')
    .max(100, '每页至多 100 条')
    .default(50),
})

const someone = z.object({ id: z.number().int(), name: z.string(), institution: z.string().nullable() })

/** One line: who, when, what, about whom; names of changed fields, never their values. */
export const logLine = z.object({
  id: z.number().int(),
  at: z.string(),
  action: z.string(),
  label: z.string(),
  actor: someone.extend({ role: z.number().int() }).nullable(),
  person: someone.nullable(),
  /** Archive section and record, as they are called now. */
  type: z.string().nullable(),
  summary: z.string().nullable(),
  changed: z.array(z.string()),
  /** A few more words, such as the role that was given or the number of exported lines. */
  note: z.string().nullable(),
  ip: z.string().nullable(),
  agent: z.string().nullable(),
})
export type LogLine = z.infer<typeof logLine>
export const logPage = z.object({ list: z.array(logLine), next: z.number().int().nullable() })

/** What is known about the chain over the log; times as ISO text. */
export const logIntegrity = z.object({
  sealed: z.object({ seq: z.number().int(), at: z.string() }).nullable(),
  /** Lines that wait to be sealed, counted up to 10 000. */
  pending: z.number().int(),
  checked: z
    .object({ at: z.string(), rows: z.number().int(), faults: z.number().int(), complete: z.boolean() })
    .nullable(),
})
export type LogIntegrity = z.infer<typeof logIntegrity>

/** POST /api/v1/log/integrity: outcome for the last day. */
export const logCheck = z.object({
  rows: z.number().int(),
  complete: z.boolean(),
  faults: z.array(z.string()),
})
export type LogCheck = z.infer<typeof logCheck>
