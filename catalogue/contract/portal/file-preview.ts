import { z } from 'zod'
import { viewKinds } from '../../kinds/file-types.ts'

/**
 * GET /api/v1/file/{key}/preview: how a file is shown, and its addresses. `pdf` also where the server makes
 * one of it.
 */
export const filePreview = z.object({
  type: z.enum(viewKinds),
  url: z.string(),
  download: z.string(),
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int(),
  /** Whether `url` is a PDF that is made when it is asked for the first time. */
  converted: z.boolean(),
  /** Address of the captions of a recording (WebVTT). */
  captions: z.string().nullable(),
})
export type FilePreview = z.infer<typeof filePreview>
