import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'
import { page, paging, uuid } from './envelope.ts'

/** What somebody says about the portal. */
export const feedbackKinds = { '1': '使用问题', '2': '改进建议', '3': '其他' } as const
export type FeedbackKind = keyof typeof feedbackKinds
const kinds = ['1', '2', '3'] as const satisfies readonly FeedbackKind[]

/** Sentences that a person may send a day. */
export const mostFeedback = 20

const words = (what: string, most: number) =>
  z
    .string({ error: `请填写${what}` })
    .trim()
    .min(1, `请填写${what}`)
    .max(most, `${what}不超过 ${most} 个字`)
    .refine(isStorable, `${what}含有不能保存的字符`)

/** POST /api/v1/feedback: the number comes from who sends, so that a request that is sent again is one. */
export const feedbackDraft = z.strictObject({
  id: z.uuid('编号不对，请刷新后再试'),
  kind: z.enum(kinds, { error: '请选择类别' }),
  text: words('反馈内容', 1000),
  /** The address that was open, without what stands behind its question mark. */
  page: z
    .string()
    .max(200, '页面地址过长')
    .regex(/^\/[\w/-]*$/, '页面地址不对')
    .or(z.literal('')),
})
export type FeedbackDraft = z.output<typeof feedbackDraft>

/** POST /api/v1/feedback/{id}/answer */
export const feedbackAnswer = z.strictObject({ answer: words('答复', 1000) })

const line = z.object({
  id: uuid,
  kind: z.enum(kinds),
  text: z.string(),
  page: z.string(),
  at: z.string(),
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
})

/** GET /api/v1/feedback/mine */
export const ownFeedback = page(line)

/** GET /api/v1/feedback: for the administrator. */
export const feedbackQuery = z.strictObject({
  ...paging,
  state: z.enum(['open', 'answered'], { error: '没有这个分组' }).optional(),
  kind: z.enum(kinds, { error: '没有该类别' }).optional(),
  q: z.string().max(60, '不超过 60 个字').refine(isStorable, '含有不能保存的字符').optional(),
})
export const feedbackLine = line.extend({
  by: z.string(),
  role: z.int(),
  institution: z.string(),
  answeredBy: z.string().nullable(),
})
export type FeedbackLine = z.infer<typeof feedbackLine>
export const feedbackPage = page(feedbackLine)
