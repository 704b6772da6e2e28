import { z } from 'zod'
import {
  deliveryFigures,
  deliveryFiguresQuery,
  deliveryLine,
  deliveryPage,
  deliveryQuery,
  messageDelivery,
} from '../../../catalogue/contract/administration/deliveries.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Channels } from '../../platform/channels/channel.ts'
import type { Database } from '../../platform/db/database.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { sendAgain } from './again.ts'
import { figuresOf, listDeliveries } from './ledger.ts'
import { deliveryOf } from './of-message.ts'

const params = z.object({
  id: z.coerce
    .number({ error: '编号应为整数' })
    .int('编号应为整数')
    .min(1, '编号从 1 起')
    .max(Number.MAX_SAFE_INTEGER),
})

export interface Ledger {
  readonly db: Database
  readonly channels: Channels
  readonly actorOn: ActorOn
}

/** Calls about mails and short messages sent to people in scope. */
export function ledgerRoutes(server: Server, { db, channels, actorOn }: Ledger): void {
  const shared = { access: [1, 3, 4, 5, 6], tag: '消息' } as const
  const url = '/api/v1/deliveries'
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/figures`,
    summary: '近几天各种方式发出的提醒：按天、按方式，短信按单位计条数',
    query: deliveryFiguresQuery,
    answer: deliveryFigures,
    handle: ({ query: { days } }, request) => figuresOf(db, { actor: actorOn(request), channels, days }),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '发出的提醒，新的在前；不带状态时只有没有确定送出的',
    query: deliveryQuery,
    answer: deliveryPage,
    handle: ({ query }, request) => listDeliveries(db, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:id/again`,
    summary: '重新发送没有发出或不确定是否收到的提醒',
    params,
    answer: deliveryLine,
    handle: ({ params: { id } }, request) => sendAgain(db, actorOn(request), id),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/ofMessage/:id`,
    summary: '我群发的一条消息，各种方式送达了多少',
    params,
    answer: messageDelivery,
    handle: ({ params: { id } }, request) => deliveryOf(db, actorOn(request), id),
  })
}
