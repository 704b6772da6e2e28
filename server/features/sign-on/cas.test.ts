import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { doorOf, type Member } from '../../app/testing/test-sign-in.ts'
import { sql } from '../../platform/db/sql.ts'
import { browserAt, registerApp, registration, type Browser } from './test-client.ts'

const service = 'https://old.example.cn/login?next=%2Fhome'
let region: Region
let base = ''
let member: Member
let browser: Browser
beforeAll(async () => {
  region = await testRegion('sign-on-cas')
  base = await region.app.listen({ port: 0, host: '127.0.0.1' })
  const body = { ...registration('https://old.example.cn/oidc'), services: ['https://old.example.cn/login'] }
  await registerApp(region, '201', body)
  await registerApp(region, '202', { ...body, services: ['https://other.example.cn/login'] })
  member = await doorOf(region).member('林&<疏影')
  browser = browserAt(base)
  await browser.signIn(member)
})
afterAll(() => region.close())

const loginAt = (address: string) => `/cas/login?service=${encodeURIComponent(address)}`
const request = (address: string) => `/cas/request/decision?service=${encodeURIComponent(address)}`
async function validated(
  ticket: string,
  address = service,
  path = '/cas/p3/serviceValidate',
): Promise<string> {
  const query = new URLSearchParams({ service: address, ticket })
  return (await fetch(`${base}${path}?${query.toString()}`)).text()
}
const ticketIn = (url: URL | string) => new URL(url).searchParams.get('ticket') ?? ''

/** A ticket as a browser brings it, after the person agreed. */
async function ticket(who = browser, address = service): Promise<string> {
  const at = await who.visit(loginAt(address))
  if (at.pathname !== '/login/consent') return ticketIn(at)
  const { data } = await who.call<{ to: string }>('POST', request(address), {
    agree: true,
    identity: member.identityId,
    facts: [],
  })
  return ticketIn(data.to)
}

it('signs somebody in to an older system once they agreed, and tells it what they agreed to', async () => {
  const page = await browser.visit(loginAt(service))
  expect([page.pathname, page.searchParams.get('service')]).toEqual(['/login/consent', service])
  const first = await ticket()
  expect(first).toMatch(/^ST-[\w-]{32}$/)
  const told = await validated(first)
  expect(told).toContain('<cas:name>林&amp;&lt;疏影</cas:name>')
  expect(told).toMatch(/<cas:user>[\da-z-]{23}<\/cas:user>/)
  expect(told).not.toContain('phone')
  const back = await browser.visit(loginAt(service))
  expect([back.origin, back.searchParams.get('next')]).toEqual(['https://old.example.cn', '/home'])
  const json: unknown = JSON.parse(
    await (
      await fetch(
        `${base}/cas/serviceValidate?${new URLSearchParams({ service, ticket: ticketIn(back), format: 'JSON' }).toString()}`,
      )
    ).text(),
  )
  expect(json).toMatchObject({
    serviceResponse: { authenticationSuccess: { attributes: { name: '林&<疏影' } } },
  })
})

it('a ticket counts once, for its address, for seconds, and while the session lives', async () => {
  const used = await ticket()
  await validated(used)
  expect(await validated(used)).toContain('INVALID_TICKET')
  const foreign = await ticket()
  expect(await validated(foreign, 'https://other.example.cn/login')).toContain('INVALID_SERVICE')
  expect(await validated(foreign), 'a wrong address uses it up').toContain('INVALID_TICKET')
  const other = await ticket()
  expect(await validated(other, 'https://old.example.cn/login?next=%2Fadmin')).toContain('INVALID_SERVICE')
  const late = await ticket()
  await region.db.execute(sql`update sign_on_ticket set expires_at = now() where used_at is null`)
  expect(await validated(late)).toContain('INVALID_TICKET')
  const both = await ticket()
  const answers = await Promise.all([1, 2, 3, 4].map(() => validated(both)))
  expect(answers.filter((text) => text.includes('authenticationSuccess')).length).toBe(1)
  expect(await validated('', '')).toContain('INVALID_REQUEST')
  expect(await validated('ST-<script>')).toContain('INVALID_TICKET')
  const left = browserAt(base)
  await left.signIn(member)
  const ended = await ticket(left)
  await left.call('POST', '/api/v1/signOut', {})
  expect(await validated(ended)).toContain('INVALID_TICKET')
})

it('sends nobody to an address that is not registered', async () => {
  for (const address of [
    'https://evil.example/login',
    'https://old.example.cn.evil.example/login',
    'https://old.example.cn/login/../admin',
    'http://old.example.cn/login',
    'https://old.example.cn@evil.example/login',
    'https://old.example.cn/login#x',
    'https://old.example.cn/login?ticket=ST-planted',
    'javascript:alert(1)',
  ]) {
    const answer = await browser.send('GET', loginAt(address))
    expect([answer.status, answer.headers.get('location')], address).toEqual([404, null])
    expect((await browser.call('POST', request(address), { agree: false })).status).toBe(404)
    const out = await browser.send('GET', `/cas/logout?service=${encodeURIComponent(address)}`)
    expect(out.headers.get('location'), address).toBe('/login/signOut')
  }
})

it('asks the unsigned to sign in, or goes back silently where the system only looks', async () => {
  const stranger = browserAt(base)
  expect((await stranger.visit(loginAt(service))).pathname).toBe('/login/consent')
  expect((await stranger.visit(`${loginAt(service)}&gateway=true`)).href).toBe(service)
  expect(
    (await stranger.call('GET', `/cas/request/details?service=${encodeURIComponent(service)}`)).status,
  ).toBe(401)
})

it('is listed among what was signed out of, and a revoked agreement ends its tickets', async () => {
  const waiting = await ticket()
  expect((await browser.call('DELETE', '/api/v1/user/apps/201')).status).toBe(200)
  expect(await validated(waiting)).toContain('INVALID_TICKET')
  await validated(await ticket())
  const { data } = await browser.call<{ apps: object[] }>('POST', '/api/v1/signOut', {})
  expect(data.apps).toEqual([{ name: '应用201', notice: 'none' }])
})
