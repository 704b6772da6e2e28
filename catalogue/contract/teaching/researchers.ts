import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { page, paging } from '../envelope.ts'

/** What makes somebody a person of teaching research, with the words for it. */
export const researchFacts = {
  fullTime: '专职教研员',
  partTime: '兼职教研员',
  adviser: '学科指导专家',
  backbone: '骨干教师',
  subjectLeader: '科组长',
  groupLeader: '教研组长',
} as const
export type ResearchFact = keyof typeof researchFacts
export const researchFactNames = Object.keys(researchFacts) as [ResearchFact, ...ResearchFact[]]

/** GET /api/v1/jy/user: people of teaching research in the reader's scope. */
export const researchersAsked = z.strictObject({
  ...paging,
  q: z.string().trim().max(60).refine(isStorable, '含有不能保存的字符').optional(),
  fact: z.enum(researchFactNames, '没有这种身份').optional(),
  /** Of the account: enabled, disabled, never signed in, or none. */
  account: z.enum(['1', '0', 'unused', 'none'], '没有这种账号状态').optional(),
})
export type ResearchersAsked = z.infer<typeof researchersAsked>

export const researcherPage = page(
  z.object({
    teacherId: z.int(),
    name: z.string(),
    institution: z.string(),
    facts: z.array(z.string()),
    /** Whether the account is enabled; null without an account. */
    enabled: z.boolean().nullable(),
    lastLoginAt: z.string().nullable(),
    /** Activities in whose archive the person is. */
    activities: z.int(),
  }),
)
export type ResearcherPage = z.infer<typeof researcherPage>
