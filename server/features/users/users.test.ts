import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NumberFound } from '../../../catalogue/contract/archive/by-number.ts'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import type {
  IssuedPassword,
  UserBatchDone,
  UserLine,
  UserView,
} from '../../../catalogue/contract/administration/users.ts'
import type { TeacherOption } from '../../../catalogue/contract/workspace.ts'
import {
  idNumber,
  testRegion,
  type Envelope,
  type Person,
  type Region,
} from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { createLog } from '../../platform/log/log.ts'
import { fillNameForms } from '../../engine/directory/index.ts'

let region: Region
let logged = ''
beforeAll(
  async () =>
    void (region = await testRegion(
      'users',
      createLog('debug', (line) => (logged += line)),
    )),
)
afterAll(() => region.close())

const url = '/api/v1/userManage'
let count = 0
const draft = (more: object = {}) => ({
  name: '白知秋',
  loginName: `newcomer_${(count += 1)}`,
  idNo: '',
  mobile: '',
  role: 3,
  institutionId: region.places.school,
  ...more,
})
const create = async (more: object = {}) => {
  const made = await region.people.admin.post<IssuedPassword>(url, draft(more))
  expect(made.msg).toBe('ok')
  return { id: made.data.id, password: made.data.password ?? '' }
}
const signIn = async (account: string, password: string) => {
  const response = await region.app.inject({
    method: 'POST',
    url: '/api/v1/login',
    payload: { account, password },
  })
  return response.json<Envelope<UserInfo>>()
}
const lines = (id: number) =>
  region.db.query(
    sql`select action, facts from audit where person_id = ${id} and action like 'user.%' order by id`,
  )

