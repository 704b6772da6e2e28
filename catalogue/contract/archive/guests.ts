import { z } from 'zod'
import { page, paging } from '../envelope.ts'

/** `here`: teaches here for a time and belongs elsewhere; `former`: belonged here before. */
export const guestKinds = ['here', 'former'] as const
export type GuestKind = (typeof guestKinds)[number]

/** GET /api/v1/teacher/guests. */
export const guestQuery = z.strictObject({
  ...paging,
  which: z.enum(guestKinds, { error: '应为 here 或 former' }).default('here'),
})

const guest = z.object({
  teacherId: z.int(),
  name: z.string(),
  /** Where the teacher belongs now; null for somebody who left the region. */
  institution: z.string().nullable(),
  /** First and last day here, 'YYYY-MM-DD'. */
  from: z.string(),
  to: z.string().nullable(),
})
export type Guest = z.infer<typeof guest>
export const guestPage = page(guest)
