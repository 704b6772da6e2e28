import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type { Enrolment, FactorState } from '../../../catalogue/contract/account/sign-in.ts'
import { codeOf, stepOf } from '../../features/sign-in/totp.ts'
import { createLog } from '../../platform/log/log.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Region } from '../testing/test-region.ts'
import { doorOf, good, type Member } from '../testing/test-sign-in.ts'

let region: Region
let strict: Region
let door: ReturnType<typeof doorOf>
beforeAll(async () => {
  region = await testRegion('factor', createLog('silent'), { secondFactor: 'offer' })
  strict = await testRegion('factor-strict', createLog('silent'), { secondFactor: 'require' })
  door = doorOf(region)
})
afterAll(async () => {
  await region.close()
  await strict.close()
})

interface Step {
  second_step: { ticket: string; enrolment: Enrolment | null }
}
const login = (who: Member, at = door) =>
  at.call<UserInfo & Step>('POST', '/api/v1/login', { account: who.login, password: good })
const show = (ticket: string, code: string, at = door) =>
  at.call<UserInfo>('POST', '/api/v1/login/totp', { ticket, code })
const as = <T>(token: string, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  door.call<T>(method, url, body, { token })
const now = (secret: string, by = 0) => codeOf(secret, stepOf(Date.now()) + by)
/** The next code may be shown: the clock goes on, the last step counts as long past. */
const later = (who: Member) =>
  region.db.query(sql`update person set totp_step = 0 where id = ${who.personId}`)
const unlock = () => region.db.query(sql`delete from sign_in_failure`)

/** Somebody of an office with a second factor, its secret and recovery codes. */
async function enrolled(label: string) {
  const who = await door.member(label, { role: 4, at: region.places.district })
  const { data } = await login(who)
  const { data: made } = await as<Enrolment>(data.token, 'POST', '/api/v1/user/totp/setup')
  const done = await as<{ recovery_codes: string[] }>(data.token, 'POST', '/api/v1/user/totp', {
    setup: made.setup,
    code: now(made.secret),
  })
  expect(done.status).toBe(200)
  return { who, secret: made.secret, recovery: done.data.recovery_codes, token: data.token }
}

it('codes are those of RFC 6238', () => {
  // The secret of its appendix B, "12345678901234567890" in base32; the last six of its eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const of = (seconds: number) => codeOf(secret, stepOf(seconds * 1000))
  expect([59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000].map(of)).toEqual([
    '287082',
    '081804',
    '050471',
    '005924',
    '279037',
    '353130',
  ])
})

describe('a second factor', () => {
  it('stands between the password and the session', async () => {
    const { who, secret } = await enrolled('甲')
    await later(who)
    const { data, status } = await login(who)
    expect([status, data.token]).toEqual([200, undefined])
    expect(data.second_step.enrolment).toBeNull()
    expect((await show(data.second_step.ticket, '000000')).code).toBe(22010)
    const inside = await show(data.second_step.ticket, now(secret))
    expect([inside.status, inside.data.id]).toEqual([200, who.identityId])
    expect((await as('' + inside.data.token, 'GET', '/api/v1/user')).status).toBe(200)
  })

  it('takes a code once, also of two at the same moment, and none of before', async () => {
    const { who, secret } = await enrolled('乙')
    await later(who)
    const { ticket } = (await login(who)).data.second_step
    const both = await Promise.all([show(ticket, now(secret)), show(ticket, now(secret))])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await show(ticket, now(secret))).code, 'a replay').toBe(22010)
    expect((await show(ticket, now(secret, -1))).code, 'the one before it').toBe(22010)
    expect((await show(ticket, now(secret, -5))).code).toBe(22010)
  })

  it('locks after five wrong codes, however many come at once, with whatever ticket', async () => {
    const { who, secret } = await enrolled('丙')
    await later(who)
    const tickets = [(await login(who)).data.second_step.ticket, (await login(who)).data.second_step.ticket]
    const guess = (i: number) =>
      door.call(
        'POST',
        '/api/v1/login/totp',
        { ticket: tickets[i % 2], code: String(i).padStart(6, '0') },
        {},
        `127.20.${i % 4}.1`,
      )
    const codes = (await Promise.all(Array.from({ length: 100 }, (_, i) => guess(i)))).map(({ code }) => code)
    expect(codes.filter((code) => code === 22010).length).toBe(5)
    expect(codes.filter((code) => code === 22002).length).toBe(95)
    expect((await show(tickets[0] ?? '', now(secret))).code).toBe(22002)
    await unlock()
  })

  it('is not had without the ticket: forged, of somebody else’s making, too old, or of an earlier password', async () => {
    const { who, secret } = await enrolled('丁')
    await later(who)
    const { ticket } = (await login(who)).data.second_step
    const [body = '', mac = ''] = ticket.split('.')
    const other = Buffer.from(
      JSON.stringify({
        ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object),
        identity: region.people.admin.identityId,
      }),
    ).toString('base64url')
    const stale = Buffer.from(
      JSON.stringify({ ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object), at: 1 }),
    ).toString('base64url')
    for (const forged of ['', 'x', `${body}.`, `${other}.${mac}`, `${stale}.${mac}`])
      expect((await show(forged, now(secret))).status, forged).toBe(409)
    await region.db.query(sql`update person set password_changed_at = now() where id = ${who.personId}`)
    expect((await show(ticket, now(secret))).status).toBe(409)
  })

  it('is asked of whoever comes by a code to the phone, too', async () => {
    const { who, secret } = await enrolled('戊')
    await later(who)
    await door.call('POST', '/api/v1/send_mobile_code', { mobile: who.mobile, scene: 'login' })
    const code = await door.codeFor(who.mobile)
    const come = () =>
      door.call<UserInfo & Step>('POST', '/api/v1/login/mobile', { mobile: who.mobile, code })
    const { data } = await come()
    expect(data.token).toBeUndefined()
    expect((await come()).code, 'the code is used up').toBe(22010)
    expect((await show(data.second_step.ticket, now(secret))).status).toBe(200)
  })

  it('can be replaced by a recovery code, each once', async () => {
    const { who, recovery } = await enrolled('己')
    expect(new Set(recovery).size).toBe(10)
    const enter = async (code: string) => show((await login(who)).data.second_step.ticket, code)
    const first = recovery[0] ?? ''
    const inside = await enter(first.toLowerCase().replace('-', ' '))
    expect(inside.status).toBe(200)
    expect((await enter(first)).code).toBe(22010)
    expect((await as<FactorState>(inside.data.token, 'GET', '/api/v1/user/totp')).data).toMatchObject({
      codes_left: 9,
      mode: 'offer',
      asked: true,
    })
    const rows = await region.db.query(sql`select * from recovery_code`)
    for (const code of recovery) expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''))
  })

  it('keeps its secret sealed, and is set up with a code of the same secret only', async () => {
    const { who, secret, token } = await enrolled('庚')
    const [row] = await region.db.query<{ totp_sealed: string }>(
      sql`select totp_sealed from person where id = ${who.personId}`,
    )
    expect(row?.totp_sealed).toMatch(/^v1\./)
    expect(row?.totp_sealed).not.toContain(secret)
    const stranger = await door.member('辛', { role: 5, at: region.places.city })
    const { data } = await login(stranger)
    const mine = (await as<Enrolment>(data.token, 'POST', '/api/v1/user/totp/setup')).data
    const theirs = (await as<Enrolment>(token, 'POST', '/api/v1/user/totp/setup')).data
    const finish = (setup: string, code: string) =>
      as(data.token, 'POST', '/api/v1/user/totp', { setup, code })
    expect((await finish(mine.setup, '000000')).code).toBe(22010)
    expect((await finish(theirs.setup, now(theirs.secret))).status).toBe(409)
    expect((await finish(mine.setup, now(mine.secret))).status).toBe(200)
  })
})

