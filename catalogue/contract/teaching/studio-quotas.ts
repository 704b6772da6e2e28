import { z } from 'zod'

/** GET /api/v1/teaching/studioQuotas: offices below with the studios that they may have at a time. */
export const studioQuotas = z.object({
  list: z.array(
    z.object({
      officeId: z.int(),
      office: z.string(),
      /** null for no limit. */
      most: z.int().nullable(),
      running: z.int(),
    }),
  ),
})
export type StudioQuotas = z.output<typeof studioQuotas>

/** PUT /api/v1/teaching/studioQuotas */
export const quotaSet = z.strictObject({
  officeId: z.int().positive(),
  most: z.int('名额应为整数').min(0, '名额不能小于 0').max(9_999, '名额过大').nullable(),
})
