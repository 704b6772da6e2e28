import { z } from 'zod'
import { listing, page, sized } from '../../../catalogue/contract/envelope.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { listMessages, markRead } from './store.ts'

const reminder = z.object({
  id: z.number().int(),
  title: z.string(),
  is_new: z.union([z.literal(0), z.literal(1)]),
  link_url: z.string(),
  create_time: z.string(),
})
const number = z.coerce
  .number({ error: '编号应为整数' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(Number.MAX_SAFE_INTEGER)

/** The fixed calls of the reminders (specification, section 7): the own messages in other words. */
export function reminderRoutes(server: Server, db: Database, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/Messagereminder/list',
    access: 'signedIn',
    tag: '消息',
    summary: '新消息提醒列表',
    query: z.strictObject(listing),
    answer: page(reminder),
    handle: async ({ query }, request) => {
      const { list, ...rest } = await listMessages(db, actorOn(request), sized(query))
      return {
        ...rest,
        list: list.map(({ id, title, is_read, link, created_at }) => ({
          id,
          title,
          is_new: is_read === 0 ? (1 as const) : (0 as const),
          link_url: link ?? '',
          create_time: created_at,
        })),
      }
    },
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/Messagereminder/save_is_new',
    access: 'signedIn',
    tag: '消息',
    summary: '将提醒置为已看；id 为 all 时全部',
    query: z.strictObject({ id: z.union([z.literal('all'), number], { error: '缺少消息编号' }) }),
    answer: z.literal(true),
    handle: async ({ query: { id } }, request) => {
      if (!(await markRead(db, actorOn(request), id))) throw new AppError('missing')
      return true as const
    },
  })
}
