import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AppOpened } from '../../../catalogue/contract/portal/app-centre.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { doorOf, type Member } from '../../app/testing/test-sign-in.ts'
import { browserAt, registerApp, registration, type Browser } from './test-client.ts'

const service = 'https://old.example.cn/login'
let region: Region
let base = ''
let member: Member
let browser: Browser
beforeAll(async () => {
  region = await testRegion('sign-on-open')
  base = await region.app.listen({ port: 0, host: '127.0.0.1' })
  member = await doorOf(region).member('开门人')
  browser = browserAt(base)
  await browser.signIn(member)
})
afterAll(() => region.close())

const open = async (id: string) => (await browser.call<AppOpened>('POST', `/api/v1/apps/${id}/open`)).data

it('opens an app of OpenID Connect where it begins its own sign-in, and says only who the issuer is', async () => {
  const plain = registration('https://new.example.cn/back')
  await registerApp(region, '301', { ...plain, initiateUri: 'https://new.example.cn/start?from=portal' })
  await registerApp(region, '302', plain)
  // Somebody has asked for the issuer, as apps do before they send anybody.
  await browser.send('GET', '/.well-known/openid-configuration')
  const url = new URL((await open('301')).address)
  expect([url.origin, url.pathname]).toEqual(['https://new.example.cn', '/start'])
  expect(Object.fromEntries(url.searchParams)).toEqual({ from: 'portal', iss: base })
  expect((await open('302')).address).not.toContain('iss=')
  const refused = await region.people.admin.put('/api/v1/signOnClients/302', {
    ...plain,
    initiateUri: 'https://evil.example/start',
    version: 1,
  })
  expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, 'initiateUri'])
})

it('opens an older system with a ticket that counts once, after the person agreed', async () => {
  await registerApp(region, '303', { ...registration('https://old.example.cn/x'), services: [service] })
  const asking = await open('303')
  expect(asking.address).toBe(`/cas/login?service=${encodeURIComponent(service)}`)
  const agreed = await browser.call('POST', `/cas/request/decision?service=${encodeURIComponent(service)}`, {
    agree: true,
    identity: member.identityId,
    facts: [],
  })
  expect(agreed.status).toBe(200)
  const [first, second] = [await open('303'), await open('303')].map(({ address }) => new URL(address))
  const ticket = first?.searchParams.get('ticket') ?? ''
  expect(ticket).toMatch(/^ST-/)
  expect(second?.searchParams.get('ticket')).not.toBe(ticket)
  const told = async () =>
    (await fetch(`${base}/cas/serviceValidate?${new URLSearchParams({ service, ticket }).toString()}`)).text()
  expect(await told()).toContain('开门人')
  expect(await told()).toContain('INVALID_TICKET')
})