describe('a call that asks again who it is', () => {
  const exporting = (token: string) =>
    region.app.inject({ method: 'GET', url: '/api/v1/log/export?kind=signIn', headers: { token } })
  const aged = (who: Member) =>
    region.db.query(
      sql`update session set proved_at = now() - interval '6 minutes' where identity_id = ${who.identityId}`,
    )

  it('is open for five minutes after the password, then after the password or a code', async () => {
    const admin = await door.member('管', { role: 1, at: region.places.province })
    const { token } = (await login(admin)).data
    expect((await exporting(token)).statusCode).toBe(200)
    await aged(admin)
    const refused = await exporting(token)
    expect([refused.statusCode, refused.json().error_code]).toEqual([403, 40303])
    const other = await door.member('壬')
    expect((await as(token, 'PUT', `/api/v1/userManage/${other.personId}/resetPassword`)).code).toBe(40303)
    const wrong = await as<{ errors: { field: string }[] }>(token, 'POST', '/api/v1/user/confirm', {
      password: 'wrong',
    })
    expect([wrong.code, wrong.data.errors[0]?.field]).toEqual([22020, 'password'])
    expect((await exporting(token)).statusCode).toBe(403)
    expect((await as(token, 'POST', '/api/v1/user/confirm', { password: good })).status).toBe(200)
    expect((await exporting(token)).statusCode).toBe(200)
    expect((await as(token, 'PUT', `/api/v1/userManage/${other.personId}/resetPassword`)).status).toBe(200)
  })

  it('takes a code of the phone, once, and the proof of one device is not another’s', async () => {
    const { who, secret, token } = await enrolled('癸')
    await later(who)
    const { ticket } = (await login(who)).data.second_step
    const second = (await show(ticket, now(secret))).data.token
    await aged(who)
    const setup = (with_: string) => as(with_, 'POST', '/api/v1/user/totp/setup')
    expect((await setup(token)).code).toBe(40303)
    expect(
      (await as(token, 'POST', '/api/v1/user/confirm', { code: now(secret) })).code,
      'used at the door',
    ).toBe(22010)
    await later(who)
    expect((await as(token, 'POST', '/api/v1/user/confirm', { code: now(secret) })).status).toBe(200)
    expect((await setup(token)).status).toBe(200)
    expect((await setup(second)).code).toBe(40303)
  })

  it('is refused to a session opened by a code to the phone alone, and the whole value of a masked field with it', async () => {
    const officer = await door.member('子', { role: 4, at: region.places.district })
    await door.call('POST', '/api/v1/send_mobile_code', { mobile: officer.mobile, scene: 'login' })
    const { data } = await door.call<UserInfo>('POST', '/api/v1/login/mobile', {
      mobile: officer.mobile,
      code: await door.codeFor(officer.mobile),
    })
    const reveal = () =>
      as(data.token, 'POST', '/api/v1/records/contactInfo/0197f1c2-0000-7000-8000-00000000abcd/reveal', {
        field: 'mobile',
        reason: '核对',
      })
    expect((await reveal()).code).toBe(40303)
    await as(data.token, 'POST', '/api/v1/user/confirm', { password: good })
    expect((await reveal()).status).toBe(404)
  })
})

