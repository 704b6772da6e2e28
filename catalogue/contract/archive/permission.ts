import { z } from 'zod'
import { verbs } from '../../flows/review.ts'

const id = (what: string) =>
  z.coerce
    .number({ error: `请选择${what}` })
    .int(`请选择${what}`)
    .min(1, `请选择${what}`)
    .max(2_147_483_647, `请选择${what}`)

/**
 * GET /api/v1/permission/why: what one identity sees of a teacher's archive, or of one type of records in it.
 */
export const whyQuery = z.strictObject({
  identityId: id('查看的人'),
  subjectId: id('教师'),
  type: z.string().min(1, '请选择档案类型').max(60, '没有该档案类型').optional(),
})

/** One step of the answer, in the order it is decided; after the first `ok: false` nothing more is asked. */
export const whyStep = z.object({ title: z.string(), ok: z.boolean(), text: z.string() })

/** One record of the type: no value of it, only how it stands and what this identity may do. */
export const whyRecord = z.object({
  id: z.string(),
  sees: z.boolean(),
  text: z.string(),
  can: z.array(z.enum(verbs)),
  masked: z.array(z.string()),
})

export const why = z.object({
  allowed: z.boolean(),
  viewer: z.string(),
  subject: z.string(),
  steps: z.array(whyStep),
  records: z.array(whyRecord),
})
export type Why = z.infer<typeof why>
