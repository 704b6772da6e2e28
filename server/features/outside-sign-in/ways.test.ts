import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type { OutsideEntered, SignInWay } from '../../../catalogue/contract/account/outside-sign-in.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { doorOf, good } from '../../app/testing/test-sign-in.ts'
import { sql } from '../../platform/db/sql.ts'
import { TestDirectory } from '../../platform/ldap/testing/test-directory.ts'
import { testCertificate } from '../../platform/testing/test-certificate.ts'
import { Issuer } from './test-issuer.ts'

const base = 'ou=people,dc=example,dc=cn'
const reader = { dn: `cn=reader,${base}`, password: 'may-read-all', attributes: {} }
const lin = {
  dn: `uid=lin,${base}`,
  password: 'secret-of-lin',
  attributes: { uid: ['lin'], entryUUID: ['number-of-lin'], title: ['校长'] },
}
const certificate = testCertificate('directory', 20)
const directory = new TestDirectory([reader, lin], certificate)
const issuer = new Issuer()
let folder: string
let region: Region
let door: ReturnType<typeof doorOf>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-ways-'))
  const ca = join(folder, 'ca.pem')
  await writeFile(ca, certificate.certificate)
  await directory.listen()
  region = await testRegion('sign-in-ways', undefined, {
    publicOrigin: 'https://teacher.example.cn',
    outsideSignIn: {
      oidc: { issuer: await issuer.open(), clientId: 'portal', clientSecret: 'right', name: '粤教通' },
      wecom: undefined,
      dingtalk: undefined,
      ldap: {
        url: directory.url,
        ca,
        reader: reader.dn,
        readerPassword: reader.password,
        base,
        account: 'uid',
        subject: 'entryUUID',
        name: '单位账号',
      },
    },
  })
  door = doorOf(region)
})
afterAll(async () => {
  await region.close()
  await directory.close()
  await issuer.close()
  await rm(folder, { recursive: true, force: true })
})

const ways = async (token: string) =>
  (await door.call<SignInWay[]>('GET', '/api/v1/signInWays', undefined, { token })).data

async function administrator(): Promise<string> {
  const who = await door.member('管理员', { role: 1, at: region.places.province })
  const { data } = await door.call<UserInfo>('POST', '/api/v1/login', { account: who.login, password: good })
  return data.token
}
const start = (body: object, token?: string) =>
  door.call<{ to: string }>('POST', '/api/v1/login/outside/start', body, token ? { token } : {})
const enter = (body: object, cookie: string, token?: string) =>
  door.call<OutsideEntered>('POST', '/api/v1/login/outside/enter', body, { cookie, ...(token && { token }) })

it('an administrator reads how each door is set up, without secrets, and whose certificate ends', async () => {
  const token = await administrator()
  const all = await ways(token)
  expect(all.filter(({ ready }) => ready).map(({ provider }) => provider)).toEqual(['oidc', 'ldap'])
  const ldap = all.find(({ provider }) => provider === 'ldap')
  expect(ldap).toMatchObject({
    label: '单位账号',
    people: 0,
    enteredAt: null,
    certificates: [{ variable: 'OUTSIDE_LDAP_CA', subject: 'CN=directory', days: 19 }],
    faults: ['OUTSIDE_LDAP_CA 里的证书（CN=directory）还有 19 天到期，请更换。'],
  })
  for (const secret of ['may-read-all', 'right', 'cn=reader', folder])
    expect(JSON.stringify(all)).not.toContain(secret)
})

it('nobody else reads them, or tries a door', async () => {
  const { people } = region
  for (const who of [people.teacher, people.school, people.area]) {
    expect((await who.get('/api/v1/signInWays')).status).toBe(403)
    expect((await who.post('/api/v1/login/outside/start', { provider: 'oidc', trial: true })).status).toBe(
      403,
    )
    const asked = { account: 'lin', password: 'secret-of-lin', trial: true }
    expect((await who.post('/api/v1/login/directory', asked)).status).toBe(403)
  }
  expect((await door.call('GET', '/api/v1/signInWays')).status).toBe(401)
  expect((await start({ provider: 'oidc', trial: true })).status).toBe(403)
  expect((await start({ provider: 'oidc', trial: 'yes' })).status).toBe(400)
})

it('a trial shows each claim, signs nobody in, binds nothing, and ends with the administrator who began it', async () => {
  const token = await administrator()
  const begun = await start({ provider: 'oidc', trial: true }, token)
  const back = issuer.signIn(begun.data.to, 'tried@outside')
  const tried = await enter(back, begun.cookie, token)
  expect(tried.data).toMatchObject({ result: null, unbound: null, ticket: null })
  expect(tried.data.claims).toContainEqual({ name: '用来认人的号', value: 'tried@outside' })
  expect(tried.data.claims).toContainEqual({ name: 'iss', value: issuer.url })
  // Whoever signed out meanwhile sees nothing.
  const again = await start({ provider: 'oidc', trial: true }, token)
  expect((await enter(issuer.signIn(again.data.to, 'tried@outside'), again.cookie)).status).toBe(403)
  const asked = { account: 'lin', password: 'secret-of-lin', trial: true }
  expect((await start({ provider: 'ldap', trial: true }, token)).data.to).toBe('/login/directory?trial=1')
  const ldap = await door.call<OutsideEntered>('POST', '/api/v1/login/directory', asked, { token })
  expect(ldap.data.claims).toContainEqual({ name: 'title', value: '校长' })
  const { bound, noted } = await region.db.one<{ bound: number; noted: number }>(sql`
    select (select count(*)::int from outside_account) as bound,
      (select count(*)::int from audit where action = 'outside.tried') as noted`)
  expect([bound, noted]).toEqual([0, 2])
})

it('the last time somebody came in is kept, and how many are bound', async () => {
  const token = await administrator()
  const who = await door.member('温如玉')
  const { data: own } = await door.call<UserInfo>('POST', '/api/v1/login', {
    account: who.login,
    password: good,
  })
  const asked = { account: 'lin', password: 'secret-of-lin' }
  const shown = await door.call<OutsideEntered>('POST', '/api/v1/login/directory', asked, {
    token: own.token,
  })
  const headers = { cookie: shown.cookie, token: own.token }
  expect(
    (await door.call('PUT', '/api/v1/user/outsideSignIn', { ticket: shown.data.ticket }, headers)).status,
  ).toBe(200)
  for (let time = 0; time < 2; time += 1)
    expect(
      (await door.call<OutsideEntered>('POST', '/api/v1/login/directory', asked)).data.result,
    ).toBeTruthy()
  const ldap = (await ways(token)).find(({ provider }) => provider === 'ldap')
  expect(ldap?.people).toBe(1)
  expect(Date.now() - Date.parse(ldap?.enteredAt ?? '')).toBeLessThan(120_000)
})
