import {
  againBody,
  againDone,
  appNumber,
  deliveryPage,
  deliveryQuery,
  feedBody,
  hookBody,
  hookKept,
  hookSecret,
  rosterApp,
  rosterApps,
  tried,
  tryBody,
} from '../../../catalogue/contract/administration/roster.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { appsWhere } from './apps.ts'
import { keepFeed, keepHook, turnSecret } from './keep.ts'
import { again, attempt, deliveriesOf } from './ledger.ts'
import type { RosterNeeds } from './needs.ts'

const url = '/api/v1/roster'
const shared = { access: [1], tag: '名册同步' } as const

/** Calls for the agreements of apps and for their deliveries. */
export function rosterRoutes(server: Server, needs: RosterNeeds): void {
  agreementRoutes(server, needs)
  ledgerRoutes(server, needs)
}

function agreementRoutes(server: Server, needs: RosterNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '应用的名册约定与变更通知',
    answer: rosterApps,
    handle: () => appsWhere(db, sql`true`),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:app/feed`,
    summary: '登记或修改向应用提供名册的约定：范围、资料、依据、有效期',
    params: appNumber,
    body: feedBody,
    answer: rosterApp,
    handle: ({ params: { app }, body }, request) =>
      keepFeed(needs, { app, body, by: actorOn(request).identityId }),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:app/hook`,
    summary: '设置变更通知的地址和种类；第一次设置时给出密钥，只显示这一次',
    params: appNumber,
    body: hookBody,
    answer: hookKept,
    handle: ({ params: { app }, body }, request) =>
      keepHook(needs, { app, body, by: actorOn(request).identityId }),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:app/secret`,
    summary: '更换变更通知的密钥，只显示这一次；原来的一天内仍然签名',
    params: appNumber,
    answer: hookSecret,
    handle: ({ params: { app } }, request) => turnSecret(needs, app, actorOn(request).identityId),
  })
}

function ledgerRoutes(server: Server, needs: RosterNeeds): void {
  const { actorOn } = needs
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:app/try`,
    summary: '试发一条虚构的变更，显示对方的回答',
    params: appNumber,
    body: tryBody,
    answer: tried,
    perMinute: 20,
    handle: ({ params: { app }, body: { event } }, request) =>
      attempt(needs, { app, event, by: actorOn(request).identityId }),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/:app/deliveries`,
    summary: '变更通知的发送记录，新的在前',
    params: appNumber,
    query: deliveryQuery,
    answer: deliveryPage,
    handle: ({ params: { app }, query }) => deliveriesOf(needs, { app, ...query }),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:app/deliveries/again`,
    summary: '重新发送一条，或所有没有送达的',
    params: appNumber,
    body: againBody,
    answer: againDone,
    handle: ({ params: { app }, body: { id } }, request) =>
      again(needs, { app, id, by: actorOn(request).identityId }),
  })
}
