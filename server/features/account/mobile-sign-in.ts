import { loginResult, mobileLoginBody } from '../../../catalogue/contract/account/account.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { spendCode, tryCode, wrongCode } from './codes.ts'
import type { AccountOptions } from './options.ts'

/** POST /api/v1/login/mobile: a number nobody has, a wrong code and a disabled account answer alike. */
export function mobileSignInRoute(server: Server, o: AccountOptions): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/login/mobile',
    access: 'public',
    tag: '登录',
    summary: '短信验证码登录；多个身份时先选一个，同一个验证码再发一次',
    body: mobileLoginBody,
    answer: loginResult,
    perMinute: 60,
    handle: async ({ body: { mobile, code, account_id } }, request, reply) => {
      const right = await tryCode(o.db, o.keys, { purpose: 'login', to: mobile, personId: null }, code).catch(
        async (error: unknown) => {
          await o.signingIn.failed(request, mobile)
          throw error
        },
      )
      const result = await o.signingIn.enter(request, reply, {
        personId: right.personId,
        accountId: account_id,
        before: () => spendCode(o.db, right),
      })
      if (result === null) throw wrongCode()
      return result
    },
  })
}
