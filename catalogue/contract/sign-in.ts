import { z } from 'zod'

/** POST /api/v1/login/captcha: a picture, or a question in words for whoever does not see it. */
export const captchaBody = z.strictObject({ kind: z.enum(['picture', 'question'], '请选择图片或文字题') })
export const captcha = z.object({
  id: z.string(),
  /** Data address of a PNG, 160 by 60. */
  picture: z.string().nullable(),
  question: z.string().nullable(),
})
export type Captcha = z.infer<typeof captcha>
