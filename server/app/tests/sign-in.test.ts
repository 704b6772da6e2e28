import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CookieLogin, CurrentUser, UserInfo } from '../../../catalogue/contract/account/account.ts'
import type { OwnOrganization } from '../../../catalogue/contract/account/personal.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Person, type Region } from '../testing/test-region.ts'
import { doorOf, good, keys, registerMail } from '../testing/test-sign-in.ts'
import { picture } from '../testing/test-values.ts'

let region: Region
let door: ReturnType<typeof doorOf>
beforeAll(async () => {
  region = await testRegion('sign-in')
  door = doorOf(region)
})
afterAll(() => region.close())

const login = (account: string, password: string, more: object = {}, cookie = '', ip?: string) =>
  door.call<UserInfo & { errors?: { field: string }[] }>(
    'POST',
    '/api/v1/login',
    { account, password, ...more },
    cookie ? { cookie } : {},
    ip,
  )
const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))
const lockPasses = (personId: number) =>
  region.db.query(
    sql`update person
      set locked_until = now() - interval '1 second', failed_since = now() - interval '16 minutes'
      where id = ${personId}`,
  )

describe('wrong passwords', () => {
  it('reach the hash three times without a captcha, twice more with one each, however many come at once; then the account is locked', async () => {
    const one = await door.member('甲')
    const bare = await times(100, () => login(one.login, 'wrong'))
    expect(bare.filter(({ code }) => code === 22001).length).toBe(3)
    expect(bare.filter(({ code }) => code === 22003).length).toBe(97)
    const ip = '127.2.0.1'
    const captchas: object[] = []
    for (let i = 0; i < 8; i += 1) captchas.push(await door.solved(ip))
    const solved = await times(8, (i) => login(one.login, 'wrong', captchas[i], '', ip))
    expect(solved.map(({ code }) => code).toSorted()).toEqual([
      22001, 22001, 22002, 22002, 22002, 22002, 22002, 22002,
    ])
    expect((await login(one.login, good, await door.solved(ip), '', ip)).code).toBe(22002)
    await lockPasses(one.personId)
    expect((await login(one.login, good)).status).toBe(200)
  })

  it('look the same for an account nobody has: three sentences, a captcha, the lock', async () => {
    const one = await door.member('乙')
    const fates: string[][] = []
    for (const account of [one.login, 'nobody-here']) {
      const ip: string = `127.3.${fates.length}.1`
      const seen: string[] = []
      for (let i = 0; i < 3; i += 1) seen.push((await login(account, 'wrong', {}, '', ip)).text)
      seen.push((await login(account, 'wrong', {}, '', ip)).text)
      for (let i = 0; i < 3; i += 1)
        seen.push((await login(account, 'wrong', await door.solved(ip), '', ip)).text)
      fates.push(seen)
    }
    expect(fates[0]).toEqual(fates[1])
    expect(fates[0]?.map((text) => (JSON.parse(text) as { error_code: number }).error_code)).toEqual([
      22001, 22001, 22001, 22003, 22001, 22001, 22002,
    ])
  })

  it('of one address need a captcha after twenty, whoever is tried, and are never refused for the address', async () => {
    const one = await door.member('丙')
    const ip = '127.4.0.1'
    for (let i = 0; i < 20; i += 1) expect((await login(`spray${i}`, 'wrong', {}, '', ip)).code).toBe(22001)
    expect((await login('spray-x', 'wrong', {}, '', ip)).code).toBe(22003)
    expect((await login(one.login, good, {}, '', ip)).code).toBe(22003)
    expect((await login(one.login, good, await door.solved(ip), '', ip)).status).toBe(200)
    expect((await login(one.login, good, {}, '', '127.4.0.2')).status, 'another address').toBe(200)
    await region.db.query(sql`update sign_in_failure set failed = 5000 where key = ${`address|${ip}`}`)
    expect((await login(one.login, good, {}, '', ip)).code).toBe(22003)
    expect((await login(one.login, good, await door.solved(ip), '', ip)).status).toBe(200)
  })
})

