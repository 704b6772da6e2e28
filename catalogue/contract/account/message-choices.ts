import { z } from 'zod'

/**
 * Kinds of messages there are by now (dictionary messageKind), the most wanted first, and what each tells.
 */
export const messageKinds = [
  { kind: '2', tells: '您的填报通过、退回或不予通过' },
  { kind: '3', tells: '有事等您办：待审核、证书和合同到期' },
  { kind: '7', tells: '发给您或您单位的通知' },
  { kind: '1', tells: '他人为您登记的内容、账号的变动' },
] as const

const channel = z.enum(['mail', 'sms', 'wecom', 'dingtalk'], '没有这种提醒方式')
export type Channel = z.infer<typeof channel>
const choice = z.strictObject({
  kind: z.enum(
    messageKinds.map(({ kind }) => kind),
    '没有该消息',
  ),
  by: channel,
})

const hour = z.string({ error: '请填写时间' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间应为 时:分，如 08:10')

/** When mails and short messages may come: at once, or together; and when they may not. Hours in Beijing. */
export const messagePace = z
  .strictObject({
    every: z.enum(['instant', 'daily', 'weekly'], { error: '请选择什么时候提醒' }),
    /** For `daily` and `weekly` (on Mondays). */
    at: hour,
    /** Both or neither; from the later to the earlier hour means over night. */
    quietFrom: hour.nullable(),
    quietTo: hour.nullable(),
    /** Not on days that are no working days. */
    workdays: z.boolean({ error: '应为是或否' }),
  })
  .refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
    path: ['quietTo'],
    error: '免打扰的开始和结束时间要一起填',
  })
  .refine(({ quietFrom, quietTo }) => quietFrom === null || quietFrom !== quietTo, {
    path: ['quietTo'],
    error: '免打扰的结束时间不能与开始时间相同',
  })
export type MessagePace = z.output<typeof messagePace>
/** Of who never chose. */
export const usualPace: MessagePace = {
  every: 'instant',
  at: '08:10',
  quietFrom: null,
  quietTo: null,
  workdays: false,
}

/**
 * GET /api/v1/user/messageChoices; `ready`: whether this installation sends that way; `bound`: the own
 * numbers at providers, masked.
 */
export const messageChoices = z.object({
  ready: z.object({ mail: z.boolean(), sms: z.boolean(), wecom: z.boolean(), dingtalk: z.boolean() }),
  bound: z.object({ wecom: z.string().nullable(), dingtalk: z.string().nullable() }),
  list: z.array(choice),
  pace: messagePace,
})
export type MessageChoices = z.infer<typeof messageChoices>

/** PUT /api/v1/user/messageChoices: all that are wanted. */
export const messageChoicesBody = z.strictObject({ list: z.array(choice).max(20, '提醒方式过多') })
