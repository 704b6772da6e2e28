import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type { Device } from '../../../catalogue/contract/account/personal.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import { openSession } from '../../platform/session/session.ts'
import { testKeys, testRegion, type Region } from '../testing/test-region.ts'
import { doorOf, good, type Member } from '../testing/test-sign-in.ts'

let region: Region
let strict: Region
let door: ReturnType<typeof doorOf>
let strictDoor: ReturnType<typeof doorOf>
beforeAll(async () => {
  ;[region, strict] = await Promise.all([
    testRegion('attack-copy'),
    testRegion('attack-copy-strict', undefined, {
      unboundSessions: false,
      publicOrigin: 'https://teacher.example.cn',
      trustProxy: 1,
    }),
  ])
  door = doorOf(region)
  strictDoor = doorOf(strict)
})
afterAll(() => Promise.all([region.close(), strict.close()]))

const browser = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }

/** Signs in as a browser does; answers the token and the cookies that were set, by name. */
async function enter(one: Member, headers: Record<string, string> = browser, at = region) {
  const response = await at.app.inject({
    method: 'POST',
    url: '/api/v1/login',
    headers,
    payload: { account: one.login, password: good },
  })
  const lines = [response.headers['set-cookie'] ?? []].flat()
  const line = lines.find((one_) => /^(__Host-sid|xt_sid)=/.test(one_)) ?? ''
  return {
    status: response.statusCode,
    token: response.json<{ data: UserInfo }>().data?.token,
    line,
    cookie: line.split(';')[0] ?? '',
  }
}
const ask = async (token: string, cookie = '', at = region) => {
  const response = await at.app.inject({
    method: 'GET',
    url: '/api/v1/user',
    headers: { token, ...(cookie && { cookie }) },
  })
  return { status: response.statusCode, msg: response.json<{ msg: string }>().msg, headers: response.headers }
}

describe('a token copied out of a browser', () => {
  it('opens nothing without the cookie beside it, ends the session and leaves one line in the audit', async () => {
    const one = await door.member('庚一')
    for (const wrong of ['', 'xt_sid=', `xt_sid=${'A'.repeat(32)}`]) {
      const { token, cookie, line } = await enter(one)
      expect(line).toMatch(/^xt_sid=[\w-]{32}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
      expect((await ask(token, cookie)).status).toBe(200)
      const copied = await ask(token, wrong)
      expect([copied.status, copied.msg]).toEqual([401, '登录状态与本浏览器不符，已退出，请重新登录'])
      expect((await ask(token, cookie)).status, 'its owner signs in anew').toBe(401)
    }
    const lines = await region.db.query(
      sql`select action from audit where person_id = ${one.personId} and action = 'session.unbound'`,
    )
    expect(lines.length).toBe(3)
  })

  it('is not made good by the cookie of another session, and stays bound through its renewal', async () => {
    const [one, other] = [await door.member('庚二'), await door.member('庚三')]
    const [mine, theirs] = [await enter(one), await enter(other)]
    expect((await ask(theirs.token, mine.cookie)).status).toBe(401)
    await region.db.query(sql`
      update session
      set created_at = now() - interval '7 hours', expires_at = now() + interval '5 hours'
      where token_hash = ${sha256(mine.token)}`)
    const renewed = await ask(mine.token, mine.cookie)
    const next = String(renewed.headers['token'])
    expect((await ask(next, mine.cookie)).status).toBe(200)
    expect((await ask(next)).status).toBe(401)
  })

  it('over https has a cookie no other host can plant, also after a change of identity, and signing out takes it away', async () => {
    const one = await strictDoor.member('庚四', { role: 3 })
    const https = { ...browser, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
    const { token, line, cookie } = await enter(one, https, strict)
    expect(line).toMatch(/^__Host-sid=.*; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/)
    const second = await strict.db.one<{ id: number }>(sql`
      insert into identity (person_id, role, institution_id)
      values (${one.personId}, 4, ${strict.places.district})
      returning id`)
    const changed = await strict.app.inject({
      method: 'POST',
      url: '/api/v1/user/switch',
      headers: { ...https, token, cookie },
      payload: { account_id: second.id },
    })
    const bound =
      [changed.headers['set-cookie'] ?? []]
        .flat()
        .find((one_) => one_.startsWith('__Host-sid='))
        ?.split(';')[0] ?? ''
    const { data } = changed.json<{ data: UserInfo }>()
    expect((await ask(data.token, bound, strict)).status).toBe(200)
    const out = await strict.app.inject({
      method: 'GET',
      url: '/login/logout',
      headers: { ...https, token: data.token, cookie: bound },
    })
    expect(String(out.headers['set-cookie'])).toMatch(/__Host-sid=; Path=\/; Max-Age=0/)
  })

  it('of a program is not bound, unless the portal refuses sessions outside browsers', async () => {
    const one = await door.member('庚五')
    const { token, line } = await enter(one, { 'sec-fetch-mode': 'cors' })
    expect(line).toBe('')
    expect((await ask(token)).status).toBe(200)
    const two = await strictDoor.member('庚六')
    expect((await enter(two, { 'x-forwarded-proto': 'https' }, strict)).status).toBe(403)
  })
})

describe('a sixth device', () => {
  it('ends the one that was unused longest, which is told why at its next call and stands in the list', async () => {
    const one = await door.member('庚七')
    await region.db.query(sql`update session set revoked_at = now() where identity_id = ${one.identityId}`)
    const tokens: string[] = []
    for (let i = 0; i < 5; i += 1) tokens.push((await enter(one)).token)
    const cookies = await Promise.all(
      tokens.map((token) =>
        region.db.one(
          sql`select binding is not null as bound from session where token_hash = ${sha256(token)}`,
        ),
      ),
    )
    expect(cookies.every((row) => row['bound'] === true)).toBe(true)
    await region.db.query(
      sql`update session
        set last_seen_at = now() - interval '5 minutes'
        where token_hash = ${sha256(tokens[2] ?? '')}`,
    )
    const sixth = await enter(one)
    const told = await ask(tokens[2] ?? '')
    expect([told.status, told.msg]).toEqual([
      401,
      '您的账号同时登录的设备过多，最久没有使用的这台已自动退出，请重新登录',
    ])
    const list = await region.app.inject({
      method: 'GET',
      url: '/api/v1/user/sessions',
      headers: { token: sixth.token, cookie: sixth.cookie },
    })
    const devices = list.json<{ data: Device[] }>().data
    expect([
      devices.filter(({ ended }) => !ended).length,
      devices.filter(({ ended }) => ended).length,
    ]).toEqual([5, 1])
    const live = await region.db.one(
      sql`select count(*)::int as n from session where identity_id = ${one.identityId} and revoked_at is null`,
    )
    expect(live).toEqual({ n: 5 })
  })

  it('is counted for the person, over all identities, and twenty sign-ins at once leave five', async () => {
    const one = await door.member('庚八')
    await region.db.query(sql`update session set revoked_at = now() where identity_id = ${one.identityId}`)
    await Promise.all(
      Array.from({ length: 20 }, () =>
        openSession(region.db, testKeys, one.identityId, { ip: '127.0.0.1', agent: 'test', most: 5 }),
      ),
    )
    const { n } = await region.db.one<{ n: number }>(
      sql`select count(*)::int as n from session where identity_id = ${one.identityId} and revoked_at is null`,
    )
    expect(n).toBe(5)
  })
})
