import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiCall, ApiToken } from '../../../catalogue/contract/administration/api-tokens.ts'
import { idNumber, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { registry } from '../../app/records.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('api_tokens')))
afterAll(() => region.close())

interface TokenWithSecret {
  readonly token: ApiToken
  readonly secret: string
}
const all = { name: '教师培训系统', scopes: ['institutions', 'teachers', 'figures', 'contents'] }
async function issued(who: Person, more: object = {}): Promise<TokenWithSecret> {
  const made = await who.post<TokenWithSecret>('/api/v1/apiTokens', { ...all, ...more })
  expect(made.msg).toBe('ok')
  return made.data
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function by(secret: string, url: string, method: Method = 'GET', app = region.app) {
  const payload = method === 'GET' ? {} : { payload: {} }
  const answer = await app.inject({ method, url, headers: { authorization: `Bearer ${secret}` }, ...payload })
  return {
    status: answer.statusCode,
    ...answer.json<{ msg: string; data: { list: { name: string }[]; total: number } }>(),
  }
}

describe('a token', () => {
  it('is issued for a place in the scope of its office, shown once and kept as a hash', async () => {
    const { people: p, places, db } = region
    for (const who of [p.teacher, p.school])
      expect((await who.post('/api/v1/apiTokens', all)).status).toBe(403)
    for (const [more, field] of [
      [{ institution: places.otherDistrict }, 'institution'],
      [{ institution: places.school }, 'scopes'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['records'] }, 'scopes.0'],
      [{ days: 800 }, 'days'],
      [{ networks: ['10.0.0.0/99'] }, 'networks.0'],
    ] as const)
      expect((await p.area.post('/api/v1/apiTokens', { ...all, ...more })).data.errors[0]?.field).toBe(field)
    const { secret, token } = await issued(p.area)
    expect(token).toMatchObject({ place: '东区教育局', office: '东区教育局', by: '何以宁', state: 'live' })
    const listed = await p.area.get<{ list: ApiToken[] }>('/api/v1/apiTokens')
    expect(JSON.stringify(listed.data)).not.toContain(secret)
    const { held } = await db.one<{ held: number }>(sql`
      select count(*)::int as held from api_token t where t::text like ${`%${secret.slice(3, 20)}%`}`)
    expect(held).toBe(0)
    expect((await p.otherArea.get<{ list: ApiToken[] }>('/api/v1/apiTokens')).data.list).toEqual([])
    expect((await p.otherArea.del(`/api/v1/apiTokens/${token.id}`)).status).toBe(404)
    expect((await p.otherArea.get(`/api/v1/apiTokens/${token.id}/calls`)).status).toBe(404)
  })

  it('reads its own place alone, and of sealed values nothing in full', async () => {
    const { people: p, places } = region
    const { basicInfo } = registry
    if (!basicInfo) throw new Error('basicInfo')
    const sample = sampleOf(basicInfo, 7)
    const idCardNo = idNumber(String(sample['birthDate']), sample['gender'] === '1')
    const made = await p.school.post('/api/v1/records/basicInfo', {
      ...sample,
      name: '林疏影',
      idCardNo,
      ownerId: p.teacher.teacherId,
      attachments: [],
    })
    expect(made.msg, JSON.stringify(made.data)).toBe('ok')
    const { secret } = await issued(p.area)
    const roll = await by(secret, '/api/v1/teacher')
    expect(roll.data.list.map(({ name }) => name).toSorted()).toEqual(['曾广', '林疏影'])
    const text = JSON.stringify(roll.data)
    expect(text).toContain('*'.repeat(18))
    expect(text).not.toContain(idCardNo)
    expect(text).not.toMatch(/\d{17}[\dXx]|"1[3-9]\d{9}"/)
    const seen = await by(secret, '/api/v1/institutionManage')
    expect(seen.data.list.map(({ name }) => name)).not.toContain('西区一中')
    expect((await by(secret, `/api/v1/teacher?institutionId=${places.otherSchool}`)).status).toBe(400)
    expect((await by(secret, '/api/v1/institutionManage/tree')).status).toBe(200)
    expect((await by(secret, '/api/v1/portal/search?q=x')).status).toBe(200)
    expect((await by(secret, '/api/v1/teacher?keyword=1234')).status).toBe(400)
    // A school's token sees the school.
    const narrow = await issued(p.area, { institution: places.sibling, scopes: ['teachers'] })
    expect((await by(narrow.secret, '/api/v1/teacher')).data.total).toBe(0)
  })

  it('changes nothing, opens nothing else, and is no session', async () => {
    const { people: p } = region
    const { secret } = await issued(p.area, { scopes: ['teachers'] })
    for (const [method, url, status] of [
      ['POST', '/api/v1/apiTokens', 403],
      ['PUT', '/api/v1/apps/favourites', 403],
      ['POST', '/api/v1/records/studyExperience', 403],
      ['DELETE', '/api/v1/apps/recents', 403],
      ['GET', '/api/v1/institutionManage', 403],
      ['GET', '/api/v1/apiTokens', 403],
      ['GET', '/api/v1/todo', 403],
      ['GET', '/api/v1/records/basicInfo', 403],
      ['GET', '/api/v1/archive/1', 403],
      ['GET', '/api/v1/upload/file?key=0197f1c2-0000-7000-8000-00000000abcd', 403],
    ] as const)
      expect([url, (await by(secret, url, method)).status]).toEqual([url, status])
    for (const headers of [
      { token: secret },
      { authorization: secret },
      { authorization: `Basic ${secret}` },
    ])
      expect((await region.app.inject({ method: 'GET', url: '/api/v1/teacher', headers })).statusCode).toBe(
        401,
      )
    for (const url of [`/api/v1/teacher?token=${secret}`, `/api/v1/teacher?access_token=${secret}`])
      expect((await region.app.inject({ method: 'GET', url })).statusCode).toBe(401)
    expect((await by(`${secret}x`, '/api/v1/teacher')).status).toBe(401)
  })

  it('ends with its day, its revocation, its issuer, and outside of its networks, at once everywhere', async () => {
    const { people: p, db } = region
    const beside = await region.serveBeside()
    const issuer = await region.add(4, region.places.district, '接口管理员')
    const [expired, revoked, ended, elsewhere] = await Promise.all([
      issued(p.area),
      issued(p.area),
      issued(issuer),
      issued(p.area, { networks: ['218.15.0.0/16'] }),
    ])
    for (const { secret } of [expired, revoked, ended])
      expect((await by(secret, '/api/v1/teacher', 'GET', beside)).status).toBe(200)
    await db.execute(sql`update api_token set expires_at = now() where id = ${expired.token.id}`)
    await p.area.del(`/api/v1/apiTokens/${revoked.token.id}`)
    await db.execute(sql`update identity set state = 'disabled' where id = ${issuer.identityId}`)
    for (const { secret } of [expired, revoked, ended])
      for (const app of [region.app, beside])
        expect((await by(secret, '/api/v1/teacher', 'GET', app)).status).toBe(401)
    expect((await by(elsewhere.secret, '/api/v1/teacher')).status).toBe(403)
    const states = (await p.area.get<{ list: ApiToken[] }>('/api/v1/apiTokens?pageSize=100')).data.list
    expect(states.find(({ id }) => id === ended.token.id)?.state).toBe('ended')
    await beside.close()
  })

  it('is limited by the minute over all processes, and every call leaves a line', async () => {
    const { people: p, db } = region
    const beside = await region.serveBeside()
    const { secret, token } = await issued(p.area, { perMinute: 3 })
    // The minute must not turn between the calls.
    await db.execute(sql`
      insert into api_minute (token_id, minute, calls)
      values (${token.id}, date_trunc('minute', now()), 1), (${token.id}, date_trunc('minute', now()) + interval '1 minute', 1)`)
    expect((await by(secret, '/api/v1/teacher?pageSize=1')).status).toBe(200)
    expect((await by(secret, '/api/v1/todo', 'GET', beside)).status).toBe(403)
    for (const app of [region.app, beside])
      expect((await by(secret, '/api/v1/teacher', 'GET', app)).status).toBe(429)
    const { list } = (await p.area.get<{ list: ApiCall[] }>(`/api/v1/apiTokens/${token.id}/calls`)).data
    expect(list.map(({ call, status, lines }) => [call, status, lines])).toEqual([
      ['GET /api/v1/todo', 403, null],
      ['GET /api/v1/teacher', 200, 1],
    ])
    await beside.close()
  })

  it('is named in the API document by the calls that take it, and by none that changes anything but those of provisioning', async () => {
    const { paths } = (await region.app.inject({ method: 'GET', url: '/api/docs/json' })).json<{
      paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>
    }>()
    const taking = Object.entries(paths).flatMap(([path, calls]) =>
      Object.entries(calls)
        .filter(([, { security = [] }]) => security.some((one) => 'apiToken' in one))
        .map(([method]) => `${method} ${path}`),
    )
    expect(taking).toContain('get /api/v1/teacher')
    const changing = taking.filter((call) => !call.startsWith('get '))
    expect(changing.filter((call) => !call.includes(' /scim/v2/Users'))).toEqual([])
  })
})
