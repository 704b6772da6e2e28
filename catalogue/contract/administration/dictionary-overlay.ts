import { z } from 'zod'

/**
 * GET /api/v1/dictionary/overlay: the administrators' changes of the code tables, and the day for which they
 * count (dictionaries/overlay.ts).
 */
export const dictionaryOverlay = z.object({
  day: z.string(),
  changes: z.array(
    z.object({
      dict: z.string(),
      code: z.string(),
      label: z.string(),
      aliases: z.array(z.string()),
      from: z.string().nullable(),
      to: z.string().nullable(),
      place: z.number().int().nullable(),
      groups: z.array(z.string()),
    }),
  ),
})