describe('a captcha', () => {
  it('is good for one try, right or wrong, for two minutes, and only under its own number', async () => {
    const one = await door.member('丁')
    const ip = '127.5.0.1'
    const tried = async (more: object) => (await login(one.login, 'wrong', more, '', ip)).code
    for (let i = 0; i < 3; i += 1) expect(await tried({})).toBe(22001)
    const used = await door.solved(ip)
    expect(await tried(used)).toBe(22001)
    expect(await tried(used)).toBe(22004)
    const guessed = await door.solved(ip)
    expect(await tried({ ...guessed, captcha: '99' })).toBe(22004)
    expect(await tried(guessed)).toBe(22004)
    const late = await door.solved(ip)
    await region.db.query(
      sql`update captcha set expires_at = now() - interval '1 second' where id = ${late.captcha_id}`,
    )
    expect(await tried(late)).toBe(22004)
    const [first, second] = [await door.solved(ip), await door.solved(ip)]
    expect(await tried({ ...first, captcha_id: second.captcha_id, captcha: `9${first.captcha}9` })).toBe(
      22004,
    )
    for (const more of [
      { captcha: '1' },
      { captcha_id: first.captcha_id },
      { captcha: '', captcha_id: first.captcha_id },
    ])
      expect(await tried(more)).toBe(22003)
    expect(await tried({ captcha: '1', captcha_id: 'x' })).toBe(40001)
    // None of these was a failure of the account: one try is left before the lock.
    expect(await tried(await door.solved(ip))).toBe(22001)
    expect(await tried(await door.solved(ip))).toBe(22002)
  })

  it('cannot be shared by a hundred tries at once', async () => {
    const one = await door.member('戊')
    const ip = '127.6.0.1'
    for (let i = 0; i < 3; i += 1) await login(one.login, 'wrong', {}, '', ip)
    const shared = await door.solved(ip)
    const codes = (await times(100, () => login(one.login, 'wrong', shared, '', ip))).map(({ code }) => code)
    expect(codes.filter((code) => code === 22001).length).toBe(1)
  })

  it('is a picture that differs each time, and its answer stands nowhere', async () => {
    const ask = () =>
      door.call<{ id: string; picture: string; question: null }>('POST', '/api/v1/login/captcha', {
        kind: 'picture',
      })
    const [first, second] = [(await ask()).data, (await ask()).data]
    expect(first.picture).not.toBe(second.picture)
    expect(first.question).toBeNull()
    const { width, height, format } = await sharp(
      Buffer.from(first.picture.split(',')[1] ?? '', 'base64'),
    ).metadata()
    expect([width, height, format]).toEqual([160, 60, 'png'])
    const [row] = await region.db.query<{ answer_hash: Buffer }>(
      sql`select answer_hash from captcha where id = ${first.id}`,
    )
    expect(row?.answer_hash.length).toBe(32)
    expect((await door.call('POST', '/api/v1/login/captcha', { kind: 'smell' })).data.errors[0]?.field).toBe(
      'kind',
    )
  })

  it('is spoken, too: five digits that differ each time, and nobody is told them but by ear', async () => {
    const ip = '127.7.0.2'
    const ask = () =>
      door.call<{ id: string; sound: string; picture: null }>(
        'POST',
        '/api/v1/login/captcha',
        { kind: 'sound' },
        {},
        ip,
      )
    const [first, second] = [(await ask()).data, (await ask()).data]
    expect([first.picture, first.sound === second.sound]).toEqual([null, false])
    const wav = Buffer.from(first.sound.split(',')[1] ?? '', 'base64')
    expect([
      wav.toString('latin1', 0, 4),
      wav.toString('latin1', 8, 12),
      wav.readUInt32LE(24),
      wav.readUInt32LE(40),
    ]).toEqual(['RIFF', 'WAVE', 8000, wav.length - 44])
    expect((wav.length - 44) / 8000).toBeGreaterThan(3)
    // Its answer is found by trying all of them, which costs a hundred thousand hashes with the key of the
    // installation.
    const { answer_hash: hash } = await region.db.one<{ answer_hash: Buffer }>(
      sql`select answer_hash from captcha where id = ${first.id}`,
    )
    const all = Array.from({ length: 100_000 }, (_, n) => String(n).padStart(5, '0'))
    const digits = all.find((one) => keys.mac('captcha', `${first.id}|${one}`).equals(hash))
    expect(digits).toBeTypeOf('string')
    const one = await door.member('听')
    const tried = await login(one.login, good, { captcha: digits ?? '', captcha_id: first.id })
    expect(tried.status).toBe(200)
  })

  it('in words is given ten times to an address, because machines can read, too', async () => {
    const ip = '127.7.0.1'
    const ask = () => door.call('POST', '/api/v1/login/captcha', { kind: 'question' }, {}, ip)
    for (let i = 0; i < 10; i += 1) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    expect((await door.call('POST', '/api/v1/login/captcha', { kind: 'picture' }, {}, ip)).status).toBe(200)
  })
})

