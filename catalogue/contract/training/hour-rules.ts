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

/** GET /api/v1/train/rules/versions: every version of a year, the newest first; none where the usual rule holds. */
export const ruleVersions = z.object({
  list: z.array(z.object({ rule: hourRule, note: z.string(), at: z.string(), by: z.string() })),
})
export type RuleVersions = z.infer<typeof ruleVersions>

/** POST /api/v1/train/rules/effect: what a rule would do to people with hours of its year, tried on some of them. */
export const ruleTried = z.strictObject({ rule: hourRule })
export const ruleEffect = z.object({
  /** People of the province with hours of the year, and of how many it was tried. */
  people: z.int(),
  tried: z.int(),
  /** Of those: who meets all lines by the rule in force, and by the new one. */
  metBefore: z.int(),
  metAfter: z.int(),
  /** Who would meet them and does not now; who meets them now and would not. */
  gained: z.int(),
  lost: z.int(),
  /** Hours that count on average, before and after. */
  countedBefore: z.number(),
  countedAfter: z.number(),
})
export type RuleEffect = z.infer<typeof ruleEffect>

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
