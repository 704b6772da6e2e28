import { z } from 'zod'

const count = z.number().int()

/** Staff in establishment against what was granted. */
export const quotaView = z.object({
  /** School year of the split by subject that is in force; null where only a total is known. */
  year: count.nullable(),
  /** Null where nothing was granted: then nothing is free, either. */
  granted: count.nullable(),
  used: count,
  /** Below zero: more than was granted. */
  free: count.nullable(),
  /** Of the staff those of whom nobody wrote down whether they are in establishment. */
  unknown: count,
  /** Empty where the quota is not split. People without a subject count as 其他. */
  bySubject: z.array(z.object({ subject: z.string(), granted: count, used: count, free: count })),
})
export type Quota = z.infer<typeof quotaView>

/** GET /api/v1/institutionManage/{id}/figures: what an institution has in this school year. */
export const institutionFigures = z.object({
  institution: z.string(),
  schoolYear: count,
  /** Pupils and classes of this year by stage; empty while nobody wrote them down. */
  stages: z.array(z.object({ stage: z.string(), students: count, classes: count })),
  /** Of the year before; null where nobody wrote them down. */
  before: z.object({ students: count, classes: count }).nullable(),
  /** Who belongs to it today by personnel membership. */
  staff: count,
  /** Staff that the norms grant for these pupils; null where there is no norm. */
  due: count.nullable(),
  quota: quotaView,
  /** Approved posts of the newest year by category. */
  posts: z.array(z.object({ category: z.string(), posts: count })),
})
export type InstitutionFigures = z.infer<typeof institutionFigures>
