import { z } from 'zod'
import {
  legalAnswer,
  legalConsent,
  legalName,
  legalTextAnswer,
} from '../../../catalogue/contract/portal/legal.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { agree, consentOf } from './consent.ts'
import { textInForce, type Legal } from './in-force.ts'

export function legalRoutes(server: Server, legal: Legal, actorOn: ActorOn): void {
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
