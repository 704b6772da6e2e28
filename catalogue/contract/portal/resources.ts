import { z } from 'zod'
import { namedCoauthor } from '../coauthors.ts'
import { page, paging } from '../envelope.ts'

/** GET /api/v1/portal/resource/{id}/authors: who made it beside the author, and what may be done with it. */
export const resourceCredits = z.object({
  coauthors: z.array(namedCoauthor),
  /** `url` is the text of a Creative Commons licence. */
  licence: z.object({ label: z.string(), url: z.string().nullable() }).nullable(),
})

/** GET /api/v1/portal/collections: collections that visitors may read, the last changed first. */
export const openCollectionQuery = z.strictObject(paging)
export const openCollectionLine = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  /** The office that put it together. */
  org: z.string(),
  /** Resources that visitors read. */
  items: z.int(),
  updatedAt: z.string(),
})
export type OpenCollectionLine = z.infer<typeof openCollectionLine>
export const openCollectionPage = page(openCollectionLine)

/** GET /api/v1/portal/collections/{id}: in the order of its maker; what is not public is left out. */
export const openCollection = openCollectionLine.omit({ items: true }).extend({
  items: z.array(
    z.object({ id: z.int(), title: z.string(), author: z.string(), org: z.string(), note: z.string() }),
  ),
})
export type OpenCollection = z.infer<typeof openCollection>