describe('where it is required', () => {
  it('an office sets it up before it gets a session, a teacher does not have to', async () => {
    const gate = doorOf(strict)
    const officer = await gate.member('丑', { role: 6, at: strict.places.province })
    const teacher = await gate.member('寅')
    expect((await login(teacher, gate)).data.token).toBeTruthy()
    const { data } = await login(officer, gate)
    expect(data.token).toBeUndefined()
    const { ticket, enrolment } = data.second_step
    if (!enrolment) throw new Error('no enrolment')
    expect(enrolment.qr).toMatch(/^data:image\/svg\+xml;base64,/)
    expect((await show(ticket, '123456', gate)).status, 'nothing to show yet').toBe(400)
    const finish = (code: string) =>
      gate.call<{ user: UserInfo; recovery_codes: string[] }>('POST', '/api/v1/login/totp/enrol', {
        ticket,
        setup: enrolment.setup,
        code,
      })
    expect((await finish('000000')).code).toBe(22010)
    const done = await finish(now(enrolment.secret))
    expect([done.status, done.data.recovery_codes.length]).toEqual([200, 10])
    expect((await finish(now(enrolment.secret))).status, 'the ticket enrols once').toBe(409)
    const refused = await strict.app.inject({
      method: 'DELETE',
      url: '/api/v1/user/totp',
      headers: { token: done.data.user.token },
    })
    expect(refused.statusCode).toBe(409)
  })
})

it('is taken by another administrator from somebody who lost everything, with a reason, and never from oneself', async () => {
  const { who, token } = await enrolled('丢机')
  const url = (id: number) => `/api/v1/userManage/${id}/removeFactor`
  const { admin, school } = region.people
  expect((await school.put(url(who.personId), { reason: '当面核对了身份证' })).status).toBe(403)
  const confirmed = () =>
    region.db.query(sql`update session set proved_at = now() where identity_id = ${admin.identityId}`)
  await region.db.query(sql`update session set proved_at = null where identity_id = ${admin.identityId}`)
  expect((await admin.put(url(who.personId), { reason: '当面核对了身份证' })).code).toBe(40303)
  await confirmed()
  expect((await admin.put(url(who.personId), { reason: ' ' })).data.errors).toEqual([
    { field: 'reason', message: '请写明怎样核实了身份' },
  ])
  expect((await admin.put(url(admin.personId), { reason: '自己' })).status).toBe(409)
  expect((await admin.put(url(who.personId), { reason: '当面核对了身份证' })).status).toBe(200)
  expect((await as(token, 'GET', '/api/v1/user')).code).toBe(22018)
  expect((await admin.put(url(who.personId), { reason: '再来一次' })).status).toBe(409)
  const line = await region.db.one(
    sql`select by_identity, facts from audit where action = 'user.factor.removed'`,
  )
  expect(line).toEqual({ by_identity: admin.identityId, facts: { reason: '当面核对了身份证' } })
  const { data } = await login(who)
  expect(data.token).toBeTypeOf('string')
})

it('is asked for before an address is made that opens without signing in', async () => {
  const { area } = region.people
  const board = { board: 'dataLarge', mode: 'live', days: 7, note: '大厅' }
  expect((await area.post('/api/v1/board-shares', board)).code).toBe(40303)
  expect((await area.post('/api/v1/user/calendarFeed')).code).toBe(40303)
  await region.db.query(sql`update session set proved_at = now() where identity_id = ${area.identityId}`)
  expect((await area.post('/api/v1/board-shares', board)).msg).toBe('ok')
  expect((await area.post('/api/v1/user/calendarFeed')).status).toBe(200)
})
