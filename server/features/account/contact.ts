import { z } from 'zod'
import {
  codeBody,
  codeSent,
  emailBody,
  emailCodeBody,
  mobileBody,
} from '../../../catalogue/contract/account/personal.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { changeEmail, changeMobile, isHeldByAnother } from '../../engine/directory/index.ts'
import type { Tx } from '../../platform/db/database.ts'
import { register } from '../../platform/http/call.ts'
import { networkOf } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { changeInArchive } from './archive-mobile.ts'
import { codeSeconds, makeCode, spendCode, tryCode } from './codes.ts'
import type { AccountOptions } from './options.ts'
import { maskedMobile, noteAccount, tellPerson } from './store.ts'
import { reachOf, warn } from './warn.ts'

const tag = '个人中心'
const uses = { forget: '找回密码', bind: '更换登录手机号', login: '登录' } as const

/** Text of a message with a code. */
export const codeText = (code: string, use: string): string =>
  `验证码 ${code}，用于${use}，${codeSeconds / 60} 分钟内有效。` +
  '不是您本人操作请不要理会，也不要告诉他人。'

/** Throws wrongPassword with its field unless it is the person's password. */
export async function needPassword(
  o: AccountOptions,
  personId: number,
  sent: { password: string; kid?: string | undefined },
  line: { ip: string; protocol: string },
): Promise<void> {
  const password = await o.passwords.open(sent, line)
  if (await o.passwords.verify(personId, password)) return
  const message = '登录密码不对'
  throw new AppError('wrongPassword', { message, errors: [{ field: 'password', message }] })
}

async function changeOwnMobile(
  o: AccountOptions,
  who: { personId: number; identityId: number },
  mobile: string,
  code: string,
): Promise<void> {
  const { personId, identityId } = who
  const right = await tryCode(o.db, o.keys, { purpose: 'bind', to: mobile, personId }, code)
  const before = await reachOf(o, o.db, personId)
  // All of it together, and together with the archive where that keeps the number, too.
  const settle = async (tx: Tx) => {
    await spendCode(tx, right)
    // Whoever has the code has the phone, and may hear that another account has it, too.
    if (await isHeldByAnother(tx, personId, 'mobile_key', o.keys.blinds('mobile', mobile))) {
      const message = '该手机号已用于另一个账号'
      throw new AppError('duplicate', { message, errors: [{ field: 'mobile', message }] })
    }
    await changeMobile(tx, o.keys, personId, mobile)
    await noteAccount(tx, { identityId, personId, action: 'mobile.change' })
    await tellPerson(o, tx, personId, {
      title: '登录手机号已更换',
      content: `新的手机号是 ${maskedMobile(mobile)}。如果不是您本人换的，请立即联系系统管理员。`,
    })
  }
  if (!(await changeInArchive(o.engine, personId, mobile, settle))) await o.db.transaction(settle)
  const what = `新的手机号是 ${maskedMobile(mobile)}。如果不是您本人换的，请立即联系系统管理员。`
  // The old phone always; the mail as well.
  if (before.mobile !== null && before.mobile !== mobile)
    warn(o, { mobile: before.mobile, email: null }, '登录手机号已更换', what)
  if (before.email !== null) warn(o, before, '登录手机号已更换', what)
}

/** Codes to phones; the own phone and mail. */
export function contactRoutes(server: Server, o: AccountOptions): void {
  mobileRoutes(server, o)
  emailRoutes(server, o)
}

/** A code to a mobile, and the change of the own one. */
function mobileRoutes(server: Server, o: AccountOptions): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/send_mobile_code',
    access: 'anyone',
    tag,
    summary: '发送短信验证码；无论手机号是否登记过，回应一律相同',
    body: codeBody,
    answer: codeSent,
    perMinute: 20,
    handle: async ({ body: { mobile, scene, captcha, captcha_id } }, request) => {
      if (!o.sms.ready)
        throw new AppError('wrongState', { message: '短信暂未开通，请联系系统管理员重设密码' })
      if (scene === 'bind' && !request.actor) throw new AppError('sessionDead')
      const personId = scene === 'bind' ? o.actorOn(request).personId : null
      const admitted =
        (await o.signingIn.solveCaptcha(captcha_id, captcha)) || o.signingIn.isTrusted(request.ip)
      const code = await makeCode(o.db, o.keys, {
        purpose: scene,
        to: mobile,
        personId,
        ip: networkOf(request.ip),
        admitted,
      })
      if (code !== null) o.sms.send(mobile, `杏坛：${codeText(code, uses[scene])}`)
      return { expire: codeSeconds }
    },
  })
  register(server, {
    method: 'PUT',
    url: '/api/v1/user/mobile',
    access: 'signedIn',
    tag,
    summary: '更换登录手机号：登录密码与新手机号收到的验证码',
    body: mobileBody,
    answer: z.object({ mobile: z.string() }),
    perMinute: 20,
    handle: async ({ body }, request) => {
      const actor = o.actorOn(request)
      await needPassword(o, actor.personId, body, request)
      await changeOwnMobile(o, actor, body.mobile, body.code)
      return { mobile: maskedMobile(body.mobile) }
    },
  })
}

/** A code to an address, and the change of the own one. */
function emailRoutes(server: Server, o: AccountOptions): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/user/emailCode',
    access: 'signedIn',
    tag,
    summary: '向新邮箱发送验证码',
    body: emailCodeBody,
    answer: codeSent,
    perMinute: 10,
    handle: async ({ body: { email } }, request) => {
      if (!o.mail.ready) throw new AppError('wrongState', { message: '邮件暂未开通，暂时不能更换邮箱' })
      const code = await makeCode(o.db, o.keys, {
        purpose: 'mail',
        to: email,
        personId: o.actorOn(request).personId,
        ip: request.ip,
        admitted: true,
      })
      if (code !== null) o.mail.send(email, '杏坛：邮箱验证码', codeText(code, '把该邮箱登记到您的账号'))
      return { expire: codeSeconds }
    },
  })
  register(server, {
    method: 'PUT',
    url: '/api/v1/user/email',
    access: 'signedIn',
    tag,
    summary: '更换邮箱，空为移除：登录密码，换新的还要新邮箱收到的验证码',
    body: emailBody,
    answer: z.boolean(),
    perMinute: 20,
    handle: async ({ body }, request) => {
      const { personId, identityId } = o.actorOn(request)
      await needPassword(o, personId, body, request)
      // Whatever is sent there is only for whoever opens that mailbox.
      const right =
        body.email === ''
          ? null
          : await tryCode(o.db, o.keys, { purpose: 'mail', to: body.email, personId }, body.code ?? '')
      const before = await reachOf(o, o.db, personId)
      await o.db.transaction(async (tx) => {
        if (right) await spendCode(tx, right)
        await changeEmail(tx, o.keys, personId, body.email === '' ? null : body.email)
        await noteAccount(tx, { identityId, personId, action: 'email.change' })
      })
      if (before.email !== null && before.email !== body.email)
        warn(o, before, '邮箱已更换', '该邮箱不再用于联系您。如果不是您本人换的，请立即修改登录密码。')
      return true
    },
  })
}
