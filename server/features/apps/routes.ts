import { z } from 'zod'
import { appList, appQuery } from '../../../catalogue/contract/account/account.ts'
import {
  appAsked,
  appCentre,
  appOpened,
  appRequestAsk,
  favourites,
  requestAct,
  requestId,
  requestPage,
  requestQuery,
  requestVerbs,
  type RequestVerb,
} from '../../../catalogue/contract/portal/app-centre.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { centreOf, ownApps } from './centre.ts'
import type { AppNeeds } from './needs.ts'
import { clearRecents, keepFavourites, open } from './own.ts'
import { ask, decide, listRequests } from './requests.ts'

const tag = '应用中心'
/** Roles with the page of the application centre (routes.json). */
const users = [2, 3, 4, 5, 6] as const
const url = '/api/v1/apps'

/** The application centre of whoever is signed in: what is theirs, opening it, asking for more. */
export function appRoutes(server: Server, needs: AppNeeds): void {
  ownRoutes(server, needs)
  openRoute(server, needs)
  requestRoutes(server, needs)
}

function ownRoutes(server: Server, needs: AppNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    method: 'GET',
    url: '/app',
    access: 'signedIn',
    tag,
    summary: '当前身份可以使用的应用，第一个是本平台；编号不超过 3 个字符',
    query: appQuery,
    answer: appList,
    handle: ({ query }, request) => ownApps(needs, actorOn(request), query.role),
  })
  register(server, {
    method: 'GET',
    url,
    access: users,
    tag,
    summary: '应用中心：可使用和可申请的应用、常用、最近使用、运行状态',
    answer: appCentre,
    handle: (_, request) => centreOf(needs, actorOn(request)),
  })
  register(server, {
    method: 'PUT',
    url: `${url}/favourites`,
    access: users,
    tag,
    summary: '保存常用应用和它们的顺序',
    body: favourites,
    answer: z.boolean(),
    handle: ({ body }, request) => keepFavourites(db, actorOn(request), body.apps),
  })
  register(server, {
    method: 'DELETE',
    url: `${url}/recents`,
    access: users,
    tag,
    summary: '清除最近使用的记录',
    answer: z.boolean(),
    handle: (_, request) => clearRecents(db, actorOn(request)),
  })
}

function openRoute(server: Server, needs: AppNeeds): void {
  register(server, {
    method: 'POST',
    url: `${url}/:id/open`,
    access: users,
    tag,
    summary: '打开一个应用：回答要去的地址，记入最近使用；编号不对的提示请勿随意串改地址栏',
    params: appAsked,
    answer: appOpened,
    perMinute: 60,
    handle: ({ params }, request) =>
      open(needs, needs.actorOn(request), { id: params.id, sessionToken: request.sessionToken ?? '' }),
  })
}

const verbSummaries: Readonly<Record<RequestVerb, string>> = {
  withdraw: '撤回自己的申请',
  grant: '同意一个申请；由申请人的上级办理',
  refuse: '不同意一个申请，写明原因',
  revoke: '停止已同意的使用，写明原因；由上级办理',
}

function requestRoutes(server: Server, needs: AppNeeds): void {
  const { db, actorOn } = needs
  const path = '/api/v1/appRequests'
  const everybody = [1, ...users] as const
  register(server, {
    method: 'GET',
    url: path,
    access: everybody,
    tag,
    summary: '应用使用申请：自己的，或范围内的人的',
    query: requestQuery,
    answer: requestPage,
    handle: ({ query }, request) => listRequests(db, actorOn(request), query),
  })
  register(server, {
    method: 'POST',
    url: path,
    access: users,
    tag,
    summary: '申请使用一个应用，写明用途',
    body: appRequestAsk,
    answer: z.object({ id: z.int() }),
    perMinute: 20,
    handle: ({ body }, request) => ask(needs, actorOn(request), body),
  })
  for (const verb of requestVerbs)
    register(server, {
      method: 'POST',
      url: `${path}/:id/${verb}`,
      access: verb === 'withdraw' ? users : [1, 3, 4, 5, 6],
      stepUp: false,
      tag,
      summary: verbSummaries[verb],
      params: requestId,
      body: requestAct,
      answer: z.boolean(),
      handle: ({ params, body }, request) =>
        decide(needs, actorOn(request), { id: params.id, verb, reason: body.reason }),
    })
}
