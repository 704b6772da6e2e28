import { z } from 'zod'
import { uuid } from '../envelope.ts'

/** GET /api/v1/newcomers: who was registered by a provider of identities and is not enrolled yet. */
export const newcomerList = z.array(
  z.object({ id: uuid, name: z.string(), userName: z.string(), at: z.string() }),
)
export type Newcomer = z.infer<typeof newcomerList>[number]

export const newcomerNumber = z.object({ id: uuid })
/** POST /api/v1/newcomers/{id}/link */
export const newcomerLink = z.strictObject({
  teacherId: z
    .number({ error: '请选择教师' })
    .int('编号应为整数')
    .min(1, '编号从 1 起')
    .max(2_147_483_647, '编号过大'),
})
