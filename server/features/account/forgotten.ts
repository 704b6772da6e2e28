import { z } from 'zod'
import { checkAccountQuery, forgottenBody, nextStep } from '../../../catalogue/contract/account/personal.ts'
import { changePassword } from '../../engine/directory/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { endSessions } from '../../platform/session/session.ts'
import { spendCode, tryCode, wrongCode } from './codes.ts'
import { refuseForPerson, refuseWeak } from './new-password.ts'
import type { AccountOptions } from './options.ts'
import { noteAccount, tellPerson } from './store.ts'
import { reachOf, warn } from './warn.ts'

const tag = '登录'

/** Whether this is one of the names the person signs in with. */
async function isNameOf(o: AccountOptions, personId: number, name: string): Promise<boolean> {
  const row = await o.db.maybeOne(sql`
    select 1 from person where id = ${personId} and (login_name = ${name.toLowerCase()}
      or mobile_key = any(${[...o.keys.blinds('mobile', name)]}::text[])
        or id_no_key = any(${[...o.keys.blinds('id_no', name.toUpperCase())]}::text[]))`)
  return row !== undefined
}

/** PUT /api/v1/forgetPwd: a wrong code, an unknown account and somebody else's phone answer alike. */
async function reset(
  server: Server,
  o: AccountOptions,
  body: z.output<typeof forgottenBody>,
  line: { ip: string; protocol: string },
): Promise<void> {
  const password = await o.passwords.open(body, line)
  // What is wrong with any password is said before the code costs a try.
  refuseWeak(o, password)
  const right = await tryCode(o.db, o.keys, { purpose: 'forget', to: body.mobile, personId: null }, body.code)
  const { personId } = right
  if (!(await isNameOf(o, personId, body.account))) throw wrongCode()
  await refuseForPerson(o, personId, password)
  const hash = o.passwords.bound(personId, await o.passwords.hash(password))
  const reach = await reachOf(o, o.db, personId)
  await o.db.transaction(async (tx) => {
    await spendCode(tx, right)
    await changePassword(tx, personId, hash)
    await endSessions(tx, personId, { except: null })
    await noteAccount(tx, { identityId: null, personId, action: 'password.reset' })
    await tellPerson(o, tx, personId, {
      title: '登录密码已通过手机重设',
      content: '所有设备都已退出登录。如果不是您本人重设的，请立即联系系统管理员。',
    })
  })
  server.forgetPerson(personId)
  // Whoever reset it has the phone; the mail may be somebody else's to read.
  if (reach.email !== null)
    warn(o, reach, '登录密码已通过手机重设', '如果不是您本人重设的，请立即联系系统管理员。')
}

/** The forgotten password, by phone. */
export function forgottenRoutes(server: Server, o: AccountOptions): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/checkAccount',
    access: 'public',
    tag,
    summary: '找回密码第一步；无论账号是否存在，回应一律相同',
    query: checkAccountQuery,
    answer: nextStep,
    perMinute: 15,
    // Nothing is looked up, so that neither the answer nor its time tells anything.
    handle: async () => ({ next: 'sms' as const }),
  })
  register(server, {
    method: 'PUT',
    url: '/api/v1/forgetPwd',
    access: 'public',
    tag,
    summary: '找回密码：凭手机验证码设新密码，所有设备随即退出',
    body: forgottenBody,
    answer: z.literal(true),
    perMinute: 15,
    handle: async ({ body }, request) => {
      await reset(server, o, body, request)
      return true as const
    },
  })
}
