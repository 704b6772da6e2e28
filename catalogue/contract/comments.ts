import { z } from 'zod'
import { page, paging, uuid, filledText } from './envelope.ts'

/** Most answers below one comment. */
export const mostAnswers = 50

/** Numbers of identity cards and mobile phones: what is said in public names nobody by them. */
const personal = /(?<!\d)(?:\d{17}[\dXx]|1[3-9]\d{9})(?!\d)/

export const commentDraft = z.strictObject({
  /** The number that the page gives it: sent again after a lost answer, it is said once. */
  id: uuid,
  text: filledText('评论', 500).refine(
    (text) => !personal.test(text),
    '评论里有手机号或身份证号，请删去后再发',
  ),
  /** The comment that it answers. */
  answers: uuid.nullable().default(null),
})
export const hideBody = z.strictObject({ reason: filledText('理由', 200) })
export const reportBody = z.strictObject({ reason: filledText('理由', 200) })
export const commentQuery = z.strictObject(paging)

const said = z.object({
  id: z.string(),
  by: z.string(),
  org: z.string(),
  at: z.string(),
  /** Null where it is hidden from the asker. */
  text: z.string().nullable(),
  hidden: z.boolean(),
  /** Why staff hid it: told to its author and to staff. */
  reason: z.string().nullable(),
  own: z.boolean(),
  /** How often it was reported; told to staff, 0 to everybody else. */
  reports: z.int(),
  reported: z.boolean(),
})
export type CommentText = z.infer<typeof said>
export const commentLine = said.extend({ answers: z.array(said) })
export type CommentLine = z.infer<typeof commentLine>
export const commentPage = page(commentLine).extend({ mayHide: z.boolean() })

/** Scores from which on their mean is told. */
export const leastScores = 3

/** A comment of a kind that is looked at first, with a score or none (teaching-research.md, 10.6). */
export const ratedDraft = commentDraft.extend({
  text: commentDraft.shape.text.refine((text) => [...text].length >= 2, '评论至少 2 个字'),
  score: z
    .number({ error: '评分应为 1 至 5 的整数' })
    .int('评分应为 1 至 5 的整数')
    .min(1, '评分应为 1 至 5 的整数')
    .max(5, '评分应为 1 至 5 的整数')
    .nullable()
    .default(null),
})

const shownLine = z.object({
  id: z.string(),
  by: z.string(),
  org: z.string(),
  at: z.string(),
  text: z.string(),
  score: z.int().nullable(),
})

/** Comments that were let through. */
export const reviewedComments = page(shownLine.extend({ answers: z.array(shownLine) })).extend({
  /** The mean of the scores, rounded to hundredths; null while there are fewer than three. */
  mean: z.number().nullable(),
  scores: z.int(),
})
export type ReviewedComments = z.output<typeof reviewedComments>
