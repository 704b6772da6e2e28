import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Region } from '../testing/test-region.ts'
import { doorOf, good } from '../testing/test-sign-in.ts'

let region: Region
let door: ReturnType<typeof doorOf>
beforeAll(async () => {
  region = await testRegion('attack-hashes')
  door = doorOf(region)
})
afterAll(() => region.close())

const hashOf = async (personId: number) =>
  (
    await region.db.one<{ password_hash: string }>(
      sql`select password_hash from person where id = ${personId}`,
    )
  ).password_hash
const login = (account: string, password: string) =>
  door.call<UserInfo>('POST', '/api/v1/login', { account, password })

it('does not find a password by trying it against the hashes alone: they need a key that is not in the database', async () => {
  const one = await door.member('丁一')
  const { id, password } = (
    await region.people.admin.post<{ id: number; password: string }>('/api/v1/userManage', {
      name: '新人',
      loginName: 'newcomer1',
      idNo: '',
      mobile: '',
      role: 3,
      institutionId: region.places.school,
    })
  ).data
  expect((await login('newcomer1', password)).status).toBe(200)
  const next = 'Kx#9mtpq-2'
  expect((await one.put('/api/v1/user/resetPassword', { old_password: good, password: next })).status).toBe(
    200,
  )
  for (const [person, known] of [
    [id, password],
    [one.personId, next],
  ] as const) {
    const stolen = (await hashOf(person)).replace(/^[^$]*(?=\$)/, '')
    expect(stolen).toMatch(/^\$argon2id\$/)
    expect(await verify(stolen, known)).toBe(false)
  }
})

it('finds no hash of the time before the key longer than until its owner signs in, whose password stays what it was', async () => {
  const one = await door.member('丁二')
  const before = await hash(good)
  await region.db.query(sql`update person set password_hash = ${before} where id = ${one.personId}`)
  const { password_changed_at } = await region.db.one<{ password_changed_at: string }>(
    sql`select password_changed_at from person where id = ${one.personId}`,
  )
  expect((await login(one.login, 'wrong')).code).toBe(22001)
  expect(await hashOf(one.personId), 'a wrong password changes nothing').toBe(before)
  expect((await login(one.login, good)).status).toBe(200)
  const after = await hashOf(one.personId)
  expect(after).not.toBe(before)
  expect(await verify(after.replace(/^[^$]*(?=\$)/, ''), good)).toBe(false)
  expect((await login(one.login, good)).status).toBe(200)
  expect(await hashOf(one.personId), 'once').toBe(after)
  expect(await region.db.one(sql`select password_changed_at from person where id = ${one.personId}`)).toEqual(
    { password_changed_at },
  )
})
