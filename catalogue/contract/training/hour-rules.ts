import { z } from 'zod'
import { hourRule } from '../../hours/rule.ts'
import { isStorable } from '../../kinds/kind.ts'

/** GET /api/v1/train/rules: how hours of a year are counted in the reader's province. */
export const ruleQuery = z.strictObject({
  year: z.coerce.number({ error: '年度应为四位数字' }).int('年度应为四位数字').min(2000).max(2100),
})
export const ruleShown = z.object({
  rule: hourRule,
  /** Whether the province published it, or the usual one holds; which document it follows. */
  published: z.boolean(),
  note: z.string(),
  at: z.string().nullable(),
})
export type RuleShown = z.infer<typeof ruleShown>

/** POST /api/v1/train/rules: the next version; balances are counted anew by it. */
export const rulePublished = z.strictObject({
  rule: hourRule,
  note: z
    .string({ error: '请写明依据的文件' })
    .trim()
    .min(1, '请写明依据的文件')
    .max(200, '依据不超过 200 字')
    .refine(isStorable, '含有不能保存的字符'),
})
