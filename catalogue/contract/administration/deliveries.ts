import { z } from 'zod'
import { dayText, page, paging } from '../envelope.ts'

/** Ways out of the portal, as people call them. */
export const channelLabels = { mail: '邮件', sms: '短信', wecom: '企业微信', dingtalk: '钉钉' } as const
export const channelName = z.enum(['mail', 'sms', 'wecom', 'dingtalk'], '没有这种提醒方式')
export type DeliveryChannel = z.infer<typeof channelName>

/** What became of a sending. */
export const deliveryStates = {
  queued: '待发送',
  sending: '发送中',
  delivered: '已送出',
  failed: '失败，将重试',
  givenUp: '没有发出',
  unknown: '不确定是否收到',
  dropped: '不再发送',
} as const
const state = z.enum(
  ['queued', 'sending', 'delivered', 'failed', 'givenUp', 'unknown', 'dropped'],
  '没有这种发送状态',
)
export type DeliveryState = z.infer<typeof state>
/** States that somebody may have sent again. */
export const mayBeSentAgain: readonly DeliveryState[] = ['failed', 'givenUp', 'unknown']

const days = z.coerce
  .number({ error: '天数应为整数' })
  .int('天数应为整数')
  .min(1, '至少 1 天')
  .max(92, '至多 92 天')

/** GET /api/v1/deliveries/figures: sendings of the last days, today included, in the actor's scope. */
export const deliveryFiguresQuery = z.strictObject({ days: days.default(7) })
const count = z.number().int()
export const deliveryFigures = z.object({
  /**
   * Of each channel whether anything can be sent, what waits for its time and what is held back by quiet
   * hours.
   */
  channels: z.array(
    z.object({
      channel: channelName,
      ready: z.boolean(),
      waiting: count,
      held: count,
      /** Until when the channel is left alone because it said it is asked too often. */
      pausedUntil: z.string().nullable(),
    }),
  ),
  days: z.array(
    z.object({
      day: z.string(),
      channel: channelName,
      delivered: count,
      failed: count,
      unknown: count,
      underWay: count,
    }),
  ),
  /** Short messages as they are charged, by institution; the hundred with the most. */
  pieces: z.array(z.object({ institution: z.string(), sendings: count, pieces: count })),
  totalPieces: count,
})
export type DeliveryFigures = z.infer<typeof deliveryFigures>

/**
 * GET /api/v1/deliveries, and the same as a list to take out. Without state: all that did not arrive for
 * certain.
 */
export const deliveryFilters = z.strictObject({
  channel: channelName.optional(),
  state: z.union([state, z.literal('all')], '没有这种发送状态').optional(),
  from: dayText('日期应为 年-月-日').optional(),
  to: dayText('日期应为 年-月-日').optional(),
})
export const deliveryQuery = deliveryFilters.extend(paging)
export type DeliveryFilters = z.infer<typeof deliveryFilters>

/** One sending: how many messages, never what they say. */
export const deliveryLine = z.object({
  id: count,
  name: z.string(),
  institution: z.string(),
  channel: channelName,
  messages: count,
  pieces: count,
  state,
  reason: z.string().nullable(),
  attempts: count,
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type DeliveryLine = z.infer<typeof deliveryLine>
export const deliveryPage = page(deliveryLine)

/**
 * GET /api/v1/deliveries/ofMessage/{id}: how a message to many was delivered to those who are reminded of it.
 */
export const messageDelivery = z.object({
  /** Whether everybody who is to be reminded was looked at. */
  complete: z.boolean(),
  channels: z.array(
    z.object({
      channel: channelName,
      delivered: count,
      waiting: count,
      failed: count,
      unknown: count,
      /** Read before it went out, no longer wanted, or nowhere to send it. */
      dropped: count,
    }),
  ),
})
export type MessageDelivery = z.infer<typeof messageDelivery>
