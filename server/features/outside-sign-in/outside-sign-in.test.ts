import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type { OutsideEntered, OwnOutside } from '../../../catalogue/contract/account/outside-sign-in.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { doorOf, good, type Member } from '../../app/testing/test-sign-in.ts'
import { StandIn } from '../../platform/channels/testing/stand-in.ts'
import { sql } from '../../platform/db/sql.ts'
import { createLog } from '../../platform/log/log.ts'
import { Issuer } from './test-issuer.ts'

const issuer = new Issuer()
const standIn = new StandIn()
const heard: string[] = []
let region: Region
let door: ReturnType<typeof doorOf>
beforeAll(async () => {
  const [url, provider] = [await standIn.open(), await issuer.open()]
  const log = createLog('debug', (line) => void heard.push(line))
  region = await testRegion('outside-sign-in', log, {
    publicOrigin: 'https://teacher.example.cn',
    wecom: { url, corpId: 'ww1', agentId: 7, secret: 'right' },
    dingtalk: { url, appKey: 'd1', appSecret: 'right', agentId: 8 },
    outsideSignIn: {
      oidc: { issuer: provider, clientId: 'portal', clientSecret: 'right', name: '粤教通' },
      wecom: { loginUrl: 'https://login.work.weixin.qq.com' },
      dingtalk: { loginUrl: 'https://login.dingtalk.com', apiUrl: url },
    },
  })
  door = doorOf(region)
})
afterAll(async () => {
  await region.close()
  await issuer.close()
  await standIn.close()
})
beforeEach(() => {
  issuer.lies = {}
  issuer.forged = false
})

interface Errand {
  readonly to: string
  readonly cookie: string
  readonly state: string
}
async function start(provider: string, more: object = {}, agent = 'Mozilla/5.0'): Promise<Errand> {
  const begun = await door.call<{ to: string }>(
    'POST',
    '/api/v1/login/outside/start',
    { provider, ...more },
    { 'user-agent': agent },
  )
  if (begun.status !== 200) throw new Error(begun.msg)
  const { to } = begun.data
  return { to, cookie: begun.cookie, state: new URL(to).searchParams.get('state') ?? '' }
}
const enter = (body: object, cookie: string, token?: string) =>
  door.call<OutsideEntered>('POST', '/api/v1/login/outside/enter', body, { cookie, ...(token && { token }) })
const visit = async (subject: string) => {
  const errand = await start('oidc')
  return { errand, back: issuer.signIn(errand.to, subject) }
}
const bind = (ticket: string | null, cookie: string, token: string) =>
  door.call<{ subject: string }>('PUT', '/api/v1/user/outsideSignIn', { ticket }, { cookie, token })

async function signedIn(who: Member): Promise<string> {
  const { data } = await door.call<UserInfo>('POST', '/api/v1/login', { account: who.login, password: good })
  return data.token
}
/** Binds a number at the provider of OpenID Connect to somebody, as they do it themselves. */
async function bound(who: Member, subject: string): Promise<void> {
  const { errand, back } = await visit(subject)
  const token = await signedIn(who)
  const shown = await enter(back, errand.cookie, token)
  const done = await bind(shown.data.ticket, errand.cookie, token)
  if (done.status !== 200) throw new Error(done.msg)
}

it('the login page is told of the ways that are set up, and the browser is sent to each with a state of its own', async () => {
  const { data } = await door.call('GET', '/api/v1/login/outside')
  expect(data).toEqual([
    { provider: 'oidc', label: '粤教通' },
    { provider: 'wecom', label: '企业微信' },
    { provider: 'dingtalk', label: '钉钉' },
  ])
  const oidc = new URL((await start('oidc')).to)
  expect(Object.fromEntries(oidc.searchParams)).toMatchObject({
    redirect_uri: 'https://teacher.example.cn/login/outside',
    code_challenge_method: 'S256',
    response_type: 'code',
    scope: 'openid',
  })
  expect((await start('wecom')).to).toContain('https://login.work.weixin.qq.com/wwlogin/sso/login?')
  expect((await start('wecom', {}, 'Mozilla/5.0 wxwork/4.1')).to).toMatch(
    /^https:\/\/open\.weixin\.qq\.com\/connect\/oauth2\/authorize\?.*scope=snsapi_base.*#wechat_redirect$/,
  )
  expect((await start('dingtalk')).to).toContain('client_id=d1')
  const states = new Set([(await start('oidc')).state, (await start('oidc')).state])
  expect(states.size).toBe(2)
})

