import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  colleague,
  colleagueQuery,
  deputies,
  deputyDraft,
  deputyEdit,
  lendingRoles,
} from '../../../catalogue/contract/account/deputies.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { changeUntil, colleaguesOf, deputiesOf, endDeputy, nameDeputy, type Deputies } from './store.ts'

const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
    .transform(Number),
})
const url = '/api/v1/user/deputies'

/** Leaving one's work to a colleague for some days; what the deputy does stays with both names. */
export function deputyRoutes(server: Server, feature: Deputies, actorOn: ActorOn): void {
  readingRoutes(server, feature, actorOn)
  lendingRoutes(server, feature, actorOn)
}

/** Calls for the actor's deputies and for people who could be one. */
function readingRoutes(server: Server, feature: Deputies, actorOn: ActorOn): void {
  const shared = { access: lendingRoles, tag: '个人中心' } as const
  const answered = (actor: Actor) => deputiesOf(feature.db, actor)
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '我委托的代办人',
    answer: deputies,
    handle: (_, request) => answered(actorOn(request)),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/colleagues`,
    summary: '可以委托的同事：本单位的人员，按姓名搜索',
    query: colleagueQuery,
    answer: z.array(colleague),
    handle: ({ query: { q } }, request) => colleaguesOf(feature.db, actorOn(request), q),
  })
}

/** Lending the own work, for how long, and taking it back. */
function lendingRoutes(server: Server, feature: Deputies, actorOn: ActorOn): void {
  const shared = { access: lendingRoles, tag: '个人中心' } as const
  const answered = (actor: Actor) => deputiesOf(feature.db, actor)
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '委托一位同事代办到某一天',
    stepUp: true,
    body: deputyDraft,
    answer: deputies,
    perMinute: 20,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      await nameDeputy(feature, actor, body)
      server.forgetPerson(body.personId)
      return answered(actor)
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:id`,
    summary: '改结束日期',
    stepUp: true,
    params,
    body: deputyEdit,
    answer: deputies,
    handle: async ({ params: { id }, body: { until } }, request) => {
      const actor = actorOn(request)
      await changeUntil(feature, actor, id, until)
      return answered(actor)
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: `${url}/:id`,
    summary: '结束委托，委托人和代办人都可以；代办人立即退出该身份',
    params,
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      server.forgetPerson(await endDeputy(feature, actorOn(request), id))
      return true
    },
  })
}
