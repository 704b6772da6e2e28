import { z } from 'zod'
import { page, paging } from './envelope.ts'

/** GET /api/v1/question/import/batches: what the teacher brought in from files, the newest first. */
export const batchesAsked = z.strictObject(paging)
export type BatchesAsked = z.output<typeof batchesAsked>

export const batches = page(
  z.object({
    batch: z.string(),
    /** ISO 8601. */
    at: z.string(),
    /** The beginning of its first question. */
    first: z.string(),
    total: z.int(),
    /** Those that were never handed in, which are taken back together. */
    drafts: z.int(),
    /** Whether the seven days are over within which it is taken back. */
    isOver: z.boolean(),
  }),
)
export type Batches = z.output<typeof batches>
