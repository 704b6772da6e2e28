import { z } from 'zod'

/**
 * A content that is like another one. `id` and what names it are null where the reader cannot open it: offices
 * are told that there is one, authors are not.
 */
export const nearContent = z.object({
  id: z.int().nullable(),
  title: z.string().nullable(),
  author: z.string().nullable(),
  org: z.string().nullable(),
  /** The reader wrote it himself. */
  own: z.boolean(),
  /** A file of both has the same bytes. */
  sameFile: z.boolean(),
  /** Likeness in hundredths. */
  titleLikeness: z.int(),
  textLikeness: z.int(),
})
export type NearContent = z.infer<typeof nearContent>

/** The nearest first. `unread`: files of the content whose text could not be read. */
export const nearContents = z.object({ list: z.array(nearContent), unread: z.int() })
export type NearContents = z.infer<typeof nearContents>