describe('a device somebody has signed in on', () => {
  it('lets its owner in while strangers lock the account, also from an address used up', async () => {
    const one = await door.member('己')
    const { cookie } = await login(one.login, good)
    expect(cookie).toMatch(/^xt_device=/)
    await region.db.query(
      sql`update person
        set failed_count = 5, failed_since = now(), locked_until = now() + interval '15 minutes'
        where id = ${one.personId}`,
    )
    expect((await login(one.login, good)).code).toBe(22002)
    expect((await login(one.login, good, {}, cookie)).status).toBe(200)
    await region.db.query(sql`insert into sign_in_failure (key, failed) values ('address|127.8.0.1', 50)`)
    expect((await login(one.login, good, {}, cookie, '127.8.0.1')).status).toBe(200)
    expect((await login(one.login, good)).code, 'the strangers stay locked').toBe(22002)
  })

  it('has a count of its own, is nobody else’s, and is forgotten with the password', async () => {
    const [one, other] = [await door.member('庚'), await door.member('辛')]
    const { cookie } = await login(one.login, good)
    for (let i = 0; i < 3; i += 1) expect((await login(one.login, 'wrong', {}, cookie)).code).toBe(22001)
    expect((await login(one.login, 'wrong', {}, cookie)).code).toBe(22003)
    expect((await login(one.login, good)).status, 'the count of strangers is untouched').toBe(200)
    await region.db.query(
      sql`update person
        set locked_until = now() + interval '15 minutes'
        where id in (${one.personId}, ${other.personId})`,
    )
    expect((await login(other.login, good, {}, cookie)).code).toBe(22002)
    const forged = cookie.replace(/~.*/, `~${'A'.repeat(27)}`)
    expect((await login(one.login, good, {}, forged)).code).toBe(22002)
    await region.db.query(sql`delete from sign_in_failure`)
    await region.db.query(
      sql`update person set password_changed_at = now() + interval '1 second' where id = ${one.personId}`,
    )
    expect((await login(one.login, good, {}, cookie)).code).toBe(22002)
  })

  it('can be known for several people of a shared computer', async () => {
    const [one, other] = [await door.member('壬'), await door.member('癸')]
    const first = (await login(one.login, good)).cookie
    const both = (await login(other.login, good, {}, first)).cookie
    await region.db.query(
      sql`update person
        set locked_until = now() + interval '15 minutes'
        where id in (${one.personId}, ${other.personId})`,
    )
    for (const who of [one, other]) expect((await login(who.login, good, {}, both)).status).toBe(200)
  })
})

