import pg from 'pg'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type { Account, Device } from '../../../catalogue/contract/account/personal.ts'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  testRegion,
  type Envelope,
  type Person,
  type Region,
  type TestAnswer,
} from '../testing/test-region.ts'
import { codeSent, hashPassword, keys, registerMail } from '../testing/test-sign-in.ts'
import { picture } from '../testing/test-values.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('account')))
afterAll(() => region.close())

const good = 'Otter-7-kites'
let counter = 0

interface Member extends Person {
  readonly login: string
  readonly mobile: string
}

/** Somebody who can sign in: with login name, phone and password. */
async function member(
  label: string,
  { role = 2, password = good }: { role?: Role; password?: string } = {},
): Promise<Member> {
  counter += 1
  const [login, mobile] = [`member${counter}x`, `1380000${String(4810 + counter * 7)}`]
  const person = await region.add(role, region.places.school, label)
  await region.db.query(sql`
    update person
    set login_name = ${login}, password_hash = ${await hashPassword(password)}, password_changed_at = now(),
      mobile_key = ${keys.blind('mobile', mobile)},
        mobile_sealed = ${keys.seal(mobile, `person|mobile|${person.personId}`)}
    where id = ${person.personId}`)
  return Object.assign(person, { login, mobile })
}

/** Every new person calls from another address, so that the limits of one test are not another's. */
const call = async <T = TestAnswer>(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  token = '',
) => {
  const response = await region.app.inject({
    method,
    url,
    remoteAddress: `127.0.${counter}.1`,
    headers: token ? { token } : {},
    ...(payload && { payload }),
  })
  const { error_code: code, msg, data } = response.json<Envelope<T>>()
  return { status: response.statusCode, code, msg, data, text: response.body }
}
const login = (account: string, password: string) =>
  call<UserInfo>('POST', '/api/v1/login', { account, password })
const askCode = (mobile: string, scene = 'forget', token = '') =>
  call('POST', '/api/v1/send_mobile_code', { mobile, scene }, token)
const forget = (account: string, mobile: string, code: string, password: string) =>
  call('PUT', '/api/v1/forgetPwd', { account, mobile, code, password })

const codeFor = (mobile: string) => codeSent(region, mobile)
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** A minute and more goes by for the limits, but not for the life of the last code. */
const waitAMinute = (mobile: string) =>
  region.db.query(
    sql`update mobile_code
      set created_at = now() - interval '61 seconds'
      where mobile_key = ${keys.blind('mobile', mobile)}`,
  )

describe('signing in', () => {
  it('says the same whether the account is unknown, the password wrong, or the identity disabled', async () => {
    const [one, off] = [await member('乙'), await member('丙')]
    await region.db.query(sql`update identity set state = 'disabled' where person_id = ${off.personId}`)
    const answers = [
      await login('nobody-at-all', good),
      await login(one.login, 'wrong'),
      await login(off.login, good),
      await login('', 'x'.repeat(9)).then(() => login('19900000000', good)),
    ]
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })
})

