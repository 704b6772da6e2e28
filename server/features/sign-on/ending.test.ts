import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { testKeys, testRegion, type Region } from '../../app/testing/test-region.ts'
import { doorOf, type Member } from '../../app/testing/test-sign-in.ts'
import { sql } from '../../platform/db/sql.ts'
import { createLog } from '../../platform/log/log.ts'
import { outgoingTo } from '../../platform/http/outgoing.ts'
import { testConfig } from './test-config.ts'
import { leaving } from './ending.ts'
import { providersOf, turning } from './providers.ts'
import { publishedKeys } from './signing-keys.ts'
import { appClient, begin, browserAt, registerApp, registration } from './test-client.ts'

const redirect = 'https://yuedu.example.cn/callback'
let region: Region
let base = ''
let member: Member
let heard: string[] = []
let listener: Server
let config: oidc.Configuration

beforeAll(async () => {
  listener = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => heard.push(text))
    request.on('end', () => response.writeHead(request.url === '/broken' ? 500 : 200).end())
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  region = await testRegion('sign-on-ending')
  base = await region.app.listen({ port: 0, host: '127.0.0.1' })
  const app = await registerApp(region, '101', {
    ...registration(redirect),
    backchannelUri: `http://127.0.0.1:${port}/left`,
  })
  await registerApp(region, '102', {
    ...registration('https://other.example.cn/cb'),
    backchannelUri: `http://127.0.0.1:${port}/broken`,
  })
  config = await appClient(base, app)
  member = await doorOf(region).member('林疏影')
})
afterAll(async () => {
  listener.close()
  await region.close()
})

async function enter() {
  const browser = browserAt(base)
  await browser.signIn(member)
  const { url, checks } = await begin(config, redirect)
  const page = await browser.visit(url)
  const back = page.origin === base ? await browser.agree(page) : page
  return { browser, tokens: await oidc.authorizationCodeGrant(config, back, checks) }
}

const claims = z.object({
  iss: z.string(),
  aud: z.string(),
  sid: z.string(),
  sub: z.string(),
  events: z.object({}),
})

/** What a notice says; its signature is checked by the keys that are published. */
function readNotice(body: string) {
  const token = new URLSearchParams(body).get('logout_token') ?? ''
  return claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
}

it('signing out of the portal tells the apps, and lists which heard it', async () => {
  const { browser, tokens } = await enter()
  const other = await appClient(base, { clientId: 'app-102', secret: 'not used' })
  const { url } = await begin(other, 'https://other.example.cn/cb')
  await browser.agree(await browser.visit(url))
  heard = []
  const { data } = await browser.call<{ apps: { name: string; notice: string }[] }>(
    'POST',
    '/api/v1/signOut',
    {},
  )
  expect(data.apps.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: '应用101', notice: 'told' },
    { name: '应用102', notice: 'failed' },
  ])
  const notices = heard.map(readNotice)
  expect(notices.find(({ aud }) => aud === 'app-101')).toMatchObject({
    iss: base,
    sub: tokens.claims()?.sub,
    sid: tokens.claims()?.['sid'],
  })
  const lines = await region.db.query<{ action: string }>(sql`
    select action from audit where person_id = ${member.personId} and action like 'signOn.%' order by id`)
  expect(new Set(lines.map(({ action }) => action))).toEqual(
    new Set(['signOn.agreed', 'signOn.entered', 'signOn.left']),
  )
})

const needs = () => ({
  config: testConfig(base),
  db: region.db,
  keys: testKeys,
  log: createLog('silent'),
  photoAddress: () => '',
  outgoing: outgoingTo(['127.0.0.1']),
  maySee: () => Promise.resolve(true),
})

it('an end that nobody asked for is told by the job', async () => {
  const { browser } = await enter()
  await region.db.execute(sql`update session set revoked_at = now() where identity_id = ${member.identityId}`)
  heard = []
  await leaving(needs(), providersOf(needs()).current).run(new AbortController().signal)
  await vi.waitFor(() => expect(heard.map(readNotice).map(({ aud }) => aud)).toEqual(['app-101']), 20_000)
  const silent = await begin(config, redirect, { prompt: 'none' })
  expect((await browser.visit(silent.url)).searchParams.get('error')).toBe('login_required')
})

it('the next key is published before it signs, and what the last one signed still holds', async () => {
  const { db } = region
  const turn = () => turning(needs()).run(new AbortController().signal)
  const kids = async () => (await publishedKeys(db, testKeys)).map(({ kid }) => kid)
  const [first] = await kids()
  await turn()
  expect(await kids()).toEqual([first])
  await db.execute(
    sql`update sign_on_key set signs_from = now() - interval '84 days', published_until = now() + interval '8 days'`,
  )
  await turn()
  await turn()
  const [signing, next, ...more] = await kids()
  expect([signing, more]).toEqual([first, []])
  await db.execute(sql`update sign_on_key set signs_from = now() where kid = ${next ?? ''}`)
  expect(await kids()).toEqual([next, first])
  await db.execute(sql`update sign_on_key set published_until = now() where kid = ${first ?? ''}`)
  await turn()
  expect(await kids()).toEqual([next])
  expect((await db.query(sql`select 1 from sign_on_key where private_sealed like '%"d"%'`)).length).toBe(0)
})
