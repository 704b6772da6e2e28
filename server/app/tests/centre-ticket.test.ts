import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CookieLogin } from '../../../catalogue/contract/account/account.ts'
import { sql } from '../../platform/db/sql.ts'
import { createLog } from '../../platform/log/log.ts'
import { testRegion, type Region } from '../testing/test-region.ts'
import { doorOf } from '../testing/test-sign-in.ts'

const centre = 'shared-with-the-account-centre-0123456789'
let region: Region
let door: ReturnType<typeof doorOf>
beforeAll(async () => {
  region = await testRegion('centre', createLog('silent'), {
    accountCentreKey: centre,
    publicOrigin: 'https://teacher.example.cn',
  })
  door = doorOf(region)
})
afterAll(() => region.close())

const seconds = () => Math.floor(Date.now() / 1000)
function ticket(sub: string, more: object = {}, key = centre): string {
  const body = Buffer.from(
    JSON.stringify({
      sub,
      aud: 'teacher.example.cn',
      iat: seconds(),
      exp: seconds() + 300,
      jti: randomUUID(),
      ...more,
    }),
  ).toString('base64url')
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}
const come = (local_login: string, headers: Record<string, string> = {}) =>
  door.call<CookieLogin>('POST', '/api/v1/login/cookie', { local_login }, headers)
const tokenIn = ({ entered }: CookieLogin) => (entered && 'token' in entered ? entered.token : undefined)

it('lets in whom the account centre names, by any of their names, once', async () => {
  const one = await door.member('甲')
  const mine = ticket(one.login)
  const { data } = await come(mine)
  expect(data.state).toBe(2)
  expect((await door.call('GET', '/api/v1/user', undefined, { token: tokenIn(data) ?? '' })).status).toBe(200)
  expect((await come(mine)).data, 'a replay').toEqual({ state: 1, accounts: [], ticket: null, entered: null })
  expect((await come(ticket(one.mobile))).data.state).toBe(2)
  const raced = ticket(one.login)
  const states = (await Promise.all(Array.from({ length: 20 }, () => come(raced)))).map(
    (answer) => answer.data.state,
  )
  expect(states.filter((state) => state === 2).length).toBe(1)
})

it('takes no ticket that is forged, foreign, too old, too long, from tomorrow, or of nobody; all of them look alike', async () => {
  const one = await door.member('乙')
  const good = ticket(one.login)
  const [body = '', mac = ''] = good.split('.')
  const altered = Buffer.from(
    JSON.stringify({ ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), sub: 'admin' }),
  ).toString('base64url')
  const bad = [
    'x',
    `${body}.`,
    `${body}`,
    `${altered}.${mac}`,
    `${good}.${mac}`,
    ticket(one.login, {}, 'another-key-another-key-another-key'),
    ticket(one.login, { aud: 'other.example.cn' }),
    ticket(one.login, { aud: 'teacher.example.cn.evil.cn' }),
    ticket(one.login, { exp: seconds() - 1 }),
    ticket(one.login, { exp: seconds() + 3600 }),
    ticket(one.login, { iat: seconds() + 120, exp: seconds() + 200 }),
    ticket(one.login, { jti: 'short' }),
    ticket(one.login, { exp: undefined }),
    ticket('nobody-here'),
  ]
  const texts = []
  for (const wrong of bad) texts.push((await come(wrong, { host: 'other.example.cn' })).text)
  expect(new Set(texts).size).toBe(1)
  expect(JSON.parse(texts[0] ?? '').data.state).toBe(1)
  expect((await come(good)).data.state, 'none of them used the good one up').toBe(2)
  await region.db.query(sql`update identity set state = 'disabled' where person_id = ${one.personId}`)
  expect((await come(ticket(one.login))).data.state).toBe(1)
})

it('lets somebody of several identities choose, once and within their own', async () => {
  const one = await door.member('丙')
  const second = await region.db.one<{ id: number }>(sql`
    insert into identity (person_id, role, institution_id)
    values (${one.personId}, 3, ${region.places.school})
    returning id`)
  const choose = (by: string | null, account_id: number) =>
    door.call<CookieLogin>('POST', '/api/v1/login/cookie', { ticket: by ?? '', account_id })
  const first = (await come(ticket(one.login))).data
  expect(first.accounts.map(({ id }) => id)).toEqual([one.identityId, second.id])
  expect(first.entered).toBeNull()
  expect((await choose(`${first.ticket}x`, second.id)).data.state).toBe(1)
  const { data } = await choose(first.ticket, second.id)
  expect(data.entered).toMatchObject({ id: second.id, role: 3 })
  expect((await choose(first.ticket, second.id)).data.state).toBe(1)
  const again = (await come(ticket(one.login))).data
  expect((await choose(again.ticket, region.people.admin.identityId)).data.state).toBe(1)
})

it('never signs in over an existing session', async () => {
  const one = await door.member('丁')
  const other = ticket(one.login)
  expect((await come(other, { token: region.people.teacher.token })).data.state).toBe(1)
  expect((await region.people.teacher.get('/api/v1/user')).status).toBe(200)
  expect((await come(other)).data.state, 'it was not used up').toBe(2)
})

it('answers state 1 where there is no account centre', async () => {
  const plain = await testRegion('centre-none')
  const response = await plain.app.inject({
    method: 'POST',
    url: '/api/v1/login/cookie',
    payload: { local_login: ticket('admin', {}, '') },
  })
  expect(response.json().data.state).toBe(1)
  await plain.close()
})
