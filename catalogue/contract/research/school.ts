import { z } from 'zod'
import { page, paging, uuid } from '../envelope.ts'

/**
 * What of a school's research its teachers may read, by process: from the state on in which it is made known.
 */
export const madeKnown = {
  researchProject: [
    'established',
    'openingPending',
    'inProgress',
    'midtermPending',
    'midtermPassed',
    'closingPending',
    'delayed',
    'closed',
  ],
  researchPaper: ['awarded'],
  teachingCase: ['awarded'],
} as const
export const knownTypes = ['researchProject', 'researchPaper', 'teachingCase'] as const
export type KnownType = (typeof knownTypes)[number]

/** GET /api/v1/research/school */
export const schoolResearchQuery = z.strictObject({
  ...paging,
  type: z.enum(knownTypes, { error: '没有这种科研' }),
  q: z.string().trim().max(60, '名称至多 60 个字').optional(),
})

export const parts = { leads: '主持', member: '参加' } as const

export const schoolResearch = page(
  z.object({
    id: uuid,
    title: z.string(),
    number: z.string().nullable(),
    state: z.string(),
    leader: z.string(),
    host: z.string(),
    /** The fields of the list that the process declares, and of an award. */
    value: z.record(z.string(), z.unknown()),
    updatedAt: z.string(),
    /** What the reader does in it; null for nothing. */
    part: z.enum(['leads', 'member']).nullable(),
  }),
)
export type SchoolResearchLine = z.infer<typeof schoolResearch>['list'][number]