it('a number that is bound to nobody signs nobody in; it is bound after a password, and from then on signs in', async () => {
  const who = await door.member('温如玉')
  const { errand, back } = await visit('wen@outside')
  const first = await enter(back, errand.cookie)
  expect(first.data).toMatchObject({ result: null, unbound: { subject: 'w***e' }, label: '粤教通' })
  const refused = await bind(first.data.ticket, errand.cookie, who.token)
  expect([refused.status, refused.code]).toEqual([403, 40303])
  const token = await signedIn(who)
  expect((await bind(first.data.ticket, errand.cookie, token)).data).toEqual({
    provider: 'oidc',
    subject: 'w***e',
  })
  expect((await bind(first.data.ticket, errand.cookie, token)).status).toBe(409)
  const again = await visit('wen@outside')
  const entered = await enter(again.back, again.errand.cookie)
  expect(entered.data.result).toMatchObject({ truename: '温如玉', role: 2 })
  const acts = await region.db.query<{ action: string }>(sql`
    select action from audit where person_id = ${who.personId} and action like 'outside.%' order by id`)
  expect(acts.map(({ action }) => action)).toEqual(['outside.bound', 'outside.entered'])
  const own = async () =>
    (await door.call<OwnOutside>('GET', '/api/v1/user/outsideSignIn', undefined, { token })).data[0]
  expect(await own()).toEqual({ provider: 'oidc', label: '粤教通', subject: 'w***e', ready: true })
  expect((await who.del('/api/v1/user/outsideAccount?provider=oidc')).status).toBe(200)
  expect((await own())?.subject).toBe(null)
  const after = await visit('wen@outside')
  expect((await enter(after.back, after.errand.cookie)).data.result).toBe(null)
})

it('企业微信 and 钉钉 say whose a code is; of several identities one is chosen, once, in the same browser', async () => {
  const who = await door.member('司马相')
  await region.db.execute(sql`
    insert into identity (person_id, role, institution_id) values (${who.personId}, 3, ${region.places.school})`)
  for (const provider of ['wecom', 'dingtalk']) {
    const errand = await start(provider)
    standIn.codes.set('c1', 'SimaXiang').set('c2', 'SimaXiang')
    const first = await enter({ state: errand.state, code: 'c1' }, errand.cookie)
    expect(first.data.unbound).toEqual({ subject: 'S***g' })
    const own = await door.call<{ accounts: { id: number }[] }>('POST', '/api/v1/login', {
      account: who.login,
      password: good,
    })
    const account_id = own.data.accounts[0]?.id ?? 0
    const { data: session } = await door.call<UserInfo>('POST', '/api/v1/login', {
      account: who.login,
      password: good,
      account_id,
    })
    expect((await bind(first.data.ticket, errand.cookie, session.token)).status).toBe(200)
    const second = await start(provider)
    const several = await enter({ state: second.state, code: 'c2' }, second.cookie)
    expect(several.data.result).toHaveProperty('accounts.length', 2)
    const choice = { ticket: several.data.ticket, account_id }
    expect((await enter(choice, errand.cookie)).status).toBe(409)
    const chosen = await enter(choice, second.cookie)
    expect(chosen.data.result).toMatchObject({ id: account_id, truename: '司马相' })
    expect((await enter(choice, second.cookie)).status).toBe(409)
    const third = await start(provider)
    standIn.codes.set('c3', 'guest-1')
    const guest = await enter({ state: third.state, code: 'c3' }, third.cookie)
    expect([guest.status, guest.msg]).toEqual([
      400,
      provider === 'wecom' ? '您不是该企业微信的成员' : '您不是该钉钉企业的成员',
    ])
  }
})

it('a forged state, another browser, a second use and a code that was used sign nobody in', async () => {
  const victim = await door.member('受害人')
  await bound(victim, 'victim@outside')
  const { errand, back } = await visit('victim@outside')
  const other = await start('oidc')
  expect((await enter({ ...back, state: 'made-up' }, errand.cookie)).status).toBe(409)
  // The way in that a stranger began is worth nothing in the browser of somebody else, with or without a
  // cookie.
  expect((await enter(back, other.cookie)).status).toBe(409)
  expect((await enter(back, '')).status).toBe(409)
  expect((await enter(back, errand.cookie)).data.result).toMatchObject({ truename: '受害人' })
  expect((await enter(back, errand.cookie)).status).toBe(409)
  const again = await start('oidc')
  const reused = await enter({ ...back, state: again.state }, again.cookie)
  expect([reused.status, reused.data]).toEqual([400, null])
  // A code that was given to one errand does not end another one: the verifier does not fit.
  const stolen = await visit('victim@outside')
  const thief = await start('oidc')
  expect((await enter({ ...stolen.back, state: thief.state }, thief.cookie)).status).toBe(400)
})

it('a mixed-up issuer, another audience, nonce, issuer or signature, and a token that is over are refused', async () => {
  const victim = await door.member('受骗人')
  await bound(victim, 'fooled@outside')
  const tries: (() => void)[] = [
    () => (issuer.lies = { aud: 'another app' }),
    () => (issuer.lies = { iss: 'https://evil.example.cn' }),
    () => (issuer.lies = { nonce: 'of another errand' }),
    () => (issuer.lies = { exp: 1, iat: 0 }),
    () => (issuer.forged = true),
  ]
  for (const lie of tries) {
    issuer.lies = {}
    const { errand, back } = await visit('fooled@outside')
    lie()
    const refused = await enter(back, errand.cookie)
    expect([refused.status, refused.msg]).toEqual([400, '粤教通没有确认您的身份，请重新登录'])
  }
  issuer.lies = {}
  issuer.forged = false
  const { errand, back } = await visit('fooled@outside')
  expect((await enter({ ...back, iss: 'https://evil.example.cn' }, errand.cookie)).status).toBe(400)
  const without = await visit('fooled@outside')
  const { iss: _iss, ...bare } = without.back
  expect((await enter(bare, without.errand.cookie)).status).toBe(400)
  const fine = await visit('fooled@outside')
  expect((await enter(fine.back, fine.errand.cookie)).data.result).toMatchObject({ truename: '受骗人' })
})

