import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserInfo } from '../../../catalogue/contract/account/account.ts'
import { idNumber, testRegion, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { registry } from '../../app/records.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('view-as')))
afterAll(() => region.close())
beforeEach(() => region.people.admin.post('/api/v1/viewAs/end'))

const start = (identityId: number, reason = '核对教师反映的问题') =>
  region.people.admin.post<{ until: string; info: UserInfo }>('/api/v1/viewAs', { identityId, reason })
const lines = () =>
  region.db.query<{ action: string; by_identity: number; person_id: number; facts: Record<string, unknown> }>(
    sql`select action, by_identity, person_id, facts
      from audit
      where action like 'viewAs.%' or action = 'archive.read'
      order by id`,
  )

describe('looking through somebody’s eyes', () => {
  it('is the administrator’s, with a reason, and of nobody who administers', async () => {
    const p = region.people
    for (const who of [p.teacher, p.school, p.province, p.expert]) {
      expect(
        (await who.post('/api/v1/viewAs', { identityId: p.teacher.identityId, reason: '看看' })).status,
      ).toBe(403)
      expect((await who.post('/api/v1/viewAs/end')).status).toBe(403)
    }
    expect((await start(p.teacher.identityId, ' ')).data).toMatchObject({
      errors: [{ field: 'reason', message: '请写明原因' }],
    })
    const other = await region.add(1, region.places.province, '另一位管理员')
    expect(await start(other.identityId)).toMatchObject({ status: 400, msg: '不能以系统管理员的身份查看' })
    const both = await region.add(3, region.places.school, '两种身份')
    await region.db.execute(
      sql`insert into identity (person_id, role, institution_id)
        values (${both.personId}, 1, ${region.places.province})`,
    )
    expect((await start(both.identityId)).status).toBe(400)
    expect((await start(999_999)).status).toBe(400)
    expect((await p.admin.get('/api/v1/log')).status).toBe(200)
  })

  it('reads what they read, and every reading is a line of the administrator’s', async () => {
    const { admin, school, teacher } = region.people
    const before = (await lines()).length
    const begun = await start(school.identityId)
    expect(begun.data.info).toMatchObject({ id: school.identityId, role: 3, truename: expect.any(String) })
    expect(Date.parse(begun.data.until) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
    const list = await admin.get<{ list: object[] }>('/api/v1/archives')
    expect(list.status).toBe(200)
    expect(list.data.list.length).toBe(
      (await school.get<{ list: object[] }>('/api/v1/archives')).data.list.length,
    )
    expect((await admin.get(`/api/v1/archive/${teacher.teacherId}`)).status).toBe(200)
    // What is the administrator's own is out of reach meanwhile.
    expect((await admin.get('/api/v1/log')).status).toBe(403)
    await admin.post('/api/v1/viewAs/end')
    expect((await admin.get('/api/v1/log')).status).toBe(200)
    const found = (await lines()).slice(before)
    expect(found.map(({ action }) => action)).toEqual([
      'viewAs.started',
      'viewAs.read',
      'viewAs.read',
      'archive.read',
      'viewAs.read',
      'viewAs.ended',
    ])
    expect(found.every(({ by_identity: by }) => by === admin.identityId)).toBe(true)
    expect(
      found
        .filter(({ action }) => action.startsWith('viewAs'))
        .every(({ person_id: of }) => of === school.personId),
    ).toBe(true)
    expect(found[0]?.facts).toMatchObject({ reason: '核对教师反映的问题' })
    expect(found[1]?.facts).toEqual({ path: '/api/v1/archives' })
  })

  /** What stays the administrator's own: to stop looking, and to sign out. */
  const ownActs = ['/api/v1/viewAs/end', '/api/v1/signOut']

  it('writes nothing: every call that is no reading answers 403, whatever it is', async () => {
    const { admin, teacher, school } = region.people
    for (const viewed of [teacher, school]) {
      await start(viewed.identityId)
      const before = await region.db.one(
        sql`select (select count(*)
            from revision) + (select count(*)
            from file) + (select count(*)
            from message) as n`,
      )
      let calls = 0
      for (const { method, url, access } of region.app.declaredCalls) {
        if (access === 'public' || ['GET', 'HEAD', 'OPTIONS'].includes(method) || ownActs.includes(url))
          continue
        const path = url.replaceAll(/:\w+/g, '1')
        const answer = await region.app.inject({
          method: method as 'POST',
          url: path,
          headers: { token: admin.token },
          ...(method !== 'DELETE' && { payload: {} }),
        })
        // SCIM words a refusal by its own standard.
        const code = url.startsWith('/scim/') ? 40305 : answer.json().error_code
        expect([answer.statusCode, code], `${method} ${url}`).toEqual([403, 40305])
        calls += 1
      }
      expect(calls).toBeGreaterThan(30)
      expect(
        await region.db.one(
          sql`select (select count(*)
              from revision) + (select count(*)
              from file) + (select count(*)
              from message) as n`,
        ),
      ).toEqual(before)
      await admin.post('/api/v1/viewAs/end')
    }
  })

  it('shows nothing that is masked or sealed, though the teacher and their school see it', async () => {
    const { admin, school } = region.people
    const teacher = await region.add(2, region.places.school, '被看的')
    const definition = registry['basicInfo']
    if (!definition) throw new Error('basicInfo')
    const body: Record<string, unknown> = {
      ...sampleOf(definition, 3),
      ownerId: teacher.teacherId,
      staffNo: String(teacher.teacherId),
    }
    const number = idNumber(String(body['birthDate']), body['gender'] === '1')
    body['idCardNo'] = number
    const made = await school.post('/api/v1/records/basicInfo', body)
    expect(made.msg).toBe('ok')
    const address = `/api/v1/records/basicInfo/${made.data.id}`
    expect(JSON.stringify((await teacher.get(address)).data)).toContain(number)
    await start(teacher.identityId)
    for (const path of [
      address,
      `${address}/history`,
      `/api/v1/archive/${teacher.teacherId}`,
      '/api/v1/archive/overview',
      '/api/v1/user/account',
      '/api/v1/records/basicInfo',
    ]) {
      const text = JSON.stringify((await admin.get(path)).data)
      expect(text.includes(number), path).toBe(false)
    }
    expect((await admin.get(address)).status).toBe(200)
    await admin.post('/api/v1/viewAs/end')
    // The teacher learns of it where they see who read their archive.
    const readings = await region.db.query(
      sql`select by_identity from audit where action = 'archive.read' and owner_id = ${teacher.teacherId}`,
    )
    expect(readings).toContainEqual({ by_identity: admin.identityId })
  })

  it('ends by itself, without turning into the administrator unasked', async () => {
    const { admin, school } = region.people
    await start(school.identityId)
    await region.db.execute(
      sql`update session set viewed_until = now() - interval '1 second' where viewed_identity is not null`,
    )
    region.app.forgetSession(admin.token)
    expect(await admin.get('/api/v1/archives')).toMatchObject({ status: 403, code: 40304 })
    expect(await admin.post('/api/v1/userManage', {})).toMatchObject({ status: 403, code: 40304 })
    expect((await admin.post('/api/v1/viewAs/end')).msg).toBe('ok')
    expect((await admin.get('/api/v1/log')).status).toBe(200)
  })

  it('ends when the identity is disabled, and lasts through a renewal of the token', async () => {
    const { admin, stranger } = region.people
    await start(stranger.identityId)
    await region.db.execute(
      sql`update session set created_at = now() - interval '20 hours' where identity_id = ${admin.identityId}`,
    )
    region.app.forgetSession(admin.token)
    const renewed = await region.app.inject({
      method: 'GET',
      url: '/api/v1/archive/overview',
      headers: { token: admin.token },
    })
    const token = String(renewed.headers['token'])
    expect(token.length).toBeGreaterThan(20)
    const write = await region.app.inject({
      method: 'POST',
      url: '/api/v1/userManage',
      headers: { token },
      payload: {},
    })
    expect(write.json().error_code).toBe(40305)
    await region.db.execute(sql`update identity set state = 'disabled' where id = ${stranger.identityId}`)
    region.app.forgetSession(token)
    const after = await region.app.inject({
      method: 'GET',
      url: '/api/v1/archive/overview',
      headers: { token },
    })
    expect(after.json().error_code).toBe(40304)
    await region.db.execute(sql`update identity set state = 'enabled' where id = ${stranger.identityId}`)
    const ended = await region.app.inject({ method: 'POST', url: '/api/v1/viewAs/end', headers: { token } })
    expect(ended.statusCode).toBe(200)
    const own = await region.app.inject({
      method: 'GET',
      url: '/api/v1/log',
      headers: { token: admin.token },
    })
    expect(own.statusCode).toBe(200)
  })
})