describe('signing in by a code', () => {
  const ask = (mobile: string, ip?: string) =>
    door.call('POST', '/api/v1/send_mobile_code', { mobile, scene: 'login' }, {}, ip)
  const come = (mobile: string, code: string, more: object = {}, ip?: string) =>
    door.call<UserInfo & { accounts: { id: number }[] }>(
      'POST',
      '/api/v1/login/mobile',
      { mobile, code, ...more },
      {},
      ip,
    )
  const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

  it('opens a session with the code, once', async () => {
    const one = await door.member('子')
    expect((await ask(one.mobile)).status).toBe(200)
    const code = await door.codeFor(one.mobile)
    expect((await come(one.mobile, other(code))).code).toBe(22010)
    const { data, status } = await come(one.mobile, code)
    expect([status, data.id]).toEqual([200, one.identityId])
    expect(
      (await door.call<UserInfo>('GET', '/api/v1/user', undefined, { token: data.token })).data.truename,
    ).toBe('子')
    expect((await come(one.mobile, code)).code).toBe(22010)
    const rows = await region.db.query(
      sql`select action from audit where person_id = ${one.personId} and action like 'login%'`,
    )
    expect(rows).toEqual([{ action: 'login' }])
  })

  it('offers the identities of somebody who has several, and takes the same code with one of them', async () => {
    const one = await door.member('丑')
    const second = await region.db.one<{ id: number }>(sql`
      insert into identity (person_id, role, institution_id)
      values (${one.personId}, 3, ${region.places.school})
      returning id`)
    await ask(one.mobile)
    const code = await door.codeFor(one.mobile)
    expect((await come(one.mobile, code)).data.accounts.map(({ id }) => id)).toEqual([
      one.identityId,
      second.id,
    ])
    expect(
      (await come(one.mobile, code, { account_id: region.people.admin.identityId })).data.accounts.length,
      'not somebody else’s',
    ).toBe(2)
    expect((await come(one.mobile, code, { account_id: second.id })).data.role).toBe(3)
    expect((await come(one.mobile, code, { account_id: second.id })).code).toBe(22010)
  })

  it('lets a hundred guesses at once pass five times, and the right code not after them', async () => {
    const one = await door.member('寅')
    await ask(one.mobile)
    const code = await door.codeFor(one.mobile)
    const codes = await times(100, (i) => come(one.mobile, other(code, i + 1), {}, `127.9.${i % 4}.1`))
    expect(new Set(codes.map((answer) => answer.code))).toEqual(new Set([22010]))
    const [row] = await region.db.query(
      sql`select tries from mobile_code where purpose = 'login' and person_id = ${one.personId}`,
    )
    expect(row).toEqual({ tries: 5 })
    expect((await come(one.mobile, code)).code).toBe(22010)
  })

  it('tells nobody whether a number is known, and takes no code of another purpose', async () => {
    const [one, off] = [await door.member('卯'), await door.member('辰')]
    const pairs = [await ask(one.mobile), await ask('13955550001')]
    expect(pairs[0]?.text).toBe(pairs[1]?.text)
    const again = [await ask(one.mobile), await ask('13955550001')]
    expect([again[0]?.text, again[0]?.code]).toEqual([again[1]?.text, 22012])
    const wrong = [
      await come(one.mobile, '000000'),
      await come('13955550001', '000000'),
      await come('13955550002', '000000'),
    ]
    expect(new Set(wrong.map(({ text }) => text)).size).toBe(1)
    await region.db.query(sql`update identity set state = 'disabled' where person_id = ${off.personId}`)
    await ask(off.mobile)
    expect((await come(off.mobile, await door.codeFor(off.mobile))).text).toBe(wrong[0]?.text)
    const forgetful = await door.member('巳')
    await door.call('POST', '/api/v1/send_mobile_code', { mobile: forgetful.mobile, scene: 'forget' })
    expect((await come(forgetful.mobile, await door.codeFor(forgetful.mobile))).code).toBe(22010)
  })

  it('refuses bad input with the field', async () => {
    expect(
      (await door.call('POST', '/api/v1/login/mobile', { mobile: '12', code: '000000' })).data.errors[0]
        ?.field,
    ).toBe('mobile')
    expect(
      (await door.call('POST', '/api/v1/login/mobile', { mobile: '13955550001', code: '1' })).data.errors[0]
        ?.field,
    ).toBe('code')
  })
})

