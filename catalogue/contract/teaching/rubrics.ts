import { z } from 'zod'
import { filledText, uuid } from '../envelope.ts'

/** Items of a rubric at least and at most; their weights sum to 100 (teaching-research.md, 4). */
export const rubricItems = { least: 3, most: 10 } as const

export const rubricItem = z.strictObject({
  item: filledText('观察项目', 30),
  weight: z.int('分值应为整数').min(1, '分值至少 1').max(98, '分值至多 98'),
  best: filledText('好的表现', 120),
  poor: filledText('欠缺的表现', 120),
})

const items = z
  .array(rubricItem)
  .min(rubricItems.least, `至少 ${rubricItems.least} 项`)
  .max(rubricItems.most, `至多 ${rubricItems.most} 项`)
  .refine((all) => all.reduce((sum, { weight }) => sum + weight, 0) === 100, '各项分值合计应为 100')
  .refine((all) => new Set(all.map(({ item }) => item)).size === all.length, '有两项叫同一个名称')

/** POST /api/v1/teaching/rubrics: the first version of one. */
export const rubricMade = z.strictObject({ name: filledText('量表名称', 40), items })
/** POST /api/v1/teaching/rubrics/{id}/versions: the next one, after the version that was read. */
export const rubricNext = rubricMade.extend({ after: z.int().min(1).max(32_000) })
export const rubricParams = z.object({ id: uuid })
/** PUT /api/v1/teaching/rubrics/{id}/ended: offered no more, or again. */
export const rubricEnded = z.strictObject({ on: z.boolean() })

const version = z.object({
  no: z.int(),
  name: z.string(),
  items: z.array(rubricItem),
  keptAt: z.string(),
})
/** GET /api/v1/teaching/rubrics: those of the caller's institution, all their versions, the newest first. */
export const rubricList = z.object({
  list: z.array(z.object({ id: uuid, ended: z.boolean(), versions: z.array(version).min(1) })),
})
export type RubricList = z.output<typeof rubricList>
export type KeptRubric = RubricList['list'][number]
