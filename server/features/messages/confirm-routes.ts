import { z } from 'zod'
import {
  messageReaders,
  readerQuery,
  sentMessage,
} from '../../../catalogue/contract/account/messages-to-many.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { confirmMessage, listReaders, remindReaders } from './confirm.ts'

const params = z.object({
  id: z.coerce
    .number({ error: '编号应为整数' })
    .int('编号应为整数')
    .min(1, '编号从 1 起')
    .max(Number.MAX_SAFE_INTEGER),
})

/** Messages to many that want to be confirmed: by their readers, and who has not for their sender. */
export function confirmRoutes(server: Server, db: Database, actorOn: ActorOn): void {
  const url = '/api/v1/userSystemMessage'
  const tag = '消息'
  register(server, {
    method: 'POST',
    url: `${url}/confirm/:id`,
    access: 'signedIn',
    tag,
    summary: '确认收到一条要求确认的消息',
    params,
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      await confirmMessage(db, actorOn(request), id)
      return true
    },
  })
  const sender = { access: [1, 3, 4, 5, 6], tag, params } as const
  register(server, {
    ...sender,
    method: 'GET',
    url: `${url}/sent/:id/readers`,
    summary: '我群发的一条消息发给了谁，谁确认了，哪些未确认',
    query: readerQuery,
    answer: messageReaders,
    handle: ({ params: { id }, query }, request) => listReaders(db, { actor: actorOn(request), id }, query),
  })
  register(server, {
    ...sender,
    method: 'POST',
    url: `${url}/sent/:id/remind`,
    summary: '提醒未确认的人员，24 小时内一次',
    answer: sentMessage,
    handle: ({ params: { id } }, request) => remindReaders(db, actorOn(request), id),
  })
}
