import { z } from 'zod'
import { listing, sized } from '../../../catalogue/contract/envelope.ts'
import {
  messageGroupOf,
  messageGroups,
  messagePage,
  messageStatistics,
  messageTopic,
} from '../../../catalogue/contract/workspace.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { listGroups } from './groups.ts'
import type { Live } from './live.ts'
import { countUnread, listMessages, markRead, removeMessage } from './store.ts'

const number = z.coerce
  .number({ error: '编号应为整数' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(Number.MAX_SAFE_INTEGER)

const tag = '消息'

/** The call whose answer goes on: what open pages hear. */
export function streamRoute(server: Server, actorOn: ActorOn, live: Live): void {
  server.route({
    method: 'GET',
    url: '/api/v1/userSystemMessage/stream',
    config: { access: 'signedIn', ...fewer(60) },
    schema: { summary: '未读消息数和待办的变动，随时送到（text/event-stream）', tags: [tag] },
    handler: (request, reply) => {
      live.join(actorOn(request), request.sessionToken ?? '', { request, reply })
      return reply
    },
  })
}

/** Messages of one cause about one type on one day as one line, and such a line marked as read. */
export function groupRoutes(
  server: Server,
  { db, records, actorOn }: { db: Database; records: Readonly<Record<string, AnyRecord>>; actorOn: ActorOn },
): void {
  const shared = { access: 'signedIn', tag } as const
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/userSystemMessage/groups',
    summary: '我的消息，同一天同一类的并为一行',
    query: z.strictObject({ ...listing, is_read: z.enum(['0', '1']).optional() }),
    answer: messageGroups,
    handle: ({ query }, request) => listGroups(db, records, actorOn(request), sized(query)),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/userSystemMessage/readGroup',
    summary: '把一行并在一起的消息标为已读',
    body: messageGroupOf,
    answer: z.boolean(),
    handle: ({ body }, request) => markRead(db, actorOn(request), body),
  })
}

/** The calls of system messages (specification, section 7); everybody sees only their own. */
export function messageRoutes(server: Server, db: Database, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/userSystemMessage',
    access: 'signedIn',
    tag,
    summary: '我的消息；带 id 时只有那一条',
    query: z.strictObject({
      ...listing,
      is_read: z.enum(['0', '1']).optional(),
      kind: z.string().max(4).optional(),
      id: number.optional(),
      topic: messageTopic.optional(),
      day: messageGroupOf.shape.day.optional(),
    }),
    answer: messagePage,
    handle: ({ query: { topic, day, ...query } }, request) =>
      listMessages(db, actorOn(request), {
        ...sized(query),
        of: topic !== undefined && day !== undefined ? { topic, day } : undefined,
      }),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/userSystemMessage/statistics',
    access: 'signedIn',
    tag,
    summary: '未读消息数',
    answer: messageStatistics,
    handle: (_, request) => countUnread(db, actorOn(request)),
  })
  register(server, {
    method: 'PUT',
    url: '/api/v1/userSystemMessage/read/:id',
    access: 'signedIn',
    tag,
    summary: '标为已读；id 为 all 时全部',
    params: z.object({ id: z.union([z.literal('all'), number]) }),
    answer: z.boolean(),
    handle: async ({ params }, request) => {
      if (!(await markRead(db, actorOn(request), params.id))) throw new AppError('missing')
      return true
    },
  })
  register(server, {
    method: 'DELETE',
    url: '/api/v1/userSystemMessage/:id',
    access: 'signedIn',
    tag,
    summary: '删除一条消息',
    params: z.object({ id: number }),
    answer: z.boolean(),
    handle: async ({ params }, request) => {
      if (!(await removeMessage(db, actorOn(request), params.id))) throw new AppError('missing')
      return true
    },
  })
}
