import { z } from 'zod'
import { afterLimits, type AfterRule } from '../../after/rule.ts'
import { conditionShape } from '../archive/chains.ts'
import { page, paging, typedText } from '../envelope.ts'

const key = z.string().regex(/^[A-Za-z]\w{0,59}$/, '没有该栏目')
const typeName = z.string({ error: '请选择一种记录' }).regex(/^[A-Za-z]{1,40}$/, '请选择一种记录')
const scalar = z.union([z.string().max(200, '不超过 200 个字'), z.number(), z.boolean()], {
  error: '应为文字、数字或是否',
})
const text = typedText('内容', 200).min(1, '请填写内容')

const act = z.discriminatedUnion(
  'act',
  [
    z.strictObject({
      act: z.literal('message'),
      to: z.enum(['owner', 'school', 'office'], { error: '请选择发给谁' }),
      text,
    }),
    z.strictObject({
      act: z.literal('todo'),
      to: z.enum(['school', 'office'], { error: '请选择由谁办理' }),
      text,
      days: z.int('天数应为整数').min(1, '至少 1 天').max(365, '至多 365 天'),
    }),
    z.strictObject({
      act: z.literal('draft'),
      type: typeName,
      set: z.record(key, scalar),
      copy: z.record(key, key),
    }),
  ],
  { error: '请选择做什么' },
)

/** What an office writes (catalogue/after/rule.ts judges it). */
export const afterRuleBody: z.ZodType<AfterRule> = z.strictObject({
  title: typedText('名称', 50).min(2, '请填写名称，不少于 2 个字'),
  when: z.enum(['approved', 'voided'], { error: '请选择什么时候' }),
  type: typeName,
  place: z.int('单位编号应为整数').min(1, '单位编号从 1 起').max(2_147_483_647, '单位编号过大').nullable(),
  if: conditionShape.nullable(),
  acts: z.array(act).min(1, '请至少写一件要做的事').max(afterLimits.acts, `至多 ${afterLimits.acts} 件事`),
})

export const afterRuleNo = z.object({
  no: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, '编号应为数字')
    .transform(Number),
})
const editNo = z.int('版本号应为整数')
export const afterRuleEdit = z.strictObject({ editNo, body: afterRuleBody })
export const afterRuleSwitch = z.strictObject({ editNo, on: z.boolean('应为 true 或 false') })
export const afterDryRun = z.strictObject({ body: afterRuleBody })

const count = z.int()
export const afterRule = z.object({
  no: count,
  editNo: count,
  body: afterRuleBody,
  placeName: z.string(),
  on: z.boolean(),
  /** Why the portal paused it; null where it did not. */
  paused: z.string().nullable(),
  by: z.string(),
  at: z.string(),
  /** Of the last 30 days. */
  counts: z.object({ done: count, failed: count, stopped: count, undone: count, waiting: count }),
})
export type AfterRuleView = z.infer<typeof afterRule>
export const afterRules = z.object({ list: z.array(afterRule), most: count })
export const afterRuleKept = z.object({ no: count, editNo: count })

export const afterRunStates = ['waiting', 'done', 'failed', 'stopped', 'undoing', 'undone'] as const
export const afterRun = z.object({
  event: z.string(),
  at: z.string(),
  state: z.enum(afterRunStates),
  owner: z.string(),
  school: z.string(),
  /** What was done, or why not. */
  why: z.string(),
})
export type AfterRun = z.infer<typeof afterRun>
export const afterRunPage = page(afterRun)
export const afterRunQuery = z.strictObject({
  ...paging,
  state: z.enum(afterRunStates, { error: '没有该状态' }).optional(),
})

/** What a rule would have done in the last 30 days. */
export const afterDryRunAnswer = z.object({
  times: count,
  people: count,
  /** There were more events than were looked at: the newest ones count. */
  more: z.boolean(),
  first: z.array(z.object({ owner: z.string(), school: z.string(), at: z.string(), summary: z.string() })),
  /** Who would hear or have work, and how often. */
  hears: z.array(z.object({ who: z.string(), times: count })),
})
export type AfterDryRunAnswer = z.infer<typeof afterDryRunAnswer>
