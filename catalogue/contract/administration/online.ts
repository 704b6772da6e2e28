import { z } from 'zod'
import { isRole } from '../../access/roles.ts'
import { isStorable } from '../../kinds/kind.ts'
import { page, paging } from '../envelope.ts'

/** GET /api/v1/userManage/online: devices that are signed in now, the latest seen first. */
export const onlineQuery = z.strictObject({
  ...paging,
  /** Beginning of a name, or an account. */
  q: z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional(),
  role: z.coerce.number({ error: '没有该角色' }).refine(isRole, '没有该角色').optional(),
})
export type OnlineQuery = z.infer<typeof onlineQuery>

/** One device of a person, under the identity that it shows. `id` names it through all renewals. */
export const onlineLine = z.object({
  id: z.string(),
  personId: z.int(),
  name: z.string(),
  loginName: z.string().nullable(),
  role: z.int(),
  institution: z.string(),
  agent: z.string(),
  ip: z.string(),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  /** The device that asks. */
  current: z.boolean(),
})
export type OnlineLine = z.infer<typeof onlineLine>
/** `people`: how many people they are. */
export const onlinePage = page(onlineLine).extend({ people: z.int() })
export type OnlinePage = z.infer<typeof onlinePage>