describe('somebody whose account changed', () => {
  const sent = async (token: string) =>
    (
      await door.call<{ list: { channel: string; to: string; subject: string; text: string }[] }>(
        'GET',
        '/api/v1/outbox',
        undefined,
        { token },
      )
    ).data?.list

  it('hears of it at the old phone, by mail where there is one, and the administrator sees what would have been sent', async () => {
    const { token: admin } = region.people.admin
    const [plain, mailed] = [await door.member('午', { role: 3 }), await door.member('未', { role: 3 })]
    const put = (token: string, url: string, body: object) => door.call('PUT', url, body, { token })
    expect(await registerMail(region, mailed, 'wei@example.cn', good)).toBe(200)
    for (const { token } of [plain, mailed])
      expect(
        (await put(token, '/api/v1/user/resetPassword', { old_password: good, password: 'Kx#9mtpq-2' }))
          .status,
      ).toBe(200)
    await expect
      .poll(async () =>
        (await sent(admin))
          ?.filter(({ text, subject }) => `${subject}${text}`.includes('登录密码已修改'))
          .map(({ channel, to }) => [channel, to])
          .toSorted(),
      )
      .toEqual([
        ['mail', 'wei@example.cn'],
        ['sms', plain.mobile],
      ])
    expect(await registerMail(region, mailed, 'new@example.cn', 'Kx#9mtpq-2')).toBe(200)
    await expect
      .poll(async () => (await sent(admin))?.find(({ subject }) => subject.includes('邮箱已更换'))?.to)
      .toBe('wei@example.cn')
    for (const who of [region.people.school, region.people.province])
      expect((await who.get('/api/v1/outbox')).status).toBe(403)
  })

  it('is never shown to anybody in production', async () => {
    const live = await testRegion('sign-in-live', undefined, { nodeEnv: 'production' })
    expect((await live.people.admin.get('/api/v1/outbox')).status).toBe(404)
    await live.close()
  })
})

describe('the institution', () => {
  it('shows its place, and its seal to offices, who may exchange it for a picture of their own', async () => {
    const { school, school2, teacher, siblingSchool, admin } = region.people
    const own = (await school.get<{ name: string; above: { name: string }[] }>('/api/v1/organization')).data
    expect([own.name, own.above.map(({ name }) => name)]).toEqual([
      '东区一中',
      ['省教育厅', '市教育局', '东区教育局'],
    ])
    expect((await school.get('/api/v1/seal')).data).toEqual({ url: '', updated_at: null, seal: '' })
    for (const who of [teacher, admin]) expect((await who.get('/api/v1/seal')).status).toBe(403)
    const [mine, theirs] = [await picture(region, school), await picture(region, siblingSchool)]
    for (const id of [theirs, '0197f1c2-0000-7000-8000-00000000abcd', 'x'])
      expect((await school.put('/api/v1/user/resetSeal', { seal: id })).status, id).toBe(404)
    expect((await school.put('/api/v1/user/resetSeal', {})).data.errors[0]?.field).toBe('seal')
    expect((await school.put('/api/v1/user/resetSeal', { seal: mine })).status).toBe(200)
    const { url: shown, ...about } = (await school2.get<{ url: string }>('/api/v1/seal')).data
    expect(about).toEqual({ updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), seal: shown })
    expect((await region.app.inject({ method: 'GET', url: shown })).headers['content-type']).toBe(
      'image/jpeg',
    )
    expect((await siblingSchool.get<{ seal: string }>('/api/v1/seal')).data.seal).toBe('')
    const byQuery = await region.app.inject({
      method: 'PUT',
      url: '/api/v1/user/resetSeal?seal=',
      headers: { token: school.token },
    })
    expect([byQuery.statusCode, byQuery.json().data.seal]).toEqual([200, ''])
  })

  it('is described by its own office, field by field, and by nobody else', async () => {
    const { school, school2, teacher, admin, siblingSchool } = region.people
    const put = (who: Person, query: string) =>
      region.app.inject({
        method: 'PUT',
        url: `/api/v1/user/updateOrganization?${query}`,
        headers: { token: who.token },
      })
    const named = `principal=${encodeURIComponent('  钟立 ')}&phone=0662-3312345`
    expect((await put(school, named)).json()).toMatchObject({ error_code: 0, data: true })
    const own = async (who: Person) => (await who.get<OwnOrganization>('/api/v1/organization')).data
    expect(await own(school2)).toMatchObject({
      name: '东区一中',
      principal: '钟立',
      phone: '0662-3312345',
      address: null,
    })
    expect(
      (await put(school, 'phone=&address=%E9%93%B6%E6%9D%8F%E8%B7%AF%E5%85%AB%E5%8F%B7')).statusCode,
    ).toBe(200)
    expect(await own(school2)).toMatchObject({ principal: '钟立', phone: null, address: '银杏路八号' })
    expect((await own(siblingSchool)).principal).toBeNull()
    for (const [bad, field] of [
      ['name=', 'name'],
      ['phone=12', 'phone'],
      [`principal=${'a'.repeat(31)}`, 'principal'],
      ['', ''],
    ] as const) {
      const answer = await put(school, bad)
      expect([answer.statusCode, answer.json().data.errors[0]?.field], bad).toEqual([400, field])
    }
    for (const who of [teacher, admin]) expect((await put(who, named)).statusCode).toBe(403)
    // The name before stays findable in the log.
    expect((await put(school, `name=${encodeURIComponent('东区第一中学')}`)).statusCode).toBe(200)
    const { facts } = await region.db.one<{ facts: { before: { name: string } } }>(sql`
      select facts from audit where action = 'institution.renamed' order by id desc limit 1`)
    expect([facts.before.name, (await own(school)).name]).toEqual(['东区一中', '东区第一中学'])
    await put(school, `name=${encodeURIComponent('东区一中')}`)
  })
})

