import { z } from 'zod'
import { loginResult, userInfo } from '../../../catalogue/contract/account/account.ts'
import {
  confirmBody,
  enrolment,
  factorState as factorStateShape,
  recoveryCodes,
  totpEnrolBody,
  totpEnrolLoginBody,
  totpLoginBody,
} from '../../../catalogue/contract/account/sign-in.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { proveSession } from '../../platform/session/session.ts'
import { enterAfterFactor, originOf, type EnterOptions } from './enter.ts'
import type { Passwords } from './passwords.ts'
import { removeSecondFactor } from '../../engine/directory/index.ts'
import { enrol, factorState, offerEnrolment, useFactor } from './second-factor.ts'
import { auditSignIn } from './store.ts'
import { note } from '../../platform/audit/note.ts'

export interface SecondFactorRoutes extends EnterOptions {
  readonly passwords: Passwords
}

const noteFactor = (db: Queryable, action: string, personId: number, identityId: number | null) =>
  note(db, { by: identityId, action, personId })

/** After the password, before there is a session. */
function beforeSession(server: Server, o: SecondFactorRoutes): void {
  const shared = {
    method: 'POST',
    access: 'public',
    tag: '登录',
    perMinute: 30,
    perMinuteFromAddress: 1000,
  } as const
  register(server, {
    ...shared,
    url: '/api/v1/login/totp',
    summary: '两步验证：手机上的动态码，或一个恢复码',
    body: totpLoginBody,
    answer: loginResult,
    handle: ({ body }, request, reply) =>
      enterAfterFactor(o, request, reply, {
        ticket: body.ticket,
        show: async (personId) => {
          await useFactor(o, personId, body.code).catch(async (error: unknown) => {
            await auditSignIn(o.db, 'login.failed', { personId }, originOf(request))
            throw error
          })
        },
      }),
  })
  register(server, {
    ...shared,
    url: '/api/v1/login/totp/enrol',
    summary: '必须启用而未启用两步验证的账号，在登录时启用',
    body: totpEnrolLoginBody,
    answer: z.object({ user: userInfo, recovery_codes: z.array(z.string()) }),
    handle: async ({ body }, request, reply) => {
      let codes: string[] = []
      const show = async (personId: number) => {
        if ((await factorState(o, personId)).since !== null)
          throw new AppError('wrongState', { message: '两步验证已经启用，请重新登录' })
        codes = await enrol(
          o,
          personId,
          { setup: body.setup, typed: body.code },
          async (tx) => void (await noteFactor(tx, 'totp.enrolled', personId, null)),
        )
      }
      const user = await enterAfterFactor(o, request, reply, { ticket: body.ticket, show })
      return { user, recovery_codes: codes }
    },
  })
}

/** The calls of the second factor, and of confirming who one is. */
export function secondFactorRoutes(server: Server, o: SecondFactorRoutes, actorOn: ActorOn): void {
  beforeSession(server, o)
  setupRoutes(server, o, actorOn)
  removeRoute(server, o, actorOn)
  confirmRoute(server, o, actorOn)
}

/** Calls for the state and the set-up of the second factor. */
function setupRoutes(server: Server, o: SecondFactorRoutes, actorOn: ActorOn): void {
  const shared = { access: 'signedIn', tag: '个人中心' } as const
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/user/totp',
    summary: '本人的两步验证',
    answer: factorStateShape,
    handle: (_, request) => factorState(o, actorOn(request).personId),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/user/totp/setup',
    summary: '开始设置两步验证：二维码与密钥',
    stepUp: true,
    answer: enrolment,
    perMinute: 20,
    handle: async (_, request) => {
      if (o.secondFactor === 'off') throw new AppError('wrongState', { message: '本平台没有开通两步验证' })
      const { personId, name } = actorOn(request)
      return offerEnrolment(o, personId, name)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/user/totp',
    summary: '启用两步验证：填写手机上的动态码，得到恢复码',
    stepUp: true,
    body: totpEnrolBody,
    answer: recoveryCodes,
    perMinute: 20,
    handle: async ({ body }, request) => {
      if (o.secondFactor === 'off') throw new AppError('wrongState', { message: '本平台没有开通两步验证' })
      const { personId, identityId } = actorOn(request)
      return {
        recovery_codes: await enrol(
          o,
          personId,
          { setup: body.setup, typed: body.code },
          async (tx) => void (await noteFactor(tx, 'totp.enrolled', personId, identityId)),
        ),
      }
    },
  })
}

/** Removing the second factor. */
function removeRoute(server: Server, o: SecondFactorRoutes, actorOn: ActorOn): void {
  const shared = { access: 'signedIn', tag: '个人中心' } as const
  register(server, {
    ...shared,
    method: 'DELETE',
    url: '/api/v1/user/totp',
    summary: '停用两步验证',
    stepUp: true,
    answer: z.boolean(),
    handle: async (_, request) => {
      const { personId, identityId } = actorOn(request)
      const { mode, asked, since } = await factorState(o, personId)
      if (since === null) throw new AppError('wrongState', { message: '两步验证没有启用' })
      if (mode === 'require' && asked)
        throw new AppError('wrongState', { message: '您的身份必须使用两步验证，可以换一部手机，不能停用' })
      await o.db.transaction(async (tx) => {
        await removeSecondFactor(tx, personId)
        await noteFactor(tx, 'totp.removed', personId, identityId)
      })
      return true
    },
  })
}

/** A fresh proof of who asks, before a weighty act. */
function confirmRoute(server: Server, o: SecondFactorRoutes, actorOn: ActorOn): void {
  const shared = { access: 'signedIn', tag: '个人中心' } as const
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/user/confirm',
    summary: '再确认一次身份：登录密码或动态码，五分钟内有效',
    body: confirmBody,
    answer: z.boolean(),
    perMinute: 20,
    handle: async ({ body }, request) => {
      const { personId } = actorOn(request)
      if ('code' in body) await useFactor(o, personId, body.code)
      else if (!(await o.passwords.verify(personId, await o.passwords.open(body, request)))) {
        const message = '登录密码不对'
        throw new AppError('wrongPassword', { message, errors: [{ field: 'password', message }] })
      }
      await proveSession(o.db, request.sessionToken ?? '')
      return true
    },
  })
}