describe('the administration of users', () => {
  it('is the administrator’s alone: every other role gets 403 on every call, a visitor 401', async () => {
    const { admin, ...others } = region.people
    const target = others.teacher.personId
    const calls = [
      ['GET', url],
      ['GET', `${url}/institutions?q=x`],
      ['GET', `${url}/${target}`],
      ['POST', url],
      ['PUT', `${url}/${target}`],
      ['POST', `${url}/${target}/identities`],
      ['PUT', `${url}/${target}/status`],
      ['PUT', `${url}/${target}/resetPassword`],
      ['PUT', `${url}/${target}/unlock`],
      ['POST', `${url}/batch`],
    ] as const
    const before = await lines(target)
    for (const who of [
      others.teacher,
      others.school,
      others.area,
      others.city,
      others.province,
      others.expert,
      others.staff,
    ]) {
      for (const [method, path] of calls) {
        const answer = await region.app.inject({
          method,
          url: path,
          headers: { token: who.token },
          ...(method !== 'GET' && { payload: {} }),
        })
        expect([answer.statusCode, answer.json().error_code], `${method} ${path}`).toEqual([403, 40301])
      }
    }
    for (const [method, path] of calls)
      expect((await region.app.inject({ method, url: path })).statusCode).toBe(401)
    expect(await lines(target)).toEqual(before)
    expect((await admin.get(url)).status).toBe(200)
  })

  it('tells nobody that a password went to a phone where no gateway takes messages: it is answered', async () => {
    const { data } = await region.people.admin.post<IssuedPassword>(url, draft({ mobile: '13612340000' }))
    expect(data).toMatchObject({ password: expect.any(String) as string, sentTo: null })
    const reset = await region.people.admin.put<IssuedPassword>(`${url}/${data.id}/resetPassword`, undefined)
    expect(reset.data).toMatchObject({ password: expect.any(String) as string, sentTo: null })
  })

  it('creates a person who signs in with the password that is handed over, and must change it', async () => {
    const { id, password } = await create({
      loginName: 'zhiqiu01',
      idNo: idNumber('1988-02-03', true),
      mobile: '13612345678',
    })
    expect(password).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    const signed = await signIn('zhiqiu01', password)
    expect(signed).toMatchObject({
      error_code: 0,
      data: { role: 3, is_simple: 1, organization: { id: region.places.school } },
    })
    expect((await region.people.admin.get(`${url}/${id}`)).data).toMatchObject({
      name: '白知秋',
      loginName: 'zhiqiu01',
      mobile: '136****5678',
      mustChange: true,
      hasArchive: false,
      locked: false,
    })
    expect(await lines(id)).toEqual([
      { action: 'user.created', facts: {} },
      { action: 'user.identity.added', facts: { role: 3, institution: '东区一中' } },
    ])
  })

  it('gives a new teacher an empty archive at the school', async () => {
    const { password } = await create({ loginName: 'newteacher', role: 2 })
    const { data } = await signIn('newteacher', password)
    expect(data.teacherObj).toMatchObject({ name: '白知秋' })
    const found = await region.people.school.get<{ list: TeacherOption[] }>('/api/v1/teachers?q=白知秋')
    expect(found.data.list).toHaveLength(1)
  })

  it('finds by the beginning of a name, pinyin, initials, account; by a whole number in a body only, never in an address, never by a part of it', async () => {
    const idNo = idNumber('1979-05-06', false)
    const { id } = await create({ name: '单雪霁', loginName: 'snowclear', idNo, mobile: '13700001111' })
    const found = async (q: string) =>
      (
        await region.people.admin.get<{ list: UserLine[] }>(`${url}?q=${encodeURIComponent(q)}`)
      ).data.list.some((one) => one.id === id)
    for (const q of ['单雪霁', '单', 'shanxueji', 'shan xue', 'sxj', 'danxueji', 'SnowClear'])
      expect(await found(q), q).toBe(true)
    for (const q of ['雪霁', idNo, '13700001111', '%', '_', '\\', "'"]) expect(await found(q), q).toBe(false)
  })

  it('finds a teacher by number for the offices above and the administrator, for nobody else, and through no part of it', async () => {
    const { admin, school, siblingSchool, area, otherArea, otherCity, province, teacher } = region.people
    const idNo = idNumber('1981-05-06', true)
    const { id } = await create({
      name: '查号人',
      loginName: 'bynumber',
      role: 2,
      idNo,
      mobile: '13700002222',
    })
    const by = async (who: Person, number: string) =>
      (await who.post<NumberFound>('/api/v1/people/byNumber', { number })).data.person?.id ?? null
    for (const who of [admin, school, area, province]) {
      for (const number of [idNo, idNo.toLowerCase(), '13700002222', '137 0000 2222'])
        expect(await by(who, number)).toBe(id)
    }
    for (const who of [siblingSchool, otherArea, otherCity]) expect(await by(who, idNo)).toBeNull()
    for (const number of [idNo.slice(0, 17), '1370000222', '%%%%%', "' or 1=1"])
      expect(await by(admin, number)).toBeNull()
    expect((await teacher.post('/api/v1/people/byNumber', { number: idNo })).status).toBe(403)
    expect((await admin.post('/api/v1/people/byNumber', { number: '' })).data).toMatchObject({
      errors: [{ field: 'number' }],
    })
    expect(
      (await admin.get<{ list: UserLine[] }>(`${url}?person=${id}`)).data.list.map((one) => one.id),
    ).toEqual([id])
  })

  it('narrows by role, institution and state', async () => {
    const { admin } = region.people
    const { id } = await create({
      loginName: 'narrow01',
      role: 99,
      institutionId: region.places.otherDistrict,
    })
    const list = async (query: string) => (await admin.get<{ list: UserLine[] }>(`${url}?${query}`)).data.list
    expect((await list('role=99')).every(({ role }) => role === 99)).toBe(true)
    expect((await list(`institution=${encodeURIComponent('西区教育')}`)).map((one) => one.id)).toContain(id)
    expect(await list('status=0')).toEqual([])
    await region.db.execute(
      sql`update person set locked_until = now() + interval '5 minutes' where id = ${id}`,
    )
    expect((await list('status=2')).map((one) => one.id)).toEqual([id])
    expect((await admin.put<UserView>(`${url}/${id}/unlock`, undefined)).data.locked).toBe(false)
    expect(await admin.put(`${url}/${id}/unlock`, undefined)).toMatchObject({
      status: 409,
      msg: '该账号没有锁定',
    })
    expect(await list('status=2')).toEqual([])
  })

  it('orders by name or number, both ways, along an index; by nothing else', async () => {
    const { admin } = region.people
    for (const [name, loginName] of [
      ['阿古', 'order_a'],
      ['祝英', 'order_z'],
    ])
      await create({ name, loginName, role: 3 })
    const list = async (sort: string) =>
      (await admin.get<{ list: UserLine[] }>(`${url}?pageSize=100&sort=${sort}`)).data.list
    const named = async (sort: string) =>
      (await list(sort)).flatMap(({ loginName }) => (loginName?.startsWith('order_') ? [loginName] : []))
    expect(await named('name')).toEqual(['order_a', 'order_z'])
    expect(await named('-name')).toEqual(['order_z', 'order_a'])
    const ids = (await list('id')).map(({ identityId }) => identityId)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect((await list('-id'))[0]?.identityId).toBe(
      (await admin.get<{ list: UserLine[] }>(url)).data.list[0]?.identityId,
    )
    expect(await admin.get(`${url}?sort=mobile`)).toMatchObject({
      status: 400,
      msg: '该名单不能按这一栏排序',
      data: { errors: [{ field: 'sort' }] },
    })
    expect((await admin.get(`${url}?sort=name%3Bdrop`)).status).toBe(400)
  })

  it('acts on many at once: each by itself, each answered, each in the audit, and a second time nothing', async () => {
    const { admin } = region.people
    const [one, other] = [await create({ loginName: 'many_a' }), await create({ loginName: 'many_b' })]
    await signIn('many_a', one.password)
    const identityOf = async (id: number) =>
      (await admin.get<UserView>(`${url}/${id}`)).data.identities[0]?.id ?? 0
    const ids = [await identityOf(one.id), await identityOf(other.id)]
    const batch = (act: string, identities: readonly number[]) =>
      admin.post<UserBatchDone>(`${url}/batch`, { act, identities })
    const alive = () =>
      region.db.one(sql`select count(*)::int as alive
        from session
        where identity_id = ${ids[0]} and revoked_at is null`)
    const done = (identityId: number | undefined) => ({ identityId, ok: true, asked: false, message: null })

    expect((await batch('signOut', ids)).data).toEqual({ success: 2, results: ids.map(done) })
    expect(await alive()).toEqual({ alive: 0 })
    const fresh = await admin.put<{ password: string }>(`${url}/${one.id}/resetPassword`, undefined)
    await signIn('many_a', fresh.data.password)
    expect(await alive()).toEqual({ alive: 1 })
    // Who acts and who is not there are refused; the others are switched off all the same.
    const off = await batch('disable', [...ids, admin.identityId, 99_999_999, ids[0] ?? 0])
    expect(off.data).toEqual({
      success: 2,
      results: [
        ...ids.map(done),
        { ...done(admin.identityId), ok: false, message: '不能停用自己正在使用的身份，请由另一位管理员办理' },
        { ...done(99_999_999), ok: false, message: '没有找到，或不在您的范围内' },
      ],
    })
    expect(await alive()).toEqual({ alive: 0 })
    expect((await signIn('many_a', one.password)).error_code).toBe(22001)
    expect((await batch('disable', ids)).data.success).toBe(2)
    expect((await batch('enable', ids)).data.results).toEqual(ids.map(done))
    // A one-time password lets in once; the account itself is open again.
    expect(await signIn('many_a', fresh.data.password)).toMatchObject({
      msg: expect.stringContaining('已用过'),
    })
    expect(
      await region.db.query(sql`
        select action
        from audit
        where person_id = ${one.id} and action in ('user.signedOut', 'user.identity.disabled', 'user.identity.enabled')
        order by id`),
    ).toEqual([
      { action: 'user.signedOut' },
      { action: 'user.identity.disabled' },
      { action: 'user.identity.enabled' },
    ])
    expect((await batch('signOut', [admin.identityId])).data.results[0]).toMatchObject({ ok: false })
    expect(
      await batch(
        'disable',
        Array.from({ length: 101 }, (_, i) => i + 1),
      ),
    ).toMatchObject({
      status: 400,
      msg: '一次至多 100 个',
    })
    expect(await batch('disable', [])).toMatchObject({ status: 400, msg: '请先选择' })
    expect(await batch('delete', ids)).toMatchObject({ status: 400, msg: '没有该操作' })
  })

  it('gives people that came in otherwise the pinyin they are searched by', async () => {
    await region.db.execute(sql`insert into person (name, login_name) values ('曾子墨', 'zimo')`)
    while ((await fillNameForms(region.db)) > 0);
    expect(await region.db.one(sql`select name_sort from person where login_name = 'zimo'`)).toEqual({
      name_sort: 'zeng zi mo|zzm',
    })
  })

  it('switches an identity off: its sessions end at once, no new one begins, and on again', async () => {
    const { admin } = region.people
    const { id, password } = await create({ loginName: 'offandon' })
    const { data } = await signIn('offandon', password)
    const [identity] = (await admin.get<UserView>(`${url}/${id}`)).data.identities
    const off = await admin.put<UserView>(`${url}/${id}/status`, { identityId: identity?.id, status: '0' })
    expect(off.data.identities).toMatchObject([{ status: '0' }])
    expect(
      await region.db.one(
        sql`select count(*) as alive from session where identity_id = ${identity?.id} and revoked_at is null`,
      ),
    ).toEqual({ alive: 0 })
    expect(
      (await region.app.inject({ method: 'GET', url: '/api/v1/user', headers: { token: data.token } })).json()
        .error_code,
    ).toBe(22018)
    expect((await signIn('offandon', password)).error_code).toBe(22001)
    expect((await admin.put(`${url}/${id}/status`, { identityId: identity?.id, status: '0' })).status).toBe(
      409,
    )
    await admin.put(`${url}/${id}/status`, { identityId: identity?.id, status: '1' })
    expect(await signIn('offandon', password)).toMatchObject({ msg: expect.stringContaining('已用过') })
    expect(
      await region.db.query(
        sql`select action
          from audit
          where person_id = ${id}
            and action in ('session.ended', 'user.identity.disabled', 'user.identity.enabled')
          order by id`,
      ),
    ).toEqual([
      { action: 'user.identity.disabled' },
      { action: 'session.ended' },
      { action: 'user.identity.enabled' },
    ])
  })

  it('does not let administrators lock themselves out', async () => {
    const { admin } = region.people
    const answer = await admin.put(`${url}/${admin.personId}/status`, {
      identityId: admin.identityId,
      status: '0',
    })
    expect(answer).toMatchObject({ status: 409, msg: '不能停用自己正在使用的身份，请由另一位管理员办理' })
  })

  it('resets a password: the old one and all sessions end, the new one is shown once', async () => {
    const { admin } = region.people
    const { id, password } = await create({ loginName: 'forgetful' })
    const { data } = await signIn('forgetful', password)
    for (let i = 0; i < 6; i += 1) await signIn('forgetful', 'wrong')
    const reset = await admin.put<IssuedPassword>(`${url}/${id}/resetPassword`, undefined)
    const next = reset.data.password ?? ''
    expect(next).not.toBe(password)
    expect((await signIn('forgetful', password)).error_code).toBe(22001)
    expect((await signIn('forgetful', next)).data.is_simple).toBe(1)
    expect(
      (await region.app.inject({ method: 'GET', url: '/api/v1/user', headers: { token: data.token } })).json()
        .error_code,
    ).toBe(22018)
  })

  it('adds an identity, once, where the role belongs', async () => {
    const { admin } = region.people
    const { id } = await create({ loginName: 'twohats' })
    const add = (role: number, institutionId: number) =>
      admin.post<UserView>(`${url}/${id}/identities`, { role, institutionId })
    expect((await add(99, region.places.district)).data.identities).toHaveLength(2)
    expect(await add(99, region.places.district)).toMatchObject({
      status: 409,
      msg: '此人在该机构已有该身份',
    })
    expect(await add(100, region.places.school)).toMatchObject({
      status: 400,
      msg: '该角色不能设在这一级机构',
    })
    expect(await add(3, 999_999)).toMatchObject({ status: 400, msg: '没有该机构，或已撤销' })
    expect(
      (
        await admin.post(`${url}/${region.people.teacher.personId}/identities`, {
          role: 2,
          institutionId: region.places.otherSchool,
        })
      ).msg,
    ).toContain('调动')
    expect(
      (await admin.post(`${url}/999999/identities`, { role: 3, institutionId: region.places.school })).status,
    ).toBe(404)
  })

  it('refuses what somebody has already, with the field, whoever was first', async () => {
    const { admin } = region.people
    const idNo = idNumber('1977-07-07', true)
    await create({ loginName: 'first_one', idNo, mobile: '13811112222' })
    const again = (more: object) => admin.post(url, draft(more))
    expect(await again({ loginName: 'FIRST_ONE' })).toMatchObject({
      status: 409,
      data: { errors: [{ field: 'loginName', message: '该账号已有人使用，请换一个' }] },
    })
    expect(await again({ idNo })).toMatchObject({ status: 409, data: { errors: [{ field: 'idNo' }] } })
    expect(await again({ mobile: '13811112222' })).toMatchObject({
      status: 409,
      data: { errors: [{ field: 'mobile', message: '该手机号已被另一人使用' }] },
    })
    const race = await Promise.all([again({ loginName: 'racing_one' }), again({ loginName: 'racing_one' })])
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('edits what no archive says, one after the other', async () => {
    const { admin, teacher } = region.people
    const { id } = await create({ loginName: 'before_name' })
    const { version } = (await admin.get(`${url}/${id}`)).data
    expect(
      (await admin.put(`${url}/${id}`, { name: '白露', loginName: 'after_name', version })).data,
    ).toMatchObject({ name: '白露', loginName: 'after_name' })
    expect((await admin.put(`${url}/${id}`, { name: '白霜', version })).status).toBe(409)
    expect((await lines(id)).at(-1)).toEqual({ action: 'user.edited', facts: { fields: ['姓名', '账号'] } })
    const archived = (await admin.get(`${url}/${teacher.personId}`)).data
    expect(
      await admin.put(`${url}/${teacher.personId}`, { name: '别名', version: archived.version }),
    ).toMatchObject({
      status: 400,
      data: { errors: [{ field: 'name', message: '姓名以教师档案为准，请在档案里修改' }] },
    })
  })

  it.each([
    [{ name: ' ' }, 'name', '请填写姓名'],
    [{ name: '长'.repeat(101) }, 'name', '姓名不超过 100 个字'],
    [{ loginName: 'ab' }, 'loginName', '账号为 4 至 30 位字母、数字或下划线'],
    [{ loginName: '13800138000' }, 'loginName', '账号不能是手机号，手机号请填在手机号一栏'],
    [{ loginName: '' }, 'loginName', '账号、证件号、手机号至少填一项，否则无法登录'],
    [{ idNo: '449999199001011235' }, 'idNo', '证件号的校验位不对，请核对每一位'],
    [{ mobile: '12345' }, 'mobile', '应为 11 位手机号'],
    [{ role: 7 }, 'role', '请选择角色'],
    [{ institutionId: null }, 'institutionId', '请选择所属机构'],
  ])('refuses %o with the field and a sentence', async (more, field, message) => {
    const answer = await region.people.admin.post(url, draft(more))
    expect(answer.status).toBe(400)
    expect(answer.data.errors).toContainEqual({ field, message })
  })

  it.each(['?q=%00', '?institution=a%00', '/institutions?q=%00', '?role=x', '?status=3', '?page=0'])(
    'refuses to look for %s',
    async (query) => {
      const answer = await region.people.admin.get(`${url}${query}`)
      expect([answer.status, answer.code]).toEqual([400, 40001])
    },
  )

  it('keeps passwords, identity and phone numbers out of every table and of the log', async () => {
    const { admin } = region.people
    const idNo = idNumber('1966-06-06', true)
    const { id, password } = await create({ loginName: 'canary01', idNo, mobile: '19900008888' })
    const reset = await admin.put<IssuedPassword>(`${url}/${id}/resetPassword`, undefined)
    const next = reset.data.password ?? ''
    await signIn('canary01', next)
    await signIn(idNo, 'Canary#Wrong1')
    await admin.get(`${url}?q=${idNo}`)
    await admin.get(`/api/v1/log?person=${idNo}`)
    const client = new pg.Client({ connectionString: region.ownerUrl })
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    let dump = ''
    for (const { name } of rows)
      dump += await readAll(client.query(copyStreams.to(`copy (select * from "${name}") to stdout`)))
    await client.end()
    expect(dump).toContain('canary01')
    for (const secret of [password, next, idNo, '19900008888', 'Canary#Wrong1']) {
      expect(dump.includes(secret), secret).toBe(false)
      expect(logged.includes(secret), secret).toBe(false)
    }
  })
})

it('lists by an index, whatever is asked, when there are many people', async () => {
  const client = new pg.Client({ connectionString: region.ownerUrl })
  await client.connect()
  await client.query(
    `insert into person (name, login_name, name_sort)
      select '批' || n, 'bulk_' || n, 'pi ' || n || '|p' || n
      from generate_series(1, 30000) n`,
  )
  await client.query(
    `insert into identity (person_id, role, institution_id)
      select id, 3, ${region.places.school}
      from person
      where login_name like 'bulk%'`,
  )
  await client.query('analyze person; analyze identity')
  const plan = async (text: string) => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const { peopleMeant } = await import('./list.ts')
  const meant = peopleMeant('shan')
  const filled = meant.values.reduce<string>(
    (whole, value, i) =>
      whole.replace(new RegExp(`\\$${i + 1}(?!\\d)`), () => `'${String(value).replaceAll("'", "''")}'`),
    meant.text,
  )
  const people = await plan(filled)
  for (const index of [
    'person_name',
    'person_pinyin',
    'person_initials',
    'person_found',
    'person_login_name_key',
  ])
    expect(people).toContain(index)
  expect(people).not.toContain('Seq Scan')
  expect(await plan('select * from identity a where a.role = 6 order by a.id desc limit 20')).toContain(
    'identity_role',
  )
  expect(
    await plan(`select * from identity a where a.state = 'disabled' order by a.id desc limit 20`),
  ).toContain('identity_disabled')
  for (const direction of ['', 'desc']) {
    const named = await plan(`select a.id
      from identity a
      join person p on p.id = a.person_id
      order by replace(p.name_sort, ' ', '') collate "C" ${direction}, a.id desc
      limit 50`)
    expect(named).toContain('person_pinyin')
    expect(named).not.toContain('Seq Scan')
  }
  // A filter that few fit is read first: by name they would come by once in ten thousand.
  const few = await plan(`select a.id
    from (select a.* from identity a join person p on p.id = a.person_id where a.role = 6 offset 0) a
    join person p on p.id = a.person_id
    order by replace(p.name_sort, ' ', '') collate "C", a.id desc
    limit 50`)
  expect(few).toContain('identity_role')
  expect(few).not.toContain('person_pinyin')
  await client.end()
})
