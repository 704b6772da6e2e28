import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { doorOf, type Member } from '../../app/testing/test-sign-in.ts'
import { sql } from '../../platform/db/sql.ts'
import { browserAt, registerApp, registration } from './test-client.ts'

const heard: string[] = []
let status = 200
const older = createServer((request, response) => {
  request.setEncoding('utf8').on('data', (text: string) => heard.push(text))
  request.on('end', () => response.writeHead(status).end())
})
let region: Region
let base = ''
let service = ''
let member: Member
beforeAll(async () => {
  older.listen(0, '127.0.0.1')
  await once(older, 'listening')
  const address = older.address()
  service = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/login`
  region = await testRegion('sign-on-older')
  base = await region.app.listen({ port: 0, host: '127.0.0.1' })
  member = await doorOf(region).member('旧系统的人')
  const shared = { ...registration('https://old.example.cn/x'), services: [service] }
  await registerApp(region, '701', { ...shared, serviceLogout: true })
})
afterAll(async () => {
  older.close()
  await region.close()
})

/** Enters the older system in a browser of its own; answers that browser and the ticket. */
async function enter() {
  const browser = browserAt(base)
  await browser.signIn(member)
  const { data } = await browser.call<{ to: string }>(
    'POST',
    `/cas/request/decision?service=${encodeURIComponent(service)}`,
    { agree: true, identity: member.identityId, facts: [] },
  )
  const ticket = new URL(data.to).searchParams.get('ticket') ?? ''
  const query = new URLSearchParams({ service, ticket })
  expect(await (await fetch(`${base}/cas/serviceValidate?${query.toString()}`)).text()).toContain('Success')
  return { browser, ticket }
}
const signOut = async ({ browser }: Awaited<ReturnType<typeof enter>>) =>
  (await browser.call<{ apps: object[] }>('POST', '/api/v1/signOut', {})).data.apps

it('an older system is told by its ticket that the person signed out, once, and only of used tickets', async () => {
  const entered = await enter()
  const [row] = await region.db.query<{ row: string }>(
    sql`select to_jsonb(t)::text as row from sign_on_ticket t`,
  )
  expect(row?.row).not.toContain(entered.ticket)
  expect(await signOut(entered)).toEqual([{ name: '应用701', notice: 'told' }])
  expect(heard).toHaveLength(1)
  const request = new URLSearchParams(heard[0]).get('logoutRequest') ?? ''
  expect(request).toContain(`<samlp:SessionIndex>${entered.ticket}</samlp:SessionIndex>`)
  const again = await enter()
  status = 500
  expect(await signOut(again)).toEqual([{ name: '应用701', notice: 'failed' }])
  const idle = browserAt(base)
  await idle.signIn(member)
  expect((await idle.call<{ apps: object[] }>('POST', '/api/v1/signOut', {})).data.apps).toEqual([])
  expect(heard).toHaveLength(2)
})
