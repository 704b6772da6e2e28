import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type { Account } from '../../../catalogue/contract/account/personal.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Region } from '../testing/test-region.ts'
import { doorOf, good, type Member } from '../testing/test-sign-in.ts'

/**
 * The session opened with a one-time password sets the new one without the old one, once; nobody else does.
 */
let region: Region
let door: ReturnType<typeof doorOf>
beforeAll(async () => {
  region = await testRegion('first-sign-in')
  door = doorOf(region)
})
afterAll(() => region.close())

const fresh = 'Kx#9mtpq-2'
const signIn = async (account: string, password: string) =>
  (await door.call<UserInfo>('POST', '/api/v1/login', { account, password })).data
const setPassword = (token: string, body: object) =>
  door.call('PUT', '/api/v1/user/resetPassword', body, { token })
const accountOf = async (token: string) =>
  (await door.call<Account>('GET', '/api/v1/user/account', undefined, { token })).data
/** What a refusal says, and of which field. */
const refusal = ({ status, msg, data }: Awaited<ReturnType<typeof setPassword>>) => [
  status,
  msg,
  data.errors[0]?.field,
]
const wantsOld = [400, '请填写原密码', 'old_password']

/** Gives somebody a one-time password, as an administrator does. */
async function issued(who: Member): Promise<string> {
  const { data } = await region.people.admin.put<{ password: string | null }>(
    `/api/v1/userManage/${who.personId}/resetPassword`,
    undefined,
  )
  if (data.password === null) throw new Error('sent to a phone')
  return data.password
}
/** Somebody without a phone, so that one-time passwords are told. */
async function member(label: string): Promise<Member> {
  const one = await door.member(label)
  await region.db.execute(sql`
    update person set mobile_key = null, mobile_sealed = null where id = ${one.personId}`)
  return one
}

it('is asked for a new password without a reproach and without the old one', async () => {
  const one = await member('初来')
  const { token, ...told } = await signIn(one.login, await issued(one))
  expect(told).toMatchObject({ is_simple: 1, password_due: 'first' })
  const closed = await door.call('GET', '/api/v1/workbench', undefined, { token })
  expect([closed.status, closed.code, closed.msg]).toEqual([403, 40302, '首次登录，请设置新密码'])
  expect((await accountOf(token)).replaces_one_time).toBe(true)
  // Rules for passwords hold here, too.
  expect((await setPassword(token, { password: 'Password1!' })).status).toBe(400)
  expect((await setPassword(token, { password: fresh })).status).toBe(200)
  expect((await accountOf(token)).replaces_one_time).toBe(false)
  expect((await door.call('GET', '/api/v1/workbench', undefined, { token })).status).toBe(200)
  expect((await signIn(one.login, fresh)).password_due).toBeNull()
  // A later one-time password is no first sign-in.
  expect((await signIn(one.login, await issued(one))).password_due).toBe('reset')
})

it('serves once: the same session asks for the old password as soon as the new one is set', async () => {
  const one = await member('再来')
  const { token } = await signIn(one.login, await issued(one))
  const race = await Promise.all(
    [fresh, 'Zr!4wvbn-8', 'Hq%7dcxk-5'].map((password) => setPassword(token, { password })),
  )
  expect(race.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of race.filter(({ status }) => status !== 200)) expect(refusal(answer)).toEqual(wantsOld)
  expect(refusal(await setPassword(token, { password: 'Mj&3pgty-6' }))).toEqual(wantsOld)
})

it('serves no other session: an ordinary one, one opened before, nor one when the password was issued anew', async () => {
  const one = await member('旁人')
  const ordinary = await signIn(one.login, good)
  expect((await accountOf(ordinary.token)).replaces_one_time).toBe(false)
  expect(refusal(await setPassword(ordinary.token, { password: fresh }))).toEqual(wantsOld)
  expect(refusal(await setPassword(ordinary.token, { old_password: '', password: fresh }))).toEqual(wantsOld)

  const first = await signIn(one.login, await issued(one))
  // Issued anew while the first session still lives: its right was to the password before.
  await region.db.execute(sql`
    update person set password_changed_at = now(), must_change = true where id = ${one.personId}`)
  expect((await accountOf(first.token)).replaces_one_time).toBe(false)
  expect(refusal(await setPassword(first.token, { password: fresh }))).toEqual(wantsOld)
  const stranger = await member('路人')
  const theirs = await signIn(stranger.login, good)
  expect(refusal(await setPassword(theirs.token, { password: fresh }))).toEqual(wantsOld)
  expect((await setPassword('no-session', { password: fresh })).status).toBe(401)
})

it('goes with the session when its token is renewed', async () => {
  const one = await member('久坐')
  const { token } = await signIn(one.login, await issued(one))
  await region.db.execute(sql`
    update session set created_at = now() - interval '7 hours', expires_at = now() + interval '5 hours'
    where identity_id = ${one.identityId} and revoked_at is null`)
  const answer = await region.app.inject({ url: '/api/v1/user/account', headers: { token } })
  const renewed = String(answer.headers['token'])
  expect(renewed).not.toBe(token)
  expect((await setPassword(renewed, { password: fresh })).status).toBe(200)
})
