import { z } from 'zod'
import { level } from './records.ts'

/** `only=pending`: the counts alone, and no types. */
export const declarationsQuery = z.strictObject({ only: z.literal('pending').optional() })

/** GET /api/v1/records: what the caller may see, with counts of what waits for them. */
export const declarations = z.object({
  types: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      regime: z.enum(['reviewed', 'mixed', 'own', 'recorded']),
      owner: z.enum(['teacher', 'institution']),
      cardinality: z.enum(['one', 'some', 'many']),
      fields: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          kind: z.string(),
          required: z.boolean(),
          dict: z.string().nullable(),
          filterable: z.boolean(),
          writable: z.boolean(),
        }),
      ),
      chain: z.array(z.object({ level })),
    }),
  ),
  /** Types of the region's own in force, also where no types are asked for: the menus show their pages. */
  own: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      owner: z.enum(['teacher', 'institution']),
      regime: z.enum(['reviewed', 'mixed', 'own', 'recorded']),
    }),
  ),
  /** Items of a type that wait for the caller, by record name. */
  pending: z.record(z.string(), z.number().int()),
})
export type Declarations = z.infer<typeof declarations>
