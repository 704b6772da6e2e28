import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  signOutAnswer,
  signOutBody,
  type SignedOutApp,
} from '../../../catalogue/contract/account/sign-out.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { dropBinding } from '../../platform/session/browser.ts'
import { closeSession } from '../../platform/session/session.ts'
import { originOf } from './enter.ts'
import type { SignInOptions } from './routes.ts'
import { auditSignIn } from './store.ts'

/** Ends the session, and those of the apps that were entered with it; returns the apps. */
async function leave(
  o: SignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedOutApp[]> {
  const token = request.sessionToken ?? ''
  dropBinding(request, reply)
  // Copies of files and pages only: cookies would sign other apps out, storage holds sealed drafts (0029,
  // 0147).
  reply.header('clear-site-data', '"cache"')
  await closeSession(o.db, token)
  request.server.forgetSession(token)
  await auditSignIn(
    o.db,
    'logout',
    { identityId: request.actor?.identityId, personId: request.actor?.personId },
    originOf(request),
  )
  return o.signOn.end(request, token)
}

/** Signing out, as the specification has it, and with the list of apps that went with it. */
export function signOutRoutes(server: Server, o: SignInOptions): void {
  register(server, {
    method: 'GET',
    url: '/login/logout',
    access: 'signedIn',
    beforePassword: true,
    tag: '登录',
    summary: '退出登录（须带 token 请求头，图片或链接不能代人退出）',
    answer: z.boolean(),
    handle: async (_, request, reply) => {
      await leave(o, request, reply)
      return true
    },
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/signOut',
    access: 'signedIn',
    beforePassword: true,
    tag: '登录',
    summary: '退出登录，并列出一同退出的应用',
    body: signOutBody,
    answer: signOutAnswer,
    handle: async ({ body: { ticket } }, request, reply) => ({
      apps: await leave(o, request, reply),
      back: o.signOn.wayBack(ticket),
    }),
  })
}
