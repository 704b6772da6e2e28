import { z } from 'zod'

export const newsParams = z.object({
  id: z.coerce.number({ error: '编号应为数字' }).int('编号应为整数').positive().max(2_147_483_647),
})
/** GET /api/v1/portal/training-news/{id}: the project behind a piece of training news; null where there is none. */
export const newsProject = z.object({
  project: z
    .object({
      id: z.string(),
      /** Whether somebody may enrol now, and why not. */
      closed: z.string().nullable(),
      signupEnd: z.string().nullable(),
      /** Seats that nobody holds and nobody was asked about. */
      left: z.int(),
      waiting: z.int(),
    })
    .nullable(),
})
export type NewsProject = z.infer<typeof newsProject>
