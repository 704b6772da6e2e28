import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { userInfo } from '../account/account.ts'

/** How long a view-as lasts, in minutes. */
export const viewMinutes = 15

/** POST /api/v1/viewAs. */
export const viewAsBody = z.strictObject({
  identityId: z
    .number({ error: '请选择以谁的身份查看' })
    .int('请选择以谁的身份查看')
    .min(1, '请选择以谁的身份查看')
    .max(2_147_483_647, '请选择以谁的身份查看'),
  reason: z
    .string({ error: '请写明原因' })
    .trim()
    .min(2, '请写明原因')
    .max(200, '原因不超过 200 个字')
    .refine(isStorable, '含有不能保存的字符'),
})

/** Whom the session shows from now on, and until when it may. The token stays. */
export const viewAsStarted = z.object({ until: z.string(), info: userInfo })
