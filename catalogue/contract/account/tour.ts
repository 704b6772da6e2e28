import { z } from 'zod'

/** GET /api/v1/account/tour: whether the tour of the first steps should be shown by itself. */
export const tourAnswer = z.object({ due: z.boolean() })
