import { z } from 'zod'

/** POST {campaign}/face: who may read on the portal what a host shows of a project or an activity. */
export const faceAsked = z.strictObject({
  visibility: z.enum(['1', '2'], '请选择登录可见或全网公开').default('1'),
})
/** The content that shows a campaign; null where it has none. */
export const faceShown = z.object({
  face: z
    .object({
      contentId: z.int(),
      /** The state of the content: published, or inReview until the authority agreed. */
      state: z.string(),
      visibility: z.string(),
    })
    .nullable(),
})
export type FaceShown = z.infer<typeof faceShown>
