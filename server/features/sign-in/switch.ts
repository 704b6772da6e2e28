import type { Actor } from '../../../catalogue/access/access.ts'
import { userInfo } from '../../../catalogue/contract/account.ts'
import { switchBody } from '../../../catalogue/contract/personal.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { closeSession, openSession } from '../../platform/session/session.ts'
import { infoOf } from './info.ts'
import type { EnterOptions } from './enter.ts'
import { auditSignIn, identitiesOf } from './store.ts'

/** POST /api/v1/user/switch: another identity of the same person, in a session of its own; the one before ends. */
export function switchRoute(server: Server, o: EnterOptions, actorOn: (request: { actor: Actor | null }) => Actor): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/user/switch',
    access: 'signedIn',
    tag: '登录',
    summary: '切换到本人的另一个身份',
    body: switchBody,
    answer: userInfo,
    perMinute: 30,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      const chosen = (await identitiesOf(o.db, { personId: actor.personId })).find(({ id }) => id === body.account_id)
      if (!chosen) throw new AppError('missing')
      const before = request.sessionToken ?? ''
      const token = await openSession(o.db, chosen.id, { ip: request.ip, agent: request.headers['user-agent'] ?? '' })
      await closeSession(o.db, before)
      server.forgetSession(before)
      request.renewDue = false
      await auditSignIn(o.db, 'identity.switch', { identityId: chosen.id, personId: actor.personId, from: actor.identityId }, { ip: request.ip, agent: request.headers['user-agent'] ?? '' })
      return infoOf(o, chosen, token, chosen.last_login_at)
    },
  })
}
