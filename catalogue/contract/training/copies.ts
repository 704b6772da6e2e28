import { z } from 'zod'

/** POST /api/v1/train/project/{id}/copies: a year later, on the same weekdays, unless another number is said. */
export const copyAsked = z.strictObject({
  days: z.int('天数应为整数').min(1, '至少推后 1 天').max(1_100, '至多推后三年').default(364),
})
export const copyMade = z.object({ id: z.string() })
