import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type { OutsideEntered, OwnOutside } from '../../../catalogue/contract/account/outside-sign-in.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { doorOf, good, type Member } from '../../app/testing/test-sign-in.ts'
import { sql } from '../../platform/db/sql.ts'
import { TestDirectory, type TestEntry } from '../../platform/ldap/testing/test-directory.ts'
import { createLog } from '../../platform/log/log.ts'
import { testCertificate } from '../../platform/testing/test-certificate.ts'

const base = 'ou=people,dc=example,dc=cn'
const person = (uid: string): TestEntry => ({
  dn: `uid=${uid},${base}`,
  password: `secret-of-${uid}`,
  attributes: { uid: [uid], entryUUID: [`number-of-${uid}`] },
})
const reader = { dn: `cn=reader,${base}`, password: 'may-read-all', attributes: {} }
const names = ['wen', 'sima', 'locked', 'two words', 'spelt', 'admin', 'same', 'taken', 'raced']
const certificate = testCertificate('directory')
const directory = new TestDirectory([reader, ...names.map(person)], certificate)
const heard: string[] = []
let folder: string
let region: Region
let door: ReturnType<typeof doorOf>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-ldap-'))
  const ca = join(folder, 'ca.pem')
  await writeFile(ca, certificate.certificate)
  await directory.listen()
  const ldap = {
    url: directory.url,
    ca,
    reader: reader.dn,
    readerPassword: reader.password,
    base,
    account: 'uid',
    subject: 'entryUUID',
    name: '教育城域网账号',
  }
  const log = createLog('debug', (line) => void heard.push(line))
  region = await testRegion('outside-directory', log, {
    outsideSignIn: { oidc: undefined, wecom: undefined, dingtalk: undefined, ldap },
  })
  door = doorOf(region)
})
afterAll(async () => {
  await region.close()
  await directory.close()
  await rm(folder, { recursive: true, force: true })
})

const path = '/api/v1/login/directory'
const enter = (
  account: string,
  password = `secret-of-${account}`,
  more: object = {},
  headers = {},
  ip?: string,
) => door.call<OutsideEntered>('POST', path, { account, password, ...more }, headers, ip)

/** Binds an account of the directory to somebody, as they do it themselves. */
async function bound(who: Member, account: string): Promise<string> {
  const { data } = await door.call<UserInfo>('POST', '/api/v1/login', { account: who.login, password: good })
  const shown = await enter(account, undefined, {}, { token: data.token })
  const headers = { cookie: shown.cookie, token: data.token }
  const done = await door.call('PUT', '/api/v1/user/outsideSignIn', { ticket: shown.data.ticket }, headers)
  if (done.status !== 200) throw new Error(done.msg)
  return data.token
}

it('an account of the directory is bound after a password of the portal, and then signs in without being proved', async () => {
  const who = await door.member('温如玉')
  expect((await door.call('GET', '/api/v1/login/outside')).data).toEqual([
    { provider: 'ldap', label: '教育城域网账号' },
  ])
  const begun = await door.call('POST', '/api/v1/login/outside/start', { provider: 'ldap' })
  expect(begun.data).toEqual({ to: '/login/directory' })
  const first = await enter('wen', undefined, { back: '/home/index' })
  expect(first.data).toMatchObject({ result: null, unbound: { subject: 'n***n' }, back: '/home/index' })
  const token = await bound(who, 'wen')
  const own = await door.call<OwnOutside>('GET', '/api/v1/user/outsideSignIn', undefined, { token })
  expect(own.data).toEqual([{ provider: 'ldap', label: '教育城域网账号', subject: 'n***n', ready: true }])
  const entered = await enter('wen')
  expect(entered.data.result).toMatchObject({ truename: '温如玉', role: 2 })
  const session = (entered.data.result as UserInfo).token
  // What wants a proof of the last five minutes asks for the password of the portal.
  const shown = await enter('raced', undefined, {}, { token: session })
  const bind = await door.call(
    'PUT',
    '/api/v1/user/outsideSignIn',
    { ticket: shown.data.ticket },
    { cookie: shown.cookie, token: session },
  )
  expect([bind.status, bind.code]).toEqual([403, 40303])
  expect((await who.del('/api/v1/user/outsideAccount?provider=ldap')).status).toBe(200)
  expect((await enter('wen')).data.unbound).toEqual({ subject: 'n***n' })
})

it('nobody is found by the same account name, and what is bound to one is not bound to another', async () => {
  const [who, other] = [await door.member('同名人'), await door.member('他人')]
  await region.db.execute(sql`update person set login_name = 'same' where id = ${who.personId}`)
  expect((await enter('same')).data).toMatchObject({ result: null, unbound: { subject: 'n***e' } })
  await bound(Object.assign(who, { login: 'same' }), 'taken')
  await expect(bound(other, 'taken')).rejects.toThrow()
  const { data } = await door.call<UserInfo>('POST', '/api/v1/login', {
    account: other.login,
    password: good,
  })
  const refused = await enter('taken', undefined, {}, { token: data.token })
  expect([refused.status, refused.msg]).toEqual([409, '该教育城域网账号账号已绑定到另一个账号'])
})

it('several identities are chosen from, once, in the browser that gave the password', async () => {
  const who = await door.member('司马相')
  await bound(who, 'sima')
  await region.db.execute(sql`
    insert into identity (person_id, role, institution_id) values (${who.personId}, 3, ${region.places.school})`)
  const several = await enter('sima')
  const { accounts = [] } = several.data.result as { accounts?: { id: number }[] }
  expect(accounts).toHaveLength(2)
  const choice = { ticket: several.data.ticket, account_id: accounts[1]?.id }
  const choose = (cookie: string) =>
    door.call<OutsideEntered>('POST', '/api/v1/login/outside/enter', choice, { cookie })
  expect((await choose('')).status).toBe(409)
  expect((await choose(several.cookies)).data.result).toMatchObject({ truename: '司马相', role: 3 })
  expect((await choose(several.cookies)).status).toBe(409)
})

