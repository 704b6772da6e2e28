import { z } from 'zod'
import { uuid } from '../contract/envelope.ts'
import { isStorable } from '../kinds/kind.ts'

/** The parts of a plan, in the order in which schools print them. */
export const planParts = {
  goals: '教学目标',
  focus: '教学重点与难点',
  before: '学情与准备',
  course: '教学过程',
  board: '板书设计',
  tasks: '学习任务与作业',
  other: '其他',
} as const
export type PlanPart = keyof typeof planParts

/** The parts that a new plan begins with. */
export const firstParts: readonly PlanPart[] = ['goals', 'focus', 'course', 'tasks']

export const mostBlocks = 40
export const longestBlock = 4_000

/** A piece of a plan. Its id is kept over all versions and in own copies: notes and differences go by it. */
export const planBlock = z.strictObject({
  id: uuid,
  part: z.enum(Object.keys(planParts) as [PlanPart, ...PlanPart[]], { error: '没有这一部分' }),
  text: z
    .string({ error: '请填写内容' })
    .max(longestBlock, `每段不超过 ${longestBlock} 字，请分成几段`)
    .refine(isStorable, '含有不能保存的字符'),
})
export type PlanBlock = z.infer<typeof planBlock>

export const plan = z
  .array(planBlock, { error: '教案应为若干段' })
  .max(mostBlocks, `一份教案最多 ${mostBlocks} 段`)
  .refine((blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length, '有两段编号相同')
export type Plan = readonly PlanBlock[]

export const isBlank = (blocks: Plan): boolean => blocks.every(({ text }) => text.trim() === '')

/** A block that differs; null where one of the two plans does not have it. */
export interface PlanChange {
  readonly id: string
  readonly part: PlanPart
  readonly before: string | null
  readonly after: string | null
}

/** What an own plan has otherwise than the common one: in its own order, then what it left out. */
export function changesOf(common: Plan, own: Plan): PlanChange[] {
  const before = new Map(common.map((block) => [block.id, block]))
  const kept = new Set(own.map(({ id }) => id))
  const written = own.flatMap(({ id, part, text }): PlanChange[] => {
    const was = before.get(id)
    if (was?.text === text && was.part === part) return []
    return [{ id, part, before: was?.text ?? null, after: text }]
  })
  const left = common.flatMap(({ id, part, text }): PlanChange[] =>
    kept.has(id) ? [] : [{ id, part, before: text, after: null }],
  )
  return [...written, ...left]
}
