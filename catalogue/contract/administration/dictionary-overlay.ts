import { z } from 'zod'

/**
 * GET /api/v1/dictionary/overlay: what is laid over the catalogue's code tables, and for which day; see
 * dictionaries/overlay.ts.
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
