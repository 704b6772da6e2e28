import { z } from 'zod'
import {
  maskedSubject,
  outsideAccountBody,
  outsideBound,
  outsideCodeBody,
  outsideProviderQuery,
  outsideProviders,
  type OutsideProvider,
} from '../../../catalogue/contract/account/outside-accounts.ts'
import { codeSent } from '../../../catalogue/contract/account/personal.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { bindOutside, unbindOutside } from '../../engine/directory/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { codeSeconds, makeCode, spendCode, tryCode } from './codes.ts'
import { codeText, needPassword } from './contact.ts'
import type { AccountOptions } from './options.ts'
import { noteAccount, tellPerson } from './store.ts'

const tag = '个人中心'
const url = '/api/v1/user/outsideAccount'

/** The own numbers at 企业微信 and 钉钉: bound with a code that is sent there. */
export function outsideRoutes(server: Server, o: AccountOptions): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/user/outsideCode',
    access: 'signedIn',
    tag,
    summary: '向自己的企业微信或钉钉发送验证码',
    body: outsideCodeBody,
    answer: codeSent,
    perMinute: 10,
    handle: async ({ body: { provider, subject } }, request) => {
      await sendCode(o, o.actorOn(request).personId, { provider, subject, ip: request.ip })
      return { expire: codeSeconds }
    },
  })
  register(server, {
    method: 'PUT',
    url,
    access: 'signedIn',
    tag,
    summary: '绑定自己的企业微信或钉钉：登录密码与那里收到的验证码',
    body: outsideAccountBody,
    answer: outsideBound,
    perMinute: 20,
    handle: async ({ body }, request) => {
      const { personId, identityId } = o.actorOn(request)
      const { provider, subject } = body
      await needPassword(o, personId, body, request)
      const right = await tryCode(o.db, o.keys, { purpose: provider, to: subject, personId }, body.code)
      await o.db.transaction(async (tx) => {
        await spendCode(tx, right)
        await bindOutside(tx, o.keys, personId, { provider, subject })
        await noteAccount(tx, { identityId, personId, action: 'outside.bound' })
        await tellPerson(o, tx, personId, boundNotice(provider, subject))
      })
      return { provider, subject: maskedSubject(subject) }
    },
  })
  register(server, {
    method: 'DELETE',
    url,
    access: 'signedIn',
    tag,
    summary: '解除绑定自己的企业微信或钉钉',
    query: outsideProviderQuery,
    answer: z.boolean(),
    handle: async ({ query: { provider } }, request) => {
      const { personId, identityId } = o.actorOn(request)
      await o.db.transaction(async (tx) => {
        if (!(await unbindOutside(tx, personId, provider))) throw new AppError('missing')
        await noteAccount(tx, { identityId, personId, action: 'outside.unbound' })
      })
      return true
    },
  })
}

const boundNotice = (provider: OutsideProvider, subject: string) => ({
  title: `已绑定${outsideProviders[provider].label}`,
  content: `绑定的账号是 ${maskedSubject(subject)}。如果不是您本人绑定的，请立即修改登录密码并解除绑定。`,
})

/**
 * Sends a code to a number at a provider. Throws wrongState in the channel's words where it did not take it.
 */
async function sendCode(
  o: AccountOptions,
  personId: number,
  { provider, subject, ip }: { provider: OutsideProvider; subject: string; ip: string },
): Promise<void> {
  const channel = o.channels[provider]
  const { label } = outsideProviders[provider]
  if (!channel.ready) throw new AppError('wrongState', { message: `平台没有开通${label}提醒` })
  const code = await makeCode(o.db, o.keys, { purpose: provider, to: subject, personId, ip, admitted: true })
  if (code === null) return
  const text = `杏坛：${codeText(code, `把该${label}账号绑定到您的账号`)}`
  const sent = await channel.send({ to: subject, subject: '', text, key: crypto.randomUUID() })
  // What may have arrived is waited for.
  if (sent.state === 'delivered' || sent.state === 'unknown') return
  throw new AppError('wrongState', {
    message: sent.reason,
    errors: [{ field: 'subject', message: sent.reason }],
  })
}