describe('an account whose password is too simple or too old', () => {
  const weak = 'Password1!'

  it('may only change it: everything else is 403 with its own code and sentence, until it is changed', async () => {
    const one = await member('丁', { password: weak })
    const { data } = await login(one.login, weak)
    expect([data.is_simple, data.is_reset]).toEqual([1, 0])
    for (const url of [
      '/api/v1/workbench',
      '/api/v1/records',
      '/api/v1/archive/1',
      '/api/v1/userSystemMessage',
      '/api/v1/user/sessions',
      '/api/v1/user/identities',
    ]) {
      const answer = await call('GET', url, undefined, data.token)
      expect([answer.status, answer.code, answer.msg], url).toEqual([
        403,
        40302,
        '登录密码过于简单，请先修改密码！',
      ])
    }
    expect((await call('POST', '/api/v1/user/switch', { account_id: one.identityId }, data.token)).code).toBe(
      40302,
    )
    for (const url of ['/api/v1/user', '/api/v1/user/account'])
      expect((await call('GET', url, undefined, data.token)).status).toBe(200)
    expect(
      (
        await call(
          'PUT',
          '/api/v1/user/resetPassword',
          { old_password: weak, password: 'Kx#9mtpq-2' },
          data.token,
        )
      ).status,
    ).toBe(200)
    expect((await call('GET', '/api/v1/workbench', undefined, data.token)).status).toBe(200)
    expect((await call('GET', '/api/v1/user', undefined, data.token)).data).toMatchObject({
      is_simple: 0,
      is_reset: 0,
    })
  })

  it('is too old after 183 days by the clock of the database', async () => {
    const one = await member('戊')
    const aged = (days: number) =>
      region.db.query(
        sql`update person
          set password_changed_at = now() - make_interval(days => ${days}, mins => 1)
          where id = ${one.personId}`,
      )
    await aged(182)
    expect((await login(one.login, good)).data).toMatchObject({ is_simple: 0, is_reset: 0 })
    await aged(183)
    const { data } = await login(one.login, good)
    expect(data).toMatchObject({ is_simple: 0, is_reset: 1 })
    const answer = await call('GET', '/api/v1/workbench', undefined, data.token)
    expect([answer.status, answer.code, answer.msg]).toEqual([
      403,
      40302,
      '登录密码超过半年没修改，请先修改密码！',
    ])
  })

  it('copied from one row to another fits nobody, and an unbound one is bound at the next sign-in', async () => {
    const [one, other] = [await member('甲本人'), await member('乙他人')]
    const kept = async (who: { personId: number }) =>
      (
        await region.db.one<{ hash: string }>(
          sql`select password_hash as hash from person where id = ${who.personId}`,
        )
      ).hash
    const signIn = (who: { login: string }) =>
      call('POST', '/api/v1/login', { account: who.login, password: good })
    expect(await kept(one)).toMatch(/^p1\$argon2id/)
    expect((await signIn(one)).status).toBe(200)
    expect(await kept(one)).toMatch(/^p2\.[\w-]{43}\$argon2id/)
    expect((await signIn(one)).status).toBe(200)
    await region.db.execute(sql`
      update person set password_hash = ${await kept(one)} where id = ${other.personId}`)
    expect((await signIn(other)).code).toBe(22001)
  })

  it('is not the fixed one of the demo', async () => {
    const one = await member('己', { password: 'Chunfeng#2026' })
    expect((await login(one.login, 'Chunfeng#2026')).data).toMatchObject({ is_simple: 0, is_reset: 0 })
  })
})

