import { z } from 'zod'
import {
  legalAnswer,
  legalConsent,
  legalName,
  legalTextAnswer,
} from '../../../catalogue/contract/portal/legal.ts'
import { consentChange, consentsAnswer } from '../../../catalogue/contract/account/consents.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { agree, consentOf } from './consent.ts'
import { textInForce, type Legal } from './in-force.ts'
import { changeConsent, consentsOf } from './matters.ts'

export function legalRoutes(server: Server, legal: Legal, actorOn: ActorOn): void {
  matterRoutes(server, legal, actorOn)
  register(server, {
    method: 'GET',
    url: '/api/v1/portal/legal/:name',
    access: 'anyone',
    tag: '门户',
    summary: '用户协议、隐私政策、个人信息收集清单的现行版本',
    params: z.object({ name: legalName }),
    answer: legalTextAnswer,
    handle: ({ params: { name } }) => textInForce(legal, name),
  })
  const shared = { url: '/api/v1/account/legal', access: 'signedIn', tag: '账号' } as const
  register(server, {
    ...shared,
    method: 'GET',
    summary: '我还要阅读或同意的文本，以及以前的同意记录',
    answer: legalAnswer,
    handle: (_, request) => consentOf(legal, actorOn(request)),
  })
  register(server, {
    ...shared,
    method: 'POST',
    summary: '已经阅读、同意这些版本',
    body: legalConsent,
    answer: z.boolean(),
    handle: async ({ body }, request) => {
      await agree(legal, actorOn(request), { ...body, ip: request.ip })
      return true
    },
  })
}

/** What rests on the own consent. */
function matterRoutes(server: Server, legal: Legal, actorOn: ActorOn): void {
  const shared = { url: '/api/v1/me/consents', access: 'signedIn', tag: '个人中心' } as const
  register(server, {
    ...shared,
    method: 'GET',
    summary: '需要我同意的事项，以及同意、阅读和撤回的记录',
    answer: consentsAnswer,
    handle: (_, request) => consentsOf(legal, actorOn(request)),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    summary: '同意或撤回一个事项；撤回后，公开的内容立即下架或移除',
    perMinute: 20,
    body: consentChange,
    answer: consentsAnswer,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      await changeConsent(legal, actor, { ...body, ip: request.ip })
      return consentsOf(legal, actor)
    },
  })
}