it('a number is one person’s: nobody else binds it, and it does not sign in over another session', async () => {
  const [owner, other] = [await door.member('原主'), await door.member('他人')]
  await bound(owner, 'owned@outside')
  const { errand, back } = await visit('owned@outside')
  const token = await signedIn(other)
  expect((await enter(back, errand.cookie, token)).status).toBe(409)
  // Two people hold tickets for one number; the second is too late.
  const a = await visit('raced@outside')
  const b = await visit('raced@outside')
  const [first, second] = [await enter(a.back, a.errand.cookie, token), await enter(b.back, b.errand.cookie)]
  expect((await bind(first.data.ticket, a.errand.cookie, token)).status).toBe(200)
  const late = await bind(second.data.ticket, b.errand.cookie, await signedIn(owner))
  expect([late.status, late.msg]).toEqual([409, '该号已绑定到另一个账号'])
  // A ticket carried into another browser binds nothing there.
  const planted = await visit('attacker@outside')
  const ticket = (await enter(planted.back, planted.errand.cookie)).data.ticket
  expect((await bind(ticket, (await start('oidc')).cookie, token)).status).toBe(409)
})

it('a locked account, a disabled one and one with a second factor are no easier to enter', async () => {
  const who = await door.member('锁定人')
  await bound(who, 'locked@outside')
  await region.db.execute(sql`
    update person set locked_until = now() + interval '5 minutes' where id = ${who.personId}`)
  const locked = await visit('locked@outside')
  expect((await enter(locked.back, locked.errand.cookie)).code).toBe(22002)
  await region.db.execute(sql`update person set locked_until = null where id = ${who.personId}`)
  await region.db.execute(sql`update identity set state = 'disabled' where person_id = ${who.personId}`)
  const gone = await visit('locked@outside')
  expect((await enter(gone.back, gone.errand.cookie)).code).toBe(22002)
  const strict = await region.serveBeside({ secondFactor: 'require' })
  await region.db.execute(sql`
    update identity set state = 'enabled', role = 4, institution_id = ${region.places.district}
    where person_id = ${who.personId}`)
  const { errand, back } = await visit('locked@outside')
  const asked = await strict.inject({
    method: 'POST',
    url: '/api/v1/login/outside/enter',
    headers: { cookie: errand.cookie },
    payload: back,
  })
  expect(asked.json<{ data: OutsideEntered }>().data.result).toHaveProperty('second_step.ticket')
  await strict.close()
})

it('it leads back into this portal only, and a provider that does not answer is told in a sentence', async () => {
  for (const back of [
    'https://evil.example.cn',
    '//evil.example.cn',
    '/\\evil.example.cn',
    'javascript:alert(1)',
  ])
    await expect(start('oidc', { back })).rejects.toThrow('应为本平台的页面')
  const errand = await start('oidc', { back: '/home/index?a=1' })
  const { data } = await enter(issuer.signIn(errand.to, 'new@outside'), errand.cookie)
  expect(data.back).toBe('/home/index?a=1')
  const silent = await region.serveBeside({
    outsideSignIn: {
      oidc: { issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'x', name: '粤教通' },
      wecom: undefined,
      dingtalk: undefined,
    },
  })
  const lost = await silent.inject({
    method: 'POST',
    url: '/api/v1/login/outside/start',
    payload: { provider: 'oidc' },
  })
  expect([lost.statusCode, lost.json<{ msg: string }>().msg]).toEqual([
    409,
    '现在连不上粤教通，请稍后再试，或用账号密码登录',
  ])
  const none = { method: 'POST', url: '/api/v1/login/outside/start', payload: { provider: 'wecom' } } as const
  expect((await silent.inject(none)).statusCode).toBe(404)
  await silent.close()
})

it('neither numbers at providers nor codes nor secrets are logged or stored in the open', async () => {
  const kept = await region.db.query<{ row: string }>(sql`
    select to_jsonb(a)::text as row from audit a where action like 'outside.%' or action like 'login%'
    union all select to_jsonb(v)::text from outside_visit v
    union all select to_jsonb(o)::text from outside_account o`)
  const all = `${heard.join('\n')}\n${kept.map(({ row }) => row).join('\n')}`
  expect(all).toContain('outside.refused')
  for (const secret of ['@outside', 'SimaXiang', 'code-1', 'portal:right', 'raced'])
    expect(all).not.toContain(secret)
})
