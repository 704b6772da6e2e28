import { z } from 'zod'

/** One kept reason; an empty `field` concerns the record as a whole. */
export const savedReason = z.strictObject({
  field: z.string().max(60),
  text: z.string().trim().min(1, '请写意见').max(200, '每条意见不超过 200 个字'),
})
export type SavedReason = z.infer<typeof savedReason>

/** A reason with the record type it is used for. */
export const reasonOfType = savedReason.extend({ type: z.string().min(1, '缺少档案类型').max(60) })
export const savedReasons = z.object({ list: z.array(savedReason) })

/** Most reasons one officer keeps for one record type: a list one can still read. */
export const mostReasons = 30
