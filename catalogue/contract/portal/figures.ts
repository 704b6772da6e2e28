import { z } from 'zod'

/**
 * GET /api/v1/portal/figures: the region in figures that anybody may know, with what each counts (口径) and
 * when they were counted. The same answer for everybody.
 */
export const figuresAnswer = z.object({
  at: z.string(),
  figures: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      unit: z.string(),
      value: z.int(),
      rule: z.string(),
    }),
  ),
  /** Teachers by district, the most first; nobody is told apart in what is smaller than five. */
  areas: z.array(z.object({ name: z.string(), value: z.int() })),
  areasRule: z.string(),
})
export type Figures = z.infer<typeof figuresAnswer>
