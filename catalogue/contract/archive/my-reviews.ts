import { z } from 'zod'
import { states } from '../../flows/review.ts'
import { page, paging, uuid } from '../envelope.ts'

/** What a reviewer decides about a record. `forward` passes it on to the level above. */
export const decisionActs = ['approve', 'forward', 'return', 'reject', 'undo'] as const
export type DecisionAct = (typeof decisionActs)[number]

/** The filter of a list of decisions, and which acts each of its values means. */
export const decisionFilters = {
  passed: { label: '通过', acts: ['approve', 'forward'] },
  returned: { label: '退回', acts: ['return'] },
  rejected: { label: '不通过', acts: ['reject'] },
  undone: { label: '撤销通过', acts: ['undo'] },
} as const satisfies Record<string, { label: string; acts: readonly DecisionAct[] }>
export type DecisionFilter = keyof typeof decisionFilters

const filters = ['passed', 'returned', 'rejected', 'undone'] as const
const level = z.enum(['school', 'area', 'city', 'province']).nullable()

/** GET /api/v1/reviews/mine: what the caller decided, newest first. Days are those of Asia/Shanghai. */
export const myReviewsQuery = z.strictObject({
  ...paging,
  type: z.string().max(60, '没有该档案类型').optional(),
  decision: z.enum(filters, { error: '审核结果应为通过、退回、不通过或撤销通过' }).optional(),
  from: z.string().max(40, '日期应写成 2018-09-01').optional(),
  to: z.string().max(40, '日期应写成 2018-09-01').optional(),
})

/** One decision, and what became of its record since. */
export const myReview = z.object({
  id: uuid,
  at: z.string(),
  act: z.enum(decisionActs),
  /** The level at which it was decided. */
  level,
  reason: z.string().nullable(),
  /** Fields that a return names, each with its reason. */
  fields: z.array(z.object({ label: z.string(), reason: z.string() })),
  type: z.string(),
  title: z.string(),
  recordId: uuid,
  ownerName: z.string(),
  institutionName: z.string(),
  summary: z.string(),
  /** Where the record stands today: the state of its newest submission, and who holds that. */
  state: z.enum(states),
  stateLevel: level,
  /** Until when the caller may take this approval back; null when they may not. */
  undoUntil: z.string().nullable(),
  /** The page that shows the record; null where the caller’s role has none. */
  link: z.string().nullable(),
})
export type MyReview = z.infer<typeof myReview>

export const myReviewPage = page(myReview).extend({
  /** The types of which the caller may have decided something, to choose from. */
  types: z.array(z.object({ type: z.string(), title: z.string() })),
})
export type MyReviewPage = z.infer<typeof myReviewPage>
