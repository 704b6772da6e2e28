import { z } from 'zod'
import { processName } from '../processes.ts'
import { uuid } from '../envelope.ts'

/** A stretch that both texts have, with what stands around it in each. */
const passage = z.object({
  words: z.string(),
  here: z.object({ before: z.string(), after: z.string() }),
  there: z.object({ before: z.string(), after: z.string() }),
})
export type NearPassage = z.infer<typeof passage>

/** How far away: 本单位, 本县区, 本市, 外市. */
export const nearPlaces = ['institution', 'district', 'city', 'elsewhere'] as const

const nearWork = z.object({
  type: processName,
  year: z.int(),
  place: z.enum(nearPlaces),
  /** Hundredths. */
  titleLikeness: z.int(),
  textLikeness: z.int(),
  /** What the reader may know of it; null for an entry that the reader may not read. */
  known: z
    .object({
      id: z.string(),
      title: z.string(),
      name: z.string(),
      institution: z.string().nullable(),
      /** An entry of the same person. */
      own: z.boolean(),
      passages: z.array(passage),
    })
    .nullable(),
})
export type NearWork = z.infer<typeof nearWork>

/**
 * GET /api/v1/research/near/{case}: entries that are like this one as it was last saved, the nearest first.
 */
export const nearWorks = z.object({ list: z.array(nearWork) })
export type NearWorks = z.infer<typeof nearWorks>

export const nearParams = z.object({ id: uuid })
