import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'
import { page, paging, uuid } from './envelope.ts'

const code = z.string().regex(/^[0-9A-Z]{1,4}$/, '没有该代码')
const typed = (most: number) =>
  z.string().trim().max(most, `不超过 ${most} 个字`).refine(isStorable, '含有不能保存的字符')

/** Where a need stands: what its places and the days say together. */
export const needStates = {
  waiting: '待响应',
  partly: '部分满足',
  met: '已满足',
  ended: '已结束',
  expired: '过期',
} as const
export const needState = z.enum(['waiting', 'partly', 'met', 'ended', 'expired'], '没有这种状态')
export type NeedState = z.infer<typeof needState>

/** GET /api/v1/support/needs: needs that the reader's office may see; of partners first, then by subject and start. */
export const needsAsked = z.strictObject({
  ...paging,
  q: typed(60).optional(),
  kind: code.optional(),
  stage: code.optional(),
  subject: code.optional(),
  state: needState.or(z.literal('open')).optional(),
  /** The own ones; those of partners; those of the city and of the area below. */
  whose: z.enum(['own', 'partners', 'others'], '没有这种范围').optional(),
})
export type NeedsAsked = z.infer<typeof needsAsked>

export const needLine = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  stage: z.string().nullable(),
  subject: z.string().nullable(),
  owner: z.string(),
  isOwn: z.boolean(),
  /** The reader's institution supports the owner, or the district of the owner. */
  isPartners: z.boolean(),
  places: z.int(),
  taken: z.int(),
  state: needState,
  startOn: z.string(),
  endOn: z.string(),
  openedAt: z.string(),
  /** The reader's institution may offer something now. */
  mayOffer: z.boolean(),
})
export type NeedLine = z.infer<typeof needLine>
export const needPage = page(needLine)
export type NeedPage = z.infer<typeof needPage>

export const needParams = z.object({ id: uuid })

/** GET /api/v1/support/needs/:id: one need, with the offers that the reader may see. */
export const needView = needLine.extend({
  detail: z.string(),
  weekly: z.int().nullable(),
  /** From this day on every supporter of the city sees it. */
  cityFrom: z.string(),
  offers: z.array(
    z.object({
      id: z.string(),
      supporter: z.string(),
      number: z.int(),
      people: z.array(z.string()),
      state: z.string(),
      at: z.string(),
      /** The reader's institution made it. */
      isOwn: z.boolean(),
    }),
  ),
})
export type NeedView = z.infer<typeof needView>

/** POST /api/v1/support/needs/:id/offers: begins an offer as a draft; the one that is not handed in yet is answered. */
export const offerBegun = z.object({ id: z.string() })
