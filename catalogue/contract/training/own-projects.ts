import { z } from 'zod'
import { trainingProject } from '../../processes/training-project.ts'
import { filterShape } from '../declared-query.ts'
import { page, paging } from '../envelope.ts'

/** `open`: those that a teacher may enrol in now · `going`: those with an entry under way · `ended`. */
export const ownProjectTabs = ['open', 'going', 'ended'] as const
export type OwnProjectTab = (typeof ownProjectTabs)[number]

/** By what a teacher narrows the projects, as the project declares it. */
export const ownProjectFilters = ['trainingKind', 'trainingWay'] as const

/** GET /api/v1/train/own-projects: the projects of a teacher. */
export const ownProjectQuery = z.strictObject({
  ...paging,
  tab: z.enum(ownProjectTabs, { error: '没有这个分组' }).default('open'),
  /** Those meant for the teacher's school stage alone. */
  stage: z.literal('1', { error: '没有这个条件' }).optional(),
  ...filterShape(trainingProject.fields, ownProjectFilters),
})

const entry = z.object({
  id: z.string(),
  version: z.int(),
  state: z.string(),
  seatNo: z.int().nullable(),
  /** The place in the waiting list; null for who does not wait. */
  place: z.int().nullable(),
  /** Until when the teacher answers, 2026-11-21T10:12; null where nothing is asked. */
  until: z.string().nullable(),
})

export const ownProject = z.object({
  id: z.string(),
  title: z.string(),
  state: z.string(),
  host: z.string(),
  /** Whether the teacher reads the project now; one who moved away keeps the entry alone. */
  reads: z.boolean(),
  value: z.object({
    trainingKind: z.string().nullable(),
    trainingWay: z.string().nullable(),
    trainingLevel: z.string().nullable(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    place: z.string().nullable(),
    signupEnd: z.string().nullable(),
    creditHours: z.number().nullable(),
  }),
  /** Why no entry can be begun now; null while one can. */
  closed: z.string().nullable(),
  /** Seats that are left to the teacher: of the school, or of all where they share them. */
  left: z.int(),
  /** What does not hold for the teacher, with the record that says so; `advisory` passes with a written reason. */
  unmet: z.array(z.object({ advisory: z.boolean(), message: z.string() })),
  /** The teacher's own entry; null where there is none. */
  entry: entry.nullable(),
})
export type OwnProject = z.infer<typeof ownProject>
export const ownProjectPage = page(ownProject)
