import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { uuid } from '../envelope.ts'

/** GET /api/v1/train/roster-schools: rosters of others with teachers of the own school on them, that wait for it. */
export const schoolRosters = z.object({
  list: z.array(
    z.object({
      /** Number of the roster. */
      id: z.string(),
      title: z.string(),
      /** The institution that draws it up. */
      owner: z.string(),
      names: z.array(z.string()),
      at: z.string(),
    }),
  ),
})
export type SchoolRosters = z.infer<typeof schoolRosters>

export const schoolRosterParams = z.object({ id: uuid })

/** POST /api/v1/train/roster-schools/{id}: the school agrees for its teachers, or says why not. */
export const schoolRosterAnswer = z
  .strictObject({
    agrees: z.boolean({ error: '请选择同意或不同意' }),
    reason: z
      .string()
      .trim()
      .max(200, '原因不超过 200 字')
      .refine(isStorable, '含有不能保存的字符')
      .default(''),
  })
  .refine(({ agrees, reason }) => agrees || reason !== '', {
    path: ['reason'],
    message: '不同意的请写明原因',
  })
