import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type {
  AccountRequestPage,
  IssuedPassword,
  UserView,
} from '../../../catalogue/contract/administration/users.ts'
import { StandIn } from '../../platform/channels/testing/stand-in.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Person, type Region, type TestAnswer } from '../testing/test-region.ts'
import { doorOf, good, type Member } from '../testing/test-sign-in.ts'

/** Takes the short messages of the portal. */
const gateway = new StandIn()
let region: Region
let door: ReturnType<typeof doorOf>
let first: Member
let second: Member
const users = '/api/v1/userManage'
beforeAll(async () => {
  const smsUrl = `${await gateway.open()}/sms`
  region = await testRegion('attack-admin', undefined, { secondFactor: 'offer', smsUrl })
  door = doorOf(region)
  first = await door.member('管理甲', { role: 1, at: region.places.province })
  second = await door.member('管理乙', { role: 1, at: region.places.province })
})
afterAll(async () => {
  await region.close()
  await gateway.close()
})

const proof = (who: Person, minutes: number) =>
  region.db.query(
    sql`update session
      set proved_at = now() - make_interval(mins => ${minutes})
      where identity_id = ${who.identityId}`,
  )
beforeEach(async () => {
  await region.db.query(sql`delete from mobile_code`)
  for (const who of [first, second, region.people.admin]) await proof(who, 0)
})

const rolesOf = async (personId: number) =>
  (
    await region.db.query<{ role: number }>(
      sql`select role from identity where person_id = ${personId} and state = 'enabled' order by role`,
    )
  ).map(({ role }) => role)
const open = async (who: Person) =>
  (await who.get<AccountRequestPage>(`${users}/requests?state=open`)).data.list
const add = (by: Person, to: Person, role: number, institutionId: number) =>
  by.post<UserView>(`${users}/${to.personId}/identities`, { role, institutionId })
const told = async (identityId: number) =>
  (
    await region.db.query<{ title: string }>(
      sql`select title from message where identity_id = ${identityId} order by id`,
    )
  ).map(({ title }) => title)
const smsTo = (mobile: string): string[] =>
  gateway.taken.filter(({ to }) => to === mobile).map(({ text }) => text)

describe('with a proof six minutes old', () => {
  it('gets nothing changed: every act that is the administrator’s alone asks who it is first', async () => {
    await proof(first, 6)
    const acts = region.app.declaredCalls.filter(
      ({ method, url, access }) =>
        method !== 'GET' &&
        typeof access !== 'string' &&
        access.length === 1 &&
        access[0] === 1 &&
        url !== '/api/v1/viewAs/end',
    )
    expect(acts.map(({ url }) => url)).toEqual(
      expect.arrayContaining([
        users,
        `${users}/:id`,
        `${users}/:id/identities`,
        `${users}/:id/status`,
        `${users}/:id/unlock`,
        '/api/v1/viewAs',
        '/api/v1/client',
      ]),
    )
    expect(acts.length).toBeGreaterThan(15)
    for (const { method, url } of acts) {
      const answer = await region.app.inject({
        method: method as 'POST',
        url: url.replaceAll(/:\w+/g, '1'),
        headers: { token: first.token },
        payload: {},
      })
      expect([answer.statusCode, answer.json().error_code], `${method} ${url}`).toEqual([403, 40303])
    }
    const exported = await first.get('/api/v1/log/export?start=2026-01-01')
    expect(exported.code).toBe(40303)
  })
})