it('five wrong passwords lock the account here, however it is spelt, and the directory hears no sixth', async () => {
  const spellings = ['spelt', ' SPELT', 'Spelt ', 'sPELT', 'SPELt']
  const statuses: number[] = []
  for (const [index, spelling] of spellings.entries()) {
    const solved = index >= 3 ? await door.solved() : {}
    statuses.push((await enter(spelling, 'wrong', solved)).status)
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400])
  const before = directory.tried.length
  const locked = await enter('spelt', undefined, await door.solved())
  expect([locked.code, locked.msg]).toEqual([22002, '教育城域网账号的密码不对的次数过多，请 15 分钟后再试'])
  expect(directory.tried.length).toBe(before)
  // Blanks within are squeezed by directories: only the entry tells that it is the same account.
  for (const [index, gap] of [' ', '  ', '   ', '    ', '     '].entries()) {
    const solved = index >= 3 ? await door.solved() : {}
    expect((await enter(`two${gap}words`, 'wrong', solved)).code).toBe(22001)
  }
  const other = await enter('two      words', 'secret-of-two words', await door.solved())
  expect(other.code).toBe(22002)
  // The portal's own account is not locked by what is guessed elsewhere.
  const who = await door.member('猜不到')
  expect((await door.call('POST', '/api/v1/login', { account: who.login, password: good })).status).toBe(200)
})

it('after three wrong passwords a captcha comes first, and what nobody has is answered alike', async () => {
  const answers = []
  for (let time = 0; time < 4; time += 1)
    answers.push(await enter('nobody-of-this-name', 'x', {}, {}, '127.9.9.1'))
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  const known = []
  for (let time = 0; time < 4; time += 1) known.push(await enter('admin', 'x', {}, {}, '127.9.9.2'))
  expect(known.map(({ code, msg }) => [code, msg])).toEqual(answers.map(({ code, msg }) => [code, msg]))
})

it('an empty password, a star, and letters that are not seen are refused in a sentence', async () => {
  const tried = directory.tried.length
  const empty = await enter('wen', '')
  expect([empty.status, empty.msg]).toEqual([400, '请填写密码'])
  for (const account of ['', '   ', 'a\0b', 'we\u00adn', 'x'.repeat(101)])
    expect((await enter(account, 'x')).status).toBe(400)
  expect(directory.tried.length).toBe(tried)
  expect((await enter('*', 'x', {}, {}, '127.9.9.3')).status).toBe(400)
  expect(directory.searched.at(-1)).toBe('*')
  expect((await enter('wen', undefined, { back: 'https://evil.example.cn' })).status).toBe(400)
})

it('a locked or disabled account is no easier to enter; an administrator shows the second factor all the same', async () => {
  const who = await door.member('锁定人')
  await bound(who, 'locked')
  await region.db.execute(sql`
    update person set locked_until = now() + interval '5 minutes' where id = ${who.personId}`)
  expect((await enter('locked')).code).toBe(22002)
  await region.db.execute(sql`update person set locked_until = null where id = ${who.personId}`)
  await region.db.execute(sql`update identity set role = 1 where person_id = ${who.personId}`)
  const strict = await region.serveBeside({ secondFactor: 'require' })
  const payload = { account: 'locked', password: 'secret-of-locked' }
  const asked = await strict.inject({ method: 'POST', url: path, payload })
  expect(asked.json<{ data: OutsideEntered }>().data.result).toHaveProperty('second_step.ticket')
  await strict.close()
  // Administrators keep a way in by password whatever door is set up.
  const local = await door.call<UserInfo>('POST', '/api/v1/login', { account: who.login, password: good })
  expect(local.data.role).toBe(1)
  await region.db.execute(sql`update identity set state = 'disabled' where person_id = ${who.personId}`)
  expect((await enter('locked')).code).toBe(22002)
})

it('a directory that is silent costs a sentence, and one that is not set up is missing', async () => {
  directory.silent = true
  const silent = await enter('wen', undefined, {}, {}, '127.9.9.4')
  directory.silent = false
  expect([silent.status, silent.msg]).toEqual([
    409,
    '现在不能核对教育城域网账号，请稍后再试，或用杏坛的账号密码登录',
  ])
  const without = await region.serveBeside({
    outsideSignIn: { oidc: undefined, wecom: undefined, dingtalk: undefined },
  })
  const payload = { account: 'wen', password: 'x' }
  expect((await without.inject({ method: 'POST', url: path, payload })).statusCode).toBe(404)
  await without.close()
})

it('passwords, accounts and numbers of the directory are neither logged nor stored in the open', async () => {
  const kept = await region.db.query<{ row: string }>(sql`
    select to_jsonb(a)::text as row from audit a where action like 'outside.%' or action like 'login%'
    union all select to_jsonb(v)::text from outside_visit v
    union all select to_jsonb(f)::text from sign_in_failure f
    union all select to_jsonb(o)::text from outside_account o`)
  const all = `${heard.join('\n')}\n${kept.map(({ row }) => row).join('\n')}`
  expect(all).toContain('outside.unreachable')
  for (const secret of ['secret-of', 'number-of', 'may-read', 'two words', base])
    expect(all).not.toContain(secret)
})
