import { z } from 'zod'
import {
  refusal,
  requestDecided,
  requestPage,
  requestQuery,
} from '../../../catalogue/contract/administration/users.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { Users } from './options.ts'
import { decideRequest, listRequests } from './requests.ts'

const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
    .transform(Number),
})
const base = '/api/v1/userManage/requests'

/** Roles that one administrator asks for and another one confirms. */
export function requestRoutes(server: Server, users: Users, actorOn: ActorOn): void {
  const shared = { access: [1], tag: '用户管理' } as const
  register(server, {
    ...shared,
    method: 'GET',
    url: base,
    duties: ['system', 'security'],
    summary: '等待另一位管理员确认的身份，或已办结的',
    query: requestQuery,
    answer: requestPage,
    handle: ({ query }, request) => listRequests(users, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/:id/confirm`,
    duties: ['security'],
    summary: '确认另一位管理员申请的身份，随即生效并通知本人',
    params,
    answer: requestDecided,
    handle: ({ params: { id } }, request) => decideRequest(users, actorOn(request), id, { verb: 'confirm' }),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/:id/refuse`,
    duties: ['security'],
    summary: '不同意另一位管理员申请的身份，写明原因',
    params,
    body: refusal,
    answer: requestDecided,
    handle: ({ params: { id }, body: { reason } }, request) =>
      decideRequest(users, actorOn(request), id, { verb: 'refuse', reason }),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/:id/withdraw`,
    duties: ['system', 'security'],
    summary: '撤回自己提出的申请',
    params,
    answer: requestDecided,
    handle: ({ params: { id } }, request) => decideRequest(users, actorOn(request), id, { verb: 'withdraw' }),
  })
}