describe('an administrator alone', () => {
  it('gives themselves no role, and switches none of their own on', async () => {
    for (const [role, place] of [
      [6, region.places.province],
      [3, region.places.school],
      [1, region.places.city],
    ] as const) {
      expect(await add(first, first, role, place)).toMatchObject({
        status: 403,
        msg: '不能给自己增加或启用身份，请由另一位管理员办理',
      })
    }
    const off = await region.db.one<{ id: number }>(sql`
      insert into identity (person_id, role, institution_id, state)
      values (${first.personId}, 4, ${region.places.district}, 'disabled')
      returning id`)
    expect(
      (await first.put(`${users}/${first.personId}/status`, { identityId: off.id, status: '1' })).status,
    ).toBe(403)
    expect(await rolesOf(first.personId)).toEqual([1])
  })

  it('makes nobody an administrator or an authority: a second one confirms, who did not ask and is not concerned', async () => {
    const one = await door.member('升职', { role: 3 })
    for (const [role, place] of [
      [1, region.places.province],
      [4, region.places.district],
      [5, region.places.city],
      [6, region.places.province],
    ] as const) {
      expect((await add(first, one, role, place)).status).toBe(200)
      expect(await rolesOf(one.personId)).toEqual([3])
    }
    expect(await add(first, one, 6, region.places.province), 'once').toMatchObject({ status: 409 })
    const waiting = await open(second)
    expect(waiting.map(({ role }) => role)).toEqual([6, 5, 4, 1])
    const mine = waiting.find(({ role }) => role === 4)
    if (!mine) throw new Error('no request')
    const act = (who: Person, verb: string, body: object = {}) =>
      who.post(`${users}/requests/${mine.id}/${verb}`, body)
    expect(await act(first, 'confirm')).toMatchObject({
      status: 403,
      msg: '自己提出的申请，请由另一位管理员确认',
    })
    expect((await act(region.people.province, 'confirm')).status).toBe(403)
    await proof(second, 6)
    expect((await act(second, 'confirm')).code).toBe(40303)
    await proof(second, 0)
    const outcomes = await Promise.all([act(second, 'confirm'), act(region.people.admin, 'confirm')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await rolesOf(one.personId)).toEqual([3, 4])
    expect(await told(one.identityId)).toContain('您的账号新增了身份')
    await vi.waitFor(() => expect(smsTo(one.mobile).join()).toContain('新增了身份'), 10_000)
    const lines = await region.db.query(
      sql`select action, by_identity
        from audit
        where person_id = ${one.personId} and action like 'user.%' and facts ->> 'role' = '4'
        order by id`,
    )
    expect(lines.map((line) => line['action'])).toEqual(['user.identity.asked', 'user.identity.added'])
  })

  it('gets a request neither confirmed after a week, nor twice, nor after it was refused or withdrawn', async () => {
    const one = await door.member('等待', { role: 3 })
    const asked = async () => {
      expect((await add(first, one, 5, region.places.city)).status).toBe(200)
      return (await open(first))[0]?.id ?? 0
    }
    const act = (who: Person, id: number, verb: string, body: object = {}) =>
      who.post(`${users}/requests/${id}/${verb}`, body)
    const refused = await asked()
    expect((await act(second, refused, 'refuse', { reason: ' ' })).data.errors?.[0]?.field).toBe('reason')
    expect((await act(second, refused, 'refuse', { reason: '没有任命文件' })).status).toBe(200)
    const withdrawn = await asked()
    expect((await act(second, withdrawn, 'withdraw')).status, 'the one who asked withdraws').toBe(403)
    expect((await act(first, withdrawn, 'withdraw')).status).toBe(200)
    const late = await asked()
    await region.db.query(
      sql`update account_request set expires_at = now() - interval '1 second' where id = ${late}`,
    )
    for (const id of [refused, withdrawn, late]) expect((await act(second, id, 'confirm')).status).toBe(409)
    const fresh = await asked()
    expect((await act(second, fresh, 'confirm')).status, 'asked anew').toBe(200)
    const closed = (await second.get<AccountRequestPage>(`${users}/requests?state=closed`)).data.list.filter(
      ({ person }) => person.id === one.personId,
    )
    expect(closed.map(({ state }) => state)).toEqual(['confirmed', 'expired', 'withdrawn', 'refused'])
    expect(closed.at(-1)?.reason).toBe('没有任命文件')
  })

  it('makes a new account an authority no sooner: it has no password and no way in before', async () => {
    const draft = {
      name: '新局长',
      loginName: 'newchief',
      idNo: '',
      mobile: '13577770001',
      role: 6,
      institutionId: region.places.province,
    }
    const made = (await first.post<IssuedPassword>(users, draft)).data
    expect(made).toMatchObject({ password: null, sentTo: null, waits: true })
    expect(await rolesOf(made.id)).toEqual([])
    const request = (await open(second)).find(({ person }) => person.id === made.id)
    expect((await second.post(`${users}/requests/${request?.id}/confirm`, {})).status).toBe(200)
    const [text = ''] = await vi.waitFor(() => {
      const texts = smsTo('13577770001').filter((one) => one.includes('一次性密码'))
      expect(texts.length).toBe(1)
      return texts
    })
    const password = /[\w]{4}-[\w]{4}-[\w]{4}/.exec(text)?.[0] ?? ''
    expect(
      (await door.call<UserInfo>('POST', '/api/v1/login', { account: 'newchief', password })).data.role,
    ).toBe(6)
  })

  it('as the only one there is may add a second administrator and nobody else of weight; not after switching the others off', async () => {
    const lonely = await testRegion('attack-admin-alone', undefined, { secondFactor: 'off' })
    try {
      const { admin, school, area } = lonely.people
      const give = (to: Person, role: number, at: number) =>
        admin.post<UserView>(`${users}/${to.personId}/identities`, { role, institutionId: at })
      expect(await give(school, 5, lonely.places.city)).toMatchObject({
        status: 409,
        msg: expect.stringContaining('请先增加第二位系统管理员') as string,
      })
      const added = await give(school, 1, lonely.places.province)
      expect(added.data.identities.map(({ role }) => role)).toEqual([3, 1])
      expect(
        await lonely.db.one(
          sql`select facts ->> 'alone' as alone from audit where action = 'user.identity.added'`,
        ),
      ).toEqual({ alone: 'true' })
      const given = added.data.identities.find(({ role }) => role === 1)
      expect(
        (await give(area, 1, lonely.places.province)).data.identities.map(({ role }) => role),
        'now it waits',
      ).toEqual([4])
      expect(
        (await admin.put(`${users}/${school.personId}/status`, { identityId: given?.id, status: '0' }))
          .status,
      ).toBe(200)
      expect(await give(lonely.people.province, 1, lonely.places.province)).toMatchObject({
        status: 409,
        msg: expect.stringContaining('7 天') as string,
      })
    } finally {
      await lonely.close()
    }
  })

  it('changes nobody’s phone unnoticed, and not their own', async () => {
    const officer = await door.member('何局', { role: 4, at: region.places.district })
    const { version } = (await first.get(`${users}/${officer.personId}`)).data
    expect((await first.put(`${users}/${officer.personId}`, { mobile: '13599990001', version })).status).toBe(
      200,
    )
    expect(await told(officer.identityId)).toContain('登录手机号已由管理员更换')
    await vi.waitFor(() => expect(smsTo(officer.mobile).join()).toContain('135****0001'), 10_000)
    const own = (await first.get(`${users}/${first.personId}`)).data
    expect(
      await first.put(`${users}/${first.personId}`, { mobile: '13599990002', version: own.version }),
    ).toMatchObject({ status: 403, msg: '自己的手机号请在个人中心更换' })
    expect(await first.put(`${users}/${first.personId}/resetPassword`, undefined)).toMatchObject({
      status: 403,
      msg: '自己的密码请在个人中心修改',
    })
  })

  it('never sees the password that is reset for somebody who has a phone; without one it lives a day', async () => {
    const officer = await door.member('马主任', { role: 3 })
    const reset = await first.put<IssuedPassword>(`${users}/${officer.personId}/resetPassword`, undefined)
    expect(reset.data).toEqual({
      id: officer.personId,
      password: null,
      sentTo: `${officer.mobile.slice(0, 3)}****${officer.mobile.slice(-4)}`,
      waits: false,
    })
    expect(await told(officer.identityId)).toContain('登录密码已由管理员重置')
    const texts = await vi.waitFor(() => {
      const all = smsTo(officer.mobile)
      expect(all.length).toBe(1)
      return all
    })
    const password = /[\w]{4}-[\w]{4}-[\w]{4}/.exec(texts[0] ?? '')?.[0] ?? ''
    expect(
      (await door.call<UserInfo>('POST', '/api/v1/login', { account: officer.login, password })).data
        .is_simple,
    ).toBe(1)
    expect((await door.call('POST', '/api/v1/login', { account: officer.login, password: good })).code).toBe(
      22001,
    )
    await region.db.query(
      sql`update person set mobile_key = null, mobile_sealed = null where id = ${officer.personId}`,
    )
    const shown = (await first.put<IssuedPassword>(`${users}/${officer.personId}/resetPassword`, undefined))
      .data
    expect([shown.sentTo, typeof shown.password]).toEqual([null, 'string'])
    await region.db.query(
      sql`update person
        set password_until = (password_until at time zone 'UTC' - interval '24 hours') at time zone 'UTC'
        where id = ${officer.personId}`,
    )
    const late = await door.call('POST', '/api/v1/login', {
      account: officer.login,
      password: shown.password,
    })
    const refusal = '该一次性密码已用过，或已超过 24 小时，请联系管理员重新发放'
    expect([late.status, late.msg]).toEqual([400, refusal])
    // Shown to the administrator, it lets in once, and only to set a password: who comes second is noticed.
    const again = (await first.put<IssuedPassword>(`${users}/${officer.personId}/resetPassword`, undefined))
      .data
    const opened = await Promise.all(
      Array.from({ length: 3 }, () =>
        door.call<UserInfo>('POST', '/api/v1/login', { account: officer.login, password: again.password }),
      ),
    )
    expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect(opened.find(({ status }) => status === 200)?.data.is_simple).toBe(1)
    expect(opened.filter(({ status }) => status !== 200).map(({ msg }) => msg)).toEqual([refusal, refusal])
  })
})

describe('where the three duties are separate', () => {
  it('has no account that holds all three, and each does its own work only', async () => {
    const apart = await testRegion('attack-duties', undefined, { secondFactor: 'off', separateDuties: true })
    try {
      const at = apart.places.province
      const people = await Promise.all(
        ['系统', '安全', '安全二', '审计'].map((label) => apart.add(1, at, label)),
      )
      const [system, security, guard, audit] = people
      if (!system || !security || !guard || !audit) throw new Error('people')
      for (const [who, duties] of [
        [system, ['system']],
        [security, ['security']],
        [guard, ['security']],
        [audit, ['audit']],
      ] as const) {
        await apart.db.query(
          sql`update identity set duties = ${[...duties]}::text[] where id = ${who.identityId}`,
        )
      }
      const calls = [
        ['GET', '/api/v1/log', [audit]],
        ['GET', `${users}?q=x`, [system, security, guard]],
        ['GET', '/api/v1/client', [system]],
        ['GET', '/api/v1/allowedHosts', [security, guard]],
        ['POST', '/api/v1/viewAs', [security, guard]],
        ['POST', users, [system]],
        ['PUT', `${users}/1/resetPassword`, [security, guard]],
      ] as const
      for (const [method, url, may] of calls) {
        for (const who of people) {
          const { statusCode, body } = await apart.app.inject({
            method,
            url,
            headers: { token: who.token },
            ...(method !== 'GET' && { payload: {} }),
          })
          expect(statusCode === 403, `${method} ${url} ${body}`).toBe(
            !(may as readonly Person[]).includes(who),
          )
        }
      }
      const give = (by: Person, to: Person, duties: string[]) =>
        by.post<UserView & TestAnswer>(`${users}/${to.personId}/identities`, {
          role: 1,
          institutionId: at,
          duties,
        })
      const { school, area } = apart.people
      expect((await give(system, school, ['system', 'security', 'audit'])).data.errors?.[0]?.field).toBe(
        'duties',
      )
      expect((await give(system, school, [])).data.errors?.[0]?.field).toBe('duties')
      expect((await give(system, school, ['system', 'security'])).status).toBe(200)
      const [asked] = (await security.get<AccountRequestPage>(`${users}/requests?state=open`)).data.list
      expect((await system.post(`${users}/requests/${asked?.id}/confirm`, {})).status).toBe(403)
      expect((await security.post(`${users}/requests/${asked?.id}/confirm`, {})).status).toBe(200)
      const other = await system.post(`${users}/${school.personId}/identities`, {
        role: 1,
        institutionId: apart.places.city,
        duties: ['audit'],
      })
      expect(other, 'not by a second identity either').toMatchObject({
        status: 400,
        data: { errors: [{ field: 'duties' }] },
      })
      expect((await give(system, area, ['audit'])).status).toBe(200)
      const info = await apart.app.inject({
        method: 'GET',
        url: '/api/v1/user',
        headers: { token: audit.token },
      })
      expect(info.json().data.duties).toEqual(['audit'])
    } finally {
      await apart.close()
    }
  })
})
