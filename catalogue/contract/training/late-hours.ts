import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { uuid } from '../envelope.ts'

/** GET /api/v1/train/late-hours: hours of closed years that wait for the authority, the oldest first. */
export const lateHours = z.object({
  list: z.array(
    z.object({
      teacherId: z.int(),
      record: z.string(),
      name: z.string(),
      school: z.string(),
      year: z.int(),
      title: z.string(),
      organizer: z.string(),
      hours: z.number(),
      at: z.string(),
    }),
  ),
})
export type LateHours = z.infer<typeof lateHours>

/** POST /api/v1/train/late-hours: agrees, or declines with a reason. */
export const lateHoursDecided = z
  .strictObject({
    agrees: z.boolean({ error: '请选择同意补记或不同意' }),
    reason: z
      .string()
      .trim()
      .max(200, '原因不超过 200 字')
      .refine(isStorable, '含有不能保存的字符')
      .default(''),
    of: z
      .array(
        z.strictObject({ teacherId: z.int().positive('教师编号应为正数').max(2_147_483_647), record: uuid }),
      )
      .min(1, '请选择要补记的学时')
      .max(100, '一次最多办理 100 条'),
  })
  .refine(({ agrees, reason }) => agrees || reason !== '', {
    path: ['reason'],
    message: '不同意的请写明原因',
  })
