import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type { OutsideEntered } from '../../../catalogue/contract/account/outside-sign-in.ts'
import { testRegion, type Envelope, type Region, type TestAnswer } from '../../app/testing/test-region.ts'
import { doorOf, good, type Member } from '../../app/testing/test-sign-in.ts'
import { browserAt, registerApp, registration, type Browser } from '../sign-on/test-client.ts'
import { casAnswerOf } from './cas.ts'

/** The portal that asks; its page of return is an older system for the portal that answers. */
const back = 'https://teacher.example.cn/login/outside'
let region: Region
let asking: Awaited<ReturnType<Region['serveBeside']>>
let lying: Awaited<ReturnType<Region['serveBeside']>>
let provider: Browser
let member: Member
/** What the server that lies says next, and what it was asked. */
let answer: (service: string) => string | Promise<string> = () => ''
const heard: URL[] = []
const liar = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://liar')
  heard.push(url)
  void Promise.resolve(answer(url.searchParams.get('service') ?? '')).then((text) => response.end(text))
})
beforeAll(async () => {
  region = await testRegion('outside-cas')
  const base = await region.app.listen({ port: 0, host: '127.0.0.1' })
  await registerApp(region, '201', { ...registration('https://teacher.example.cn/oidc'), services: [back] })
  await new Promise<void>((ready) => liar.listen(0, '127.0.0.1', ready))
  const doorAt = (url: string) => ({
    publicOrigin: 'https://teacher.example.cn',
    outsideSignIn: {
      oidc: undefined,
      wecom: undefined,
      dingtalk: undefined,
      cas: { url, name: '省统一认证', subject: 'user' },
    },
  })
  asking = await region.serveBeside(doorAt(`${base}/cas`))
  lying = await region.serveBeside(doorAt(`http://127.0.0.1:${(liar.address() as AddressInfo).port}/cas`))
  member = await doorOf(region).member('温如玉')
  provider = browserAt(base)
  await provider.signIn(member)
})
afterAll(async () => {
  liar.closeAllConnections()
  liar.close()
  await asking.close()
  await lying.close()
  await region.close()
})

type Portal = typeof asking
async function call<T = TestAnswer>(
  portal: Portal,
  url: string,
  payload: object,
  headers: Record<string, string> = {},
  method: 'POST' | 'PUT' = 'POST',
) {
  const response = await portal.inject({ method, url, payload, headers })
  const { data, msg } = response.json<Envelope<T>>()
  const cookie = [response.headers['set-cookie'] ?? []]
    .flat()
    .map((one) => one.split(';')[0])
    .join('; ')
  return { status: response.statusCode, data, msg, cookie }
}
interface Errand {
  readonly to: URL
  readonly service: string
  readonly state: string
  readonly cookie: string
}
async function start(portal: Portal): Promise<Errand> {
  const { data, cookie } = await call<{ to: string }>(portal, '/api/v1/login/outside/start', {
    provider: 'cas',
  })
  const to = new URL(data.to)
  const service = to.searchParams.get('service') ?? ''
  return { to, service, cookie, state: new URL(service).searchParams.get('state') ?? '' }
}
/** What the page of return sends to the portal. */
const enter = (portal: Portal, { state, cookie }: Errand, code: string, token = '') =>
  call<OutsideEntered>(
    portal,
    '/api/v1/login/outside/enter',
    { state, code },
    { cookie, ...(token && { token }) },
  )

/** The provider lets somebody in and sends the browser back with a ticket. */
async function ticketFor({ service }: Errand): Promise<string> {
  let at = await provider.visit(`/cas/login?${new URLSearchParams({ service })}`)
  if (at.pathname === '/login/consent') {
    const decision = { agree: true, identity: member.identityId, facts: [] }
    const url = `/cas/request/decision?${new URLSearchParams({ service })}`
    at = new URL((await provider.call<{ to: string }>('POST', url, decision)).data.to)
  }
  expect(`${at.origin}${at.pathname}`).toBe(back)
  return at.searchParams.get('ticket') ?? ''
}
const unproved = [400, '省统一认证没有确认您的身份，请重新登录']

it('a ticket of a CAS server is bound once and then signs in', async () => {
  const first = await start(asking)
  expect(first.to.pathname).toBe('/cas/login')
  expect(first.service.startsWith(`${back}?state=`)).toBe(true)
  const shown = await enter(asking, first, await ticketFor(first))
  expect(shown.data).toMatchObject({
    result: null,
    label: '省统一认证',
    unbound: { subject: expect.any(String) },
  })
  const own = await call<UserInfo>(asking, '/api/v1/login', { account: member.login, password: good })
  const headers = { cookie: first.cookie, token: own.data.token }
  const bound = await call(
    asking,
    '/api/v1/user/outsideSignIn',
    { ticket: shown.data.ticket },
    headers,
    'PUT',
  )
  expect(bound.status).toBe(200)
  const second = await start(asking)
  expect((await enter(asking, second, await ticketFor(second))).data.result).toMatchObject({
    truename: '温如玉',
  })
})

