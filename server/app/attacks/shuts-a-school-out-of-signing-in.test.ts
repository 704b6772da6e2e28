import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import { createLog } from '../../platform/log/log.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Region } from '../testing/test-region.ts'
import { doorOf, good, hashPassword } from '../testing/test-sign-in.ts'

let region: Region
let door: ReturnType<typeof doorOf>
let logged = ''
beforeAll(async () => {
  region = await testRegion(
    'attack-school',
    createLog('warn', (line) => (logged += line)),
    { trustedNetworks: ['127.30.0.0/16'] },
  )
  door = doorOf(region)
})
afterAll(() => region.close())

const login = (account: string, password: string, more: object = {}, ip?: string) =>
  door.call<UserInfo>('POST', '/api/v1/login', { account, password, ...more }, {}, ip)

/**
 * So many calls, eight at once: what is tested is whether a limit refuses, not whether a slow machine is
 * short of connections.
 */
async function times<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  while (done.length < count) {
    const from = done.length
    done.push(
      ...(await Promise.all(Array.from({ length: Math.min(8, count - from) }, (_, i) => work(from + i)))),
    )
  }
  return done
}

/** Teachers of a school who all have the same password, which costs one hash. */
async function staff(count: number): Promise<void> {
  await region.db.query(sql`
    with made as (
      insert into person (name, login_name, password_hash, password_changed_at)
      select '教师' || n, 'staff' || n, ${await hashPassword(good)}, now()
      from generate_series(0, ${count - 1}) n
      returning id)
    insert into identity (person_id, role, institution_id) select id, 3, ${region.places.school} from made`)
}

it('does not keep a school behind one address from signing in within the same minute, some of them mistyping', async () => {
  await staff(150)
  const ip = '127.20.0.1'
  const keys = await times(400, () => door.call('GET', '/api/v1/login/key', undefined, {}, ip))
  expect(new Set(keys.map(({ status }) => status))).toEqual(new Set([200]))
  const entered = await times(150, (i) => login(`staff${i}`, good, {}, ip))
  expect(new Set(entered.map(({ status }) => status))).toEqual(new Set([200]))
  // One mistype in five sign-ins is a school's morning, not an attack.
  const mistyped = await times(40, (i) => login(`staff${i}`, 'wrong', {}, ip))
  expect(new Set(mistyped.map(({ code }) => code))).toEqual(new Set([22001]))
  expect((await login('staff149', good, {}, ip)).status).toBe(200)
})

it('by failing from its address asks everybody there for a captcha at most, and nobody elsewhere', async () => {
  const one = await door.member('戊一')
  const ip = '127.20.0.2'
  for (let i = 0; i < 20; i += 1) expect((await login(`spray${i}`, 'wrong', {}, ip)).code).toBe(22001)
  const more = await times(100, (i) => login(`spray${100 + i}`, 'wrong', {}, ip))
  expect(new Set(more.map(({ code }) => code)), 'the spray itself ends at twenty').toEqual(new Set([22003]))
  await region.db.query(sql`update sign_in_failure set failed = 5000 where key = ${`address|${ip}`}`)
  expect((await login(one.login, good, {}, ip)).code).toBe(22003)
  expect((await login(one.login, good, await door.solved(ip), ip)).status).toBe(200)
  expect((await login(one.login, good, {}, '127.20.0.3')).status).toBe(200)
})

it('gets no captcha asked for by address in a network that is trusted, where the accounts are still counted', async () => {
  const ip = '127.30.7.1'
  for (let i = 0; i < 30; i += 1) expect((await login(`wrong${i}`, 'wrong', {}, ip)).code).toBe(22001)
  const one = await door.member('戊二')
  for (let i = 0; i < 3; i += 1) expect((await login(one.login, 'wrong', {}, ip)).code).toBe(22001)
  expect((await login(one.login, good, {}, ip)).code).toBe(22003)
})

it('by asking for codes makes the address solve captchas, and does not keep others there from their codes', async () => {
  const ip = '127.20.0.4'
  const ask = (mobile: string, more: object = {}) =>
    door.call('POST', '/api/v1/send_mobile_code', { mobile, scene: 'login', ...more }, {}, ip)
  for (let i = 0; i < 20; i += 1) expect((await ask(`1370000${String(i).padStart(4, '0')}`)).status).toBe(200)
  const one = await door.member('戊三')
  expect((await ask(one.mobile)).code).toBe(22003)
  expect(
    (await ask(one.mobile, { captcha: '1', captcha_id: '0197f1c2-0000-7000-8000-00000000abcd' })).code,
  ).toBe(22004)
  expect((await ask(one.mobile, await door.solved(ip))).status).toBe(200)
})

it('through a proxy nobody told the portal about is noticed in the log, once', async () => {
  for (let i = 0; i < 3; i += 1)
    await region.app.inject({ method: 'GET', url: '/health', headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(logged.match(/"proxy\.not-trusted"/g)?.length).toBe(1)
  expect(logged).toContain('TRUST_PROXY')
  expect(logged).not.toContain('203.0.113.7')
})