describe('changing the password', () => {
  const change = (token: string, old_password: string, password: string) =>
    call('PUT', '/api/v1/user/resetPassword', { old_password, password }, token)

  it('ends every other session at once and keeps this one', async () => {
    const one = await member('庚')
    const [here, there] = [
      (await login(one.login, good)).data.token,
      (await login(one.login, good)).data.token,
    ]
    for (const token of [here, there, one.token])
      expect((await call('GET', '/api/v1/user', undefined, token)).status).toBe(200)
    expect((await change(here, good, 'Kx#9mtpq-2')).status).toBe(200)
    for (const token of [there, one.token]) {
      const answer = await call('GET', '/api/v1/user', undefined, token)
      expect([answer.status, answer.code]).toEqual([401, 22018])
    }
    expect((await call('GET', '/api/v1/user', undefined, here)).status).toBe(200)
    expect((await login(one.login, good)).code).toBe(22001)
    expect((await login(one.login, 'Kx#9mtpq-2')).status).toBe(200)
  })

  it('says what is wrong at which field', async () => {
    const one = await member('林疏影')
    const field = async (old: string, fresh: string) => {
      const answer = await change(one.token, old, fresh)
      return [answer.status, answer.code, answer.data?.errors?.[0]?.field]
    }
    expect(await field('wrong', 'Kx#9mtpq-2')).toEqual([400, 22020, 'old_password'])
    for (const bad of [
      'Kx#9',
      'alllowercase',
      'Password1!',
      'Chunfeng#2026',
      `Ab#${one.login}`,
      'Linshuying#7',
      `Ab#${one.mobile}`,
      good,
    ]) {
      expect(await field(good, bad), bad).toEqual([400, 22011, 'password'])
    }
    for (const body of [
      {},
      { old_password: good },
      { old_password: good, password: '' },
      { old_password: good, password: 'x', more: 1 },
    ]) {
      const answer = await call('PUT', '/api/v1/user/resetPassword', body, one.token)
      expect([answer.status, answer.code]).toEqual([400, 40001])
      expect(answer.data.errors[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it('takes none of the last five', async () => {
    const one = await member('辛')
    const all = [good, 'Kx#9mtpq-a', 'Kx#9mtpq-b', 'Kx#9mtpq-c', 'Kx#9mtpq-d']
    for (let i = 1; i < all.length; i += 1)
      expect((await change(one.token, all[i - 1] ?? '', all[i] ?? '')).status).toBe(200)
    for (const old of all) expect((await change(one.token, 'Kx#9mtpq-d', old)).code, old).toBe(22011)
    expect((await change(one.token, 'Kx#9mtpq-d', 'Kx#9mtpq-e')).status).toBe(200)
    expect((await change(one.token, 'Kx#9mtpq-e', good)).status).toBe(200)
  })

  it('counts wrong old passwords towards the lock', async () => {
    const one = await member('壬')
    for (let i = 0; i < 5; i += 1) expect((await change(one.token, 'wrong', 'Kx#9mtpq-2')).code).toBe(22020)
    expect((await change(one.token, good, 'Kx#9mtpq-2')).code).toBe(22002)
  })
})

describe('a forgotten password', () => {
  it('is set anew with the code; the code works once, all sessions end', async () => {
    const one = await member('癸')
    expect((await askCode(one.mobile)).data).toEqual({ expire: 300 })
    const code = await codeFor(one.mobile)
    expect((await forget(one.login, one.mobile, code, 'Password1!')).code).toBe(22011)
    expect((await forget(one.login, one.mobile, code, 'Kx#9mtpq-2')).status).toBe(200)
    expect((await one.get('/api/v1/user')).code).toBe(22018)
    expect((await forget(one.login, one.mobile, code, 'Kx#9mtpq-3')).code).toBe(22010)
    expect((await login(one.login, 'Kx#9mtpq-2')).status).toBe(200)
  })

  it('cannot be guessed: after five wrong codes the right one is refused, even when they come at once', async () => {
    const one = await member('子')
    await askCode(one.mobile)
    const code = await codeFor(one.mobile)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((by) => forget(one.login, one.mobile, wrong(code, by), 'Kx#9mtpq-2')),
    )
    expect(answers.map((answer) => answer.code)).toEqual([22010, 22010, 22010, 22010, 22010])
    expect((await forget(one.login, one.mobile, code, 'Kx#9mtpq-2')).code).toBe(22010)
    expect((await login(one.login, good)).status).toBe(200)
  })

  it('is nobody else’s: not for another account, another phone, another purpose, nor later than five minutes', async () => {
    const [one, other] = [await member('丑'), await member('寅')]
    await askCode(one.mobile)
    const code = await codeFor(one.mobile)
    expect((await forget(other.login, one.mobile, code, 'Kx#9mtpq-2')).code).toBe(22010)
    expect((await forget(other.login, other.mobile, code, 'Kx#9mtpq-2')).code).toBe(22010)
    expect((await one.put('/api/v1/user/mobile', { mobile: one.mobile, code, password: good })).code).toBe(
      22010,
    )
    await region.db.query(
      sql`update mobile_code
        set expires_at = now() - interval '1 second'
        where mobile_key = ${keys.blind('mobile', one.mobile)}`,
    )
    expect((await forget(one.login, one.mobile, code, 'Kx#9mtpq-2')).code).toBe(22010)
    for (const who of [one, other]) expect((await login(who.login, good)).status).toBe(200)
  })

  it('tells nobody whether an account or a phone is known', async () => {
    const one = await member('卯')
    const nobody = '13955550000'
    const pairs = [
      [
        await call('GET', `/api/v1/checkAccount?account=${one.login}`),
        await call('GET', '/api/v1/checkAccount?account=nobody'),
      ],
      [await askCode(one.mobile), await askCode(nobody)],
      [await askCode(one.mobile), await askCode(nobody)],
      [
        await forget(one.login, one.mobile, '000000', 'Kx#9mtpq-2'),
        await forget('nobody', nobody, '000000', 'Kx#9mtpq-2'),
      ],
    ] as const
    for (const [known, unknown] of pairs)
      expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    expect(await readFile(join(region.folder, 'sms-outbox.jsonl'), 'utf8')).not.toContain(nobody)
  })

  it('sends one code a minute and five an hour to a phone, also to a hundred requests at once', async () => {
    const one = await member('辰')
    const answers = await Promise.all(Array.from({ length: 15 }, () => askCode(one.mobile)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(
      answers.filter(({ status, code }) => status === 429 && (code === 22012 || code === 42901)).length,
    ).toBe(14)
    await region.db.query(
      sql`delete from mobile_code where mobile_key <> ${keys.blind('mobile', one.mobile)}`,
    )
    const mobileKey = keys.blind('mobile', one.mobile)
    for (let i = 0; i < 4; i += 1) {
      await waitAMinute(one.mobile)
      await region.db.query(sql`
        insert into mobile_code (mobile_key, purpose, code_hash, expires_at, ip)
        values (${mobileKey}, 'forget', '\\x00', now(), '10.0.0.1')`)
    }
    await waitAMinute(one.mobile)
    const sixth = await region.app.inject({
      method: 'POST',
      url: '/api/v1/send_mobile_code',
      payload: { mobile: one.mobile, scene: 'forget' },
      remoteAddress: '127.0.0.2',
    })
    expect([sixth.statusCode, sixth.json().error_code]).toEqual([429, 22012])
  })

  it('refuses bad input with the field', async () => {
    const bad: readonly (readonly [string, 'PUT' | 'POST', object])[] = [
      ['mobile', 'PUT', { account: 'a', mobile: '123', code: '000000', password: 'x' }],
      ['code', 'PUT', { account: 'a', mobile: '13955550000', code: '12', password: 'x' }],
      ['account', 'PUT', { account: '', mobile: '13955550000', code: '000000', password: 'x' }],
    ]
    for (const [field, method, body] of bad) {
      const answer = await call(method, '/api/v1/forgetPwd', body)
      expect([answer.status, answer.data.errors[0]?.field]).toEqual([400, field])
    }
    const from = (payload: object) =>
      region.app.inject({
        method: 'POST',
        url: '/api/v1/send_mobile_code',
        payload,
        remoteAddress: '127.0.0.3',
      })
    expect((await from({ mobile: '12', scene: 'forget' })).json<Envelope>().data.errors[0]?.field).toBe(
      'mobile',
    )
    expect(
      (await from({ mobile: '13955550000', scene: 'other' })).json<Envelope>().data.errors[0]?.field,
    ).toBe('scene')
    expect((await from({ mobile: '13955550000', scene: 'bind' })).json().error_code).toBe(22018)
  })
})

describe('the own account', () => {
  it('shows phone and mail only in part, and changes the phone with password and code', async () => {
    const [one, other] = [await member('巳', { role: 3 }), await member('午')]
    const fresh = '13711118888'
    expect((await one.get<Account>('/api/v1/user/account')).data.mobile).toBe(
      `138****${one.mobile.slice(-4)}`,
    )
    expect((await askCode(fresh, 'bind', one.token)).status).toBe(200)
    const code = await codeFor(fresh)
    expect((await other.put('/api/v1/user/mobile', { mobile: fresh, code, password: good })).code).toBe(22010)
    expect(
      (await one.put('/api/v1/user/mobile', { mobile: fresh, code, password: 'wrong' })).data.errors[0]
        ?.field,
    ).toBe('password')
    expect(
      (await one.put('/api/v1/user/mobile', { mobile: fresh, code: wrong(code), password: good })).data
        .errors[0]?.field,
    ).toBe('code')
    expect((await one.put('/api/v1/user/mobile', { mobile: fresh, code, password: good })).data).toEqual({
      mobile: '137****8888',
    })
    expect((await one.put('/api/v1/user/mobile', { mobile: fresh, code, password: good })).code).toBe(22010)
    expect((await login(fresh, good)).data.id).toBe(one.identityId)
    expect((await login(one.mobile, good)).code).toBe(22001)
    await waitAMinute(fresh)
    expect((await askCode(fresh, 'bind', other.token)).status).toBe(200)
    const taken = await other.put('/api/v1/user/mobile', {
      mobile: fresh,
      code: await vi.waitFor(async () => {
        const next = await codeFor(fresh)
        if (next === code) throw new Error('not yet')
        return next
      }, 10_000),
      password: good,
    })
    expect([taken.status, taken.data.errors[0]?.field]).toEqual([409, 'mobile'])
    expect(
      (await one.put('/api/v1/user/email', { email: 'zhou@example.cn', password: good })).data.errors[0]
        ?.field,
    ).toBe('code')
    expect(await registerMail(region, one, 'zhou@example.cn', good)).toBe(200)
    expect(
      (await one.put('/api/v1/user/email', { email: 'no mail', password: good })).data.errors[0]?.field,
    ).toBe('email')
    // Nobody registers an address with a code that came to another, nor with somebody else's.
    expect((await other.post('/api/v1/user/emailCode', { email: 'other@example.cn' })).status).toBe(200)
    expect(
      (await one.put('/api/v1/user/email', { email: 'other@example.cn', code: '000000', password: good }))
        .code,
    ).toBe(22010)
    expect((await one.post('/api/v1/user/emailCode', { email: 'other@example.cn' })).status).toBe(429)
    expect((await one.get<Account>('/api/v1/user/account')).data.email).toBe('z***@example.cn')
  })

  it('of a teacher keeps the phone of the contact details and the account the same', async () => {
    const one = await member('泰')
    const url = '/api/v1/records/contactInfo'
    const made = await one.post(url, {
      mobile: one.mobile,
      emergencyContact: '林一',
      emergencyPhone: '13711117777',
    })
    expect(made.msg).toBe('ok')
    const change = async (mobile: string) => {
      await askCode(mobile, 'bind', one.token)
      return one.put('/api/v1/user/mobile', { mobile, code: await codeFor(mobile), password: good })
    }
    const refused = await change('13711117777')
    expect([refused.status, refused.msg]).toEqual([400, '紧急联系电话不能是本人的手机号'])
    expect((await change('13711116666')).status).toBe(200)
    const view = (await one.get<RecordView>(`${url}/${made.data.id}`)).data
    expect(view.effective?.mobile).toBe('13711116666')
    expect(
      (await one.put(`${url}/${made.data.id}`, { postcode: '529500', version: view.version })).status,
    ).toBe(200)
    // The way round the code: whoever finds a session open writes another number into the archive.
    const { version } = (await one.get<RecordView>(`${url}/${made.data.id}`)).data
    const around = await one.put(`${url}/${made.data.id}`, { mobile: '13711118888', version })
    expect(around).toMatchObject({
      status: 400,
      data: { errors: [{ field: 'mobile', message: expect.stringContaining('短信验证码') }] },
    })
    expect((await login('13711116666', good)).status).toBe(200)
    expect((await login(one.mobile, good)).code).toBe(22001)
  })

  it('changes the phone and spends its code together: what fails leaves archive, account and code as they were', async () => {
    const one = await member('衡')
    const url = '/api/v1/records/contactInfo'
    const made = await one.post(url, {
      mobile: one.mobile,
      emergencyContact: '林一',
      emergencyPhone: '13711117777',
    })
    await askCode('13611110001', 'bind', one.token)
    const code = await codeFor('13611110001')
    const owner = new pg.Client({ connectionString: region.ownerUrl })
    await owner.connect()
    await owner.query(`
      create function cut() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`)
    await owner.query(`
      create trigger cut before update of used_at on mobile_code for each row execute function cut()`)
    const change = () => one.put('/api/v1/user/mobile', { mobile: '13611110001', code, password: good })
    const shown = async () => (await one.get<RecordView>(`${url}/${made.data.id}`)).data.effective?.mobile
    expect((await change()).status).toBe(500)
    expect(await shown()).toBe(one.mobile)
    expect((await login(one.mobile, good)).status).toBe(200)
    await owner.query('drop trigger cut on mobile_code')
    await owner.query('drop function cut()')
    await owner.end()
    expect((await change()).status).toBe(200)
    expect(await shown()).toBe('13611110001')
  })

  it('takes a photo of its own only', async () => {
    const [one, other] = [await member('未'), await member('申')]
    const [mine, theirs] = [await picture(region, one), await picture(region, other)]
    for (const id of [theirs, '0197f1c2-0000-7000-8000-00000000abcd', 'x', '../../etc']) {
      expect((await one.put('/api/v1/userImage', { image: id })).status, id).toBe(404)
    }
    const set = await one.put<{ image: string }>('/api/v1/userImage', { image: mine })
    expect(set.status).toBe(200)
    expect((await region.app.inject({ method: 'GET', url: set.data.image })).headers['content-type']).toBe(
      'image/jpeg',
    )
    expect((await one.get<UserInfo>('/api/v1/user')).data.image).toContain(`/files/${mine}`)
    expect(
      (await region.app.inject({ method: 'GET', url: set.data.image.replace(mine, theirs) })).statusCode,
    ).toBe(404)
    expect((await one.put('/api/v1/userImage', {})).data.errors[0]?.field).toBe('image')
    const byQuery = await region.app.inject({
      method: 'PUT',
      url: `/api/v1/userImage?image=${mine}`,
      headers: { token: one.token },
    })
    expect(byQuery.statusCode).toBe(200)
    expect((await one.put('/api/v1/userImage', { image: '' })).data).toEqual({ image: '' })
    expect((await one.get<UserInfo>('/api/v1/user')).data.image).toBe('')
  })

  it('lists its devices, ends one at once, all others, and nobody else’s', async () => {
    const [one, other] = [await member('酉'), await member('戌')]
    const far = (await login(one.login, good)).data.token
    expect((await call('GET', '/api/v1/user', undefined, far)).status).toBe(200)
    const devices = (await one.get<Device[]>('/api/v1/user/sessions')).data
    expect(devices.map(({ current }) => current).sort()).toEqual([false, true])
    expect(JSON.stringify(devices)).not.toContain(far)
    const target = devices.find(({ current }) => !current)?.id
    expect((await other.del(`/api/v1/user/sessions/${target}`)).status).toBe(404)
    expect((await one.del('/api/v1/user/sessions/none')).status).toBe(404)
    expect((await one.del(`/api/v1/user/sessions/${target}`)).status).toBe(200)
    const dead = await call('GET', '/api/v1/user', undefined, far)
    expect([dead.status, dead.code]).toEqual([401, 22018])
    expect((await one.del(`/api/v1/user/sessions/${target}`)).status).toBe(404)
    const more = (await login(one.login, good)).data.token
    expect((await one.del('/api/v1/user/sessions')).data).toEqual({ ended: 1 })
    expect((await call('GET', '/api/v1/user', undefined, more)).code).toBe(22018)
    for (const who of [one, other]) expect((await who.get('/api/v1/user')).status).toBe(200)
  })

  it('shows a teacher who read the archive, and nobody who read another’s', async () => {
    const one = await member('亥')
    expect((await region.people.school.get(`/api/v1/archive/${one.teacherId}`)).status).toBe(200)
    expect((await region.people.area.get(`/api/v1/archive/${one.teacherId}`)).status).toBe(200)
    const { data } = await one.get('/api/v1/user/archiveReads?pageSize=1')
    expect(data).toMatchObject({
      total: 2,
      list: [{ who: '何以宁', office: '东区教育局', role: 4, what: '整份档案' }],
    })
    expect(
      (await region.people.colleague.get<{ total: number }>('/api/v1/user/archiveReads')).data.total,
    ).toBe(0)
    expect((await region.people.school.get('/api/v1/user/archiveReads')).status).toBe(403)
    expect((await one.get('/api/v1/user/archiveReads?page=0')).data.errors[0]?.field).toBe('page')
  })
})

describe('a person of several identities', () => {
  it('switches between them in a new session, which is audited; the old one is over', async () => {
    const one = await member('柯守田')
    const second = await region.db.one<{ id: number }>(sql`
      insert into identity (person_id, role, institution_id)
      values (${one.personId}, 3, ${region.places.school})
      returning id`)
    const cards = (await one.get('/api/v1/user/identities')).data
    expect(cards).toMatchObject([
      { id: one.identityId, role: 2, current: true },
      { id: second.id, role: 3, organization: '东区一中', current: false },
    ])
    const { data, status } = await one.post<UserInfo>('/api/v1/user/switch', { account_id: second.id })
    expect([status, data.id, data.role, data.identities]).toEqual([200, second.id, 3, 2])
    expect((await one.get('/api/v1/user')).code).toBe(22018)
    expect((await call<UserInfo>('GET', '/api/v1/user', undefined, data.token)).data.role).toBe(3)
    const rows = await region.db.query(
      sql`select facts from audit where action = 'identity.switch' and by_identity = ${second.id}`,
    )
    expect(rows).toMatchObject([{ facts: { from: one.identityId } }])
  })

  it('never becomes somebody else, nor what was disabled', async () => {
    const one = await member('乾')
    const off = await region.db.one<{ id: number }>(sql`
      insert into identity (person_id, role, institution_id, state)
      values (${one.personId}, 3, ${region.places.school}, 'disabled')
      returning id`)
    const answers = []
    for (const id of [region.people.admin.identityId, region.people.school.identityId, off.id, 99_999_999])
      answers.push(await one.post('/api/v1/user/switch', { account_id: id }))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set(answers.map(({ msg }) => msg)).size).toBe(1)
    expect((await one.post('/api/v1/user/switch', { account_id: 'x' })).data.errors[0]?.field).toBe(
      'account_id',
    )
    expect((await one.get('/api/v1/user')).status).toBe(200)
  })
})

it('keeps phones, mails, codes and passwords out of every table', async () => {
  const mobile = '13722229999'
  const one = await member('坤')
  await askCode(mobile, 'bind', one.token)
  const code = await codeFor(mobile)
  await one.put('/api/v1/user/mobile', { mobile, code, password: good })
  expect(await registerMail(region, one, 'canary.kun@example.cn', good)).toBe(200)
  const tables = await region.db.query<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of tables) {
    const text = JSON.stringify(await region.db.query(sql`select * from ${sql.id(name)}`).catch(() => []))
    for (const secret of [mobile, 'canary.kun', good])
      expect(text.includes(secret), `${secret} in ${name}`).toBe(false)
  }
})
