import { z } from 'zod'

/**
 * Kinds of messages there are by now (dictionary messageKind), the most wanted first, and what each tells.
 */
export const messageKinds = [
  { kind: '2', tells: '您的填报通过、退回或不予通过' },
  { kind: '3', tells: '有事等您办：待审核、证书和合同到期' },
  { kind: '7', tells: '发给您或您单位的通知' },
  { kind: '1', tells: '别人为您登记的内容、账号的变动' },
] as const

const channel = z.enum(['mail', 'sms'], '没有这种提醒方式')
export type Channel = z.infer<typeof channel>
const choice = z.strictObject({
  kind: z.enum(
    messageKinds.map(({ kind }) => kind),
    '没有这类消息',
  ),
  by: channel,
})

/** GET /api/v1/user/messageChoices; `ready`: whether this installation sends that way. */
export const messageChoices = z.object({
  ready: z.object({ mail: z.boolean(), sms: z.boolean() }),
  list: z.array(choice),
})
export type MessageChoices = z.infer<typeof messageChoices>

/** PUT /api/v1/user/messageChoices: all that are wanted. */
export const messageChoicesBody = z.strictObject({ list: z.array(choice).max(20, '提醒方式过多') })