describe('the calls of the account centre', () => {
  it('checks account and password, and gives a ticket that signs in once', async () => {
    const one = await door.member('酉')
    const check = (password: string) =>
      door.call<{ ticket: string }>('POST', '/login/check', { username: one.login, password, client_id: '1' })
    const { data, cookie } = await check(good)
    expect(cookie).toBe('')
    const enter = (local_login: string) =>
      door.call<CookieLogin>('POST', '/api/v1/login/cookie', { local_login })
    const forged = `${data.ticket.slice(0, -2)}${data.ticket.endsWith('aa') ? 'bb' : 'aa'}`
    expect((await enter(forged)).data.state).toBe(1)
    const both = await Promise.all([enter(data.ticket), enter(data.ticket)])
    expect(both.map((one) => one.data.state).sort()).toEqual([1, 2])
    expect(both.find((one) => one.data.state === 2)?.data.entered).toMatchObject({ id: one.identityId })
    expect((await enter(data.ticket)).data.state).toBe(1)
    // Counts with signing in.
    for (let i = 0; i < 3; i += 1) expect((await check('wrong')).code).toBe(22001)
    expect((await check(good)).code).toBe(22003)
    expect((await login(one.login, good)).code).toBe(22003)
  })

  it('says how the person is reached, masked, and keeps it out of what the browser stores', async () => {
    const one = await door.member('戌')
    const { data } = await door.call<CurrentUser>('GET', '/api/v1/user', undefined, { token: one.token })
    expect(data).toMatchObject({
      login_name: one.login,
      email: null,
      mobile: expect.stringMatching(/^1\d{2}\*{4}\d{4}$/),
    })
    expect(Date.parse(data.password_changed_at ?? '')).toBeLessThanOrEqual(Date.now())
    expect(JSON.stringify((await login(one.login, good)).data)).not.toContain(one.login)
  })

  it('lists the applications with numbers of three characters at most, to whoever is signed in', async () => {
    const { data } =
      await region.people.teacher.get<
        { id: string; domain: string; icon: string; category: string; open_mode: string }[]
      >('/app?role=2')
    expect(data.every(({ id }) => id.length <= 3)).toBe(true)
    expect(data[0]).toMatchObject({
      id: '1',
      name: '杏坛',
      category: '1',
      open_mode: '0',
      icon: expect.stringMatching(/logo\.svg$/),
    })
    expect((await door.call('GET', '/app')).code).toBe(22018)
  })
})
