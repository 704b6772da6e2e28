import type { FastifyReply, FastifyRequest } from 'fastify'
import { userInfo, type UserInfo } from '../../../catalogue/contract/account/account.ts'
import { switchBody } from '../../../catalogue/contract/account/personal.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { closeSession, openSession } from '../../platform/session/session.ts'
import { beginning, originOf, type EnterOptions } from './enter.ts'
import { infoOf } from './info.ts'
import { auditSignIn, identitiesOf } from './store.ts'

/**
 * Another identity of the same person, in a session of its own; the one before ends. Throws missing for what
 * is not theirs.
 */
async function changeIdentity(
  o: EnterOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: number,
): Promise<UserInfo> {
  const { actor, server } = request
  if (!actor) throw new AppError('sessionDead')
  const chosen = (await identitiesOf(o.db, { personId: actor.personId })).find(({ id }) => id === accountId)
  if (!chosen) throw new AppError('missing')
  const before = request.sessionToken ?? ''
  const token = await openSession(o.db, o.keys, chosen.id, beginning(o, request, reply))
  await closeSession(o.db, before)
  server.forgetSession(before)
  request.renewDue = false
  await auditSignIn(
    o.db,
    'identity.switch',
    { identityId: chosen.id, personId: actor.personId, from: actor.identityId },
    originOf(request),
  )
  return infoOf(o, chosen, token, chosen.last_login_at)
}

/** POST /api/v1/user/switch. */
export function switchRoute(server: Server, o: EnterOptions): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/user/switch',
    access: 'signedIn',
    tag: '登录',
    summary: '切换到本人的另一个身份',
    body: switchBody,
    answer: userInfo,
    perMinute: 30,
    handle: ({ body }, request, reply) => changeIdentity(o, request, reply, body.account_id),
  })
}
