import { z } from 'zod'
import {
  callPage,
  tokenAsk,
  tokenId,
  tokenMade,
  tokenPage,
  tokenQuery,
} from '../../../catalogue/contract/administration/api-tokens.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { repeatable } from '../../engine/records/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { keyOf, register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { callsOf, issue, listTokens, revoke } from './issue.ts'

const url = '/api/v1/apiTokens'
const shared = { access: [1, 4, 5, 6], tag: '开放接口' } as const

/** Issuing tokens, taking them back, reading what they were used for. */
export function tokenRoutes(
  server: Server,
  needs: { readonly db: Database; readonly keys: Keys },
  actorOn: ActorOn,
): void {
  const { db } = needs
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '访问令牌：教育局看本单位发的，管理员看全部',
    query: tokenQuery,
    answer: tokenPage,
    handle: ({ query }, request) => listTokens(db, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url,
    stepUp: true,
    remembersKeys: true,
    summary: '给一个系统发访问令牌；令牌只回答这一次；Idempotency-Key 可重发',
    body: tokenAsk,
    answer: tokenMade,
    perMinute: 20,
    handle: ({ body }, request) =>
      issue(needs, actorOn(request), body, repeatable(needs.keys, keyOf(request), 'apiToken', body)),
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: `${url}/:id`,
    stepUp: false,
    summary: '撤销一个访问令牌，立即生效',
    params: tokenId,
    answer: z.boolean(),
    handle: ({ params }, request) => revoke(db, actorOn(request), params.id),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/:id/calls`,
    summary: '一个访问令牌的调用记录，新的在前',
    params: tokenId,
    query: tokenQuery,
    answer: callPage,
    handle: ({ params, query }, request) => callsOf(db, actorOn(request), { id: params.id, ...query }),
  })
}