it('a ticket counts once, for the errand that it came to, in the browser that began it', async () => {
  const [errand, other] = [await start(asking), await start(asking)]
  const ticket = await ticketFor(errand)
  expect((await enter(asking, { ...errand, cookie: other.cookie }, ticket)).status).toBe(409)
  const carried = await enter(asking, other, ticket)
  expect([carried.status, carried.msg]).toEqual(unproved)
  const again = await enter(asking, errand, ticket)
  expect([again.status, again.msg], 'a wrong address used it up').toEqual(unproved)
  const third = await start(asking)
  const fresh = await ticketFor(third)
  expect((await enter(asking, third, fresh)).status).toBe(200)
  expect((await enter(asking, third, fresh)).status).toBe(409)
})

const say = (inner: string) =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`
const success = (user: string) =>
  `<cas:authenticationSuccess><cas:user>${user}</cas:user></cas:authenticationSuccess>`

it('parameters in a ticket do not reach the address of validation', async () => {
  answer = () => say(success('victim'))
  for (const code of [
    'ST-1&service=https://evil.example.cn',
    'ST-1%26ticket=ST-2',
    'ST-1#',
    'ST-1 2',
    'PT-1',
    '../x',
    'ST-',
  ]) {
    const asked = heard.length
    const refused = await enter(lying, await start(lying), code)
    expect([refused.status, refused.msg]).toEqual(unproved)
    expect(heard.length).toBe(asked)
  }
  const errand = await start(lying)
  await enter(lying, errand, 'ST-1.cas-01')
  const query = heard.at(-1)?.searchParams
  expect([...(query?.keys() ?? [])]).toEqual(['service', 'ticket'])
  expect(query?.get('service')).toBe(errand.service)
})

const bad: Readonly<Record<string, string>> = {
  'a failure whose text holds a success': say(
    `<cas:authenticationFailure code="INVALID_TICKET">${success('admin').replaceAll('<', '&lt;')}</cas:authenticationFailure>`,
  ),
  'a failure whose letters hold a success': say(
    `<cas:authenticationFailure code="X"><![CDATA[${success('admin')}]]></cas:authenticationFailure>`,
  ),
  'a success within a failure': say(
    `<cas:authenticationFailure code="X">${success('admin')}</cas:authenticationFailure>`,
  ),
  'a failure and a success': say(
    `<cas:authenticationFailure code="X">no</cas:authenticationFailure>${success('admin')}`,
  ),
  'two successes': say(success('a') + success('b')),
  'two users': say(
    '<cas:authenticationSuccess><cas:user>a</cas:user><cas:user>b</cas:user></cas:authenticationSuccess>',
  ),
  'a user of elements': say(
    '<cas:authenticationSuccess><cas:user>a<x/>b</cas:user></cas:authenticationSuccess>',
  ),
  'an empty user': say(success('  ')),
  'another namespace': success('admin').replaceAll('cas:', ''),
  'another namespace within': `<a:serviceResponse xmlns:a="http://www.yale.edu/tp/cas" xmlns:cas="urn:x">${success('admin')}</a:serviceResponse>`,
  'a ticket of a proxy': say(
    '<cas:authenticationSuccess><cas:user>a</cas:user><cas:proxies><cas:proxy>https://x</cas:proxy></cas:proxies></cas:authenticationSuccess>',
  ),
  'a document type': `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${say(success('&e;'))}`,
  'two roots': say(success('a')) + say(success('b')),
  'a page of HTML': '<!doctype html><p>502 Bad Gateway',
  nothing: '',
  'yes of CAS 1.0': 'yes\nadmin\n',
  'more than 64 kB': say(success('a') + ' '.repeat(70_000)),
}

it.each(Object.keys(bad))('%s signs nobody in', async (name) => {
  answer = () => bad[name] ?? ''
  const refused = await enter(lying, await start(lying), 'ST-1')
  expect([refused.status, refused.msg]).toEqual(unproved)
})

it('a megabyte, a redirection and silence cost a sentence', async () => {
  answer = () => 'x'.repeat(1024 * 1024)
  const large = await enter(lying, await start(lying), 'ST-1')
  expect([large.status, large.msg]).toEqual([400, '现在连不上省统一认证，请稍后再试，或用账号密码登录'])
  answer = () => sleep(7_000).then(() => say(success('late')))
  const late = await enter(lying, await start(lying), 'ST-1')
  expect([late.status, late.msg]).toEqual([400, '现在连不上省统一认证，请稍后再试，或用账号密码登录'])
})

it('a comment or letters of XML in a name are read as every reader of XML reads them', () => {
  expect(casAnswerOf(say(success('ad<!-- x -->min')))).toMatchObject({ user: 'admin' })
  expect(casAnswerOf(say(success('a&amp;b')))).toMatchObject({ user: 'a&b' })
  expect(
    casAnswerOf(
      say(
        '<cas:authenticationSuccess><cas:user>u</cas:user><cas:attributes><cas:employee>7</cas:employee></cas:attributes></cas:authenticationSuccess>',
      ),
    ),
  ).toEqual({
    user: 'u',
    facts: [
      ['user', 'u'],
      ['employee', '7'],
    ],
  })
})
