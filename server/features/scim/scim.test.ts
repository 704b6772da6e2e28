import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Newcomer } from '../../../catalogue/contract/archive/newcomers.ts'
import type { ApiToken } from '../../../catalogue/contract/administration/api-tokens.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { enterprise, entra, named, okta, providerAt, type Provider } from './test-provider.ts'

let region: Region
let provider: Provider
beforeAll(async () => {
  region = await testRegion('scim')
  provider = await providerAt(region, region.places.school)
})
afterAll(() => region.close())

const byName = (userName: string, from = provider) =>
  from.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)

/** A teacher of the school whom the provider knows, signed in. */
async function known(label: string, from = provider) {
  const who = await region.add(2, region.places.school, label)
  const loginName = `teacher_${who.personId}`
  await named(region, who, loginName)
  const { body } = await byName(loginName.toUpperCase(), from)
  const id = body.Resources[0]?.id ?? ''
  return { who, loginName, id }
}

const signedIn = async (who: Person) => (await who.get('/api/v1/todo')).status

describe('Entra ID', () => {
  it('tries the connection, adds somebody, mends and ends them, and repeats what got lost', async () => {
    const empty = await byName('7e5b2f0c-5d4c-4f5b-9f5a-000000000000')
    expect([empty.status, empty.type]).toEqual([200, 'application/scim+json; charset=utf-8'])
    expect(empty.body).toMatchObject({ totalResults: 0, Resources: [] })
    const body = entra.user('zhang.yuan@school.cn', '章远')
    const made = await provider.send('POST', '/Users', body)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body).toMatchObject({
      userName: 'zhang.yuan@school.cn',
      externalId: 'entra-zhang.yuan@school.cn',
      active: true,
      userType: '待入职',
      displayName: '章远',
    })
    expect(made.headers).toMatchObject({ etag: made.body.meta.version, location: made.body.meta.location })
    const again = await provider.send('POST', '/Users', body)
    expect([again.status, again.body.scimType, again.body.status]).toEqual([409, 'uniqueness', '409'])
    expect((await byName('ZHANG.yuan@school.cn')).body.Resources[0]?.id).toBe(made.body.id)
    const at = `/Users/${made.body.id}`
    const mended = await provider.send(
      'PATCH',
      at,
      entra.patch(
        { op: 'Replace', path: 'displayName', value: '章源' },
        { op: 'Add', path: 'name.givenName', value: '源' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'zy@school.cn' },
        { op: 'Add', path: `${enterprise}:department`, value: '语文组' },
      ),
    )
    expect(mended.body).toMatchObject({ displayName: '章源', name: { familyName: '章', givenName: '源' } })
    const off = entra.patch({ op: 'Replace', path: 'active', value: 'False' })
    for (const answer of [await provider.send('PATCH', at, off), await provider.send('PATCH', at, off)])
      expect([answer.status, answer.body.active]).toEqual([200, false])
    expect((await provider.send('DELETE', at)).status).toBe(204)
    expect((await provider.send('DELETE', at)).status).toBe(404)
    expect((await provider.send('GET', at)).status).toBe(404)
    const back = await provider.send('POST', '/Users', body)
    expect([back.status, back.body.id, back.body.active]).toEqual([201, made.body.id, true])
  })
})

describe('Okta', () => {
  it('reads by pages, replaces whole users and switches them by a PATCH without a path', async () => {
    for (const name of ['李一', '李二', '李三'])
      await provider.send('POST', '/Users', okta.user(`okta-${name}`, '李', name.slice(1)))
    const first = await provider.send('GET', '/Users?startIndex=1&count=2')
    expect(first.body).toMatchObject({ itemsPerPage: 2, startIndex: 1 })
    const rest = await provider.send('GET', `/Users?startIndex=3&count=100`)
    expect(rest.body.itemsPerPage).toBe(first.body.totalResults - 2)
    const ids = [...first.body.Resources, ...rest.body.Resources].map(({ id }) => id)
    expect(new Set(ids).size).toBe(first.body.totalResults)
    const [one] = (await byName('okta-李一')).body.Resources
    const at = `/Users/${one?.id}`
    const off = await provider.send('PUT', at, { ...okta.user('okta-李一', '李', '壹'), active: false })
    expect(off.body).toMatchObject({ active: false, name: { givenName: '壹' } })
    expect((await provider.send('PATCH', at, okta.on)).body.active).toBe(true)
    const { body } = await provider.send('GET', `/Users?filter=externalId%20eq%20"00uokta-李一"`)
    expect(body.Resources.map(({ id }) => id)).toEqual([one?.id])
  })
})

describe('a newcomer', () => {
  it('waits for the school without account or archive, and is switched once the school said who it is', async () => {
    const { school, siblingSchool, teacher, colleague } = region.people
    const people = () =>
      region.db.one(sql`
      select (select count(*) from person)::int as people, (select count(*) from teacher)::int as teachers`)
    const before = await people()
    const made = await provider.send('POST', '/Users', entra.user('new@school.cn', '新来的'))
    expect(await people()).toEqual(before)
    const list = (await school.get<Newcomer[]>('/api/v1/newcomers')).data
    const one = list.find(({ id }) => id === made.body.id)
    expect(one).toMatchObject({ name: '新来的', userName: 'new@school.cn' })
    expect((await siblingSchool.get<Newcomer[]>('/api/v1/newcomers')).data).toEqual([])
    const at = `/api/v1/newcomers/${made.body.id}`
    expect((await siblingSchool.post(`${at}/link`, { teacherId: teacher.teacherId })).status).toBe(404)
    expect((await siblingSchool.del(at)).status).toBe(404)
    expect((await teacher.get('/api/v1/newcomers')).status).toBe(403)
    const stranger = region.people.stranger.teacherId
    expect((await school.post(`${at}/link`, { teacherId: stranger })).data.errors[0]?.field).toBe('teacherId')
    expect((await school.post(`${at}/link`, { teacherId: colleague.teacherId })).msg).toBe('ok')
    expect((await school.post(`${at}/link`, { teacherId: colleague.teacherId })).status).toBe(404)
    expect((await provider.send('GET', `/Users/${made.body.id}`)).body.userType).toBe('教师')
    expect((await provider.send('PATCH', `/Users/${made.body.id}`, okta.off)).body.active).toBe(false)
    expect(await signedIn(colleague)).toBe(401)
  })

  it('is sent away by the school, and comes to the school whose code a district’s provider names', async () => {
    const { school } = region.people
    const district = await providerAt(region, region.places.district)
    const body = entra.user('d1@east.cn', '东来')
    for (const organization of [undefined, 'S3'])
      expect(
        (await district.send('POST', '/Users', { ...body, [enterprise]: { organization } })).body,
      ).toMatchObject({
        status: '400',
        scimType: 'invalidValue',
        detail: expect.stringContaining('organization'),
      })
    const made = await district.send('POST', '/Users', { ...body, [enterprise]: { organization: 'S1' } })
    expect(made.status).toBe(201)
    expect((await school.del(`/api/v1/newcomers/${made.body.id}`)).msg).toBe('ok')
    expect((await district.send('GET', `/Users/${made.body.id}`)).body.active).toBe(false)
    // The school's own provider has another list.
    expect((await provider.send('GET', `/Users/${made.body.id}`)).status).toBe(404)
  })
})

describe('switching off', () => {
  it.each([
    ['PUT', (name: string) => ({ ...entra.user(name, '某人'), active: false })],
    ['PATCH', () => entra.patch({ op: 'Replace', path: 'active', value: 'False' })],
    ['PATCH', () => okta.off],
    ['DELETE', () => undefined],
  ] as const)('by %s ends the sessions here and on another process, and tokens', async (method, bodyOf) => {
    const beside = await region.serveBeside()
    const { who, loginName, id } = await known(`离职者${method}`)
    const there = () => beside.inject({ method: 'GET', url: '/api/v1/todo', headers: { token: who.token } })
    expect((await there()).statusCode).toBe(200)
    expect(await signedIn(who)).toBe(200)
    const answer = await provider.send(method, `/Users/${id}`, bodyOf(loginName))
    expect(answer.status).toBeLessThan(300)
    const begun = Date.now()
    expect(await signedIn(who)).toBe(401)
    // Another process asks the database for a session once a second.
    let last = 0
    while ((await there()).statusCode !== 401) last = Date.now() - begun
    expect(last).toBeLessThan(1_500)
    const { open } = await region.db.one<{ open: number }>(sql`
      select count(*)::int as open from session where identity_id = ${who.identityId} and revoked_at is null`)
    expect(open).toBe(0)
    await beside.close()
  })

  it('reaches the other identity at the place, and comes back only for what this provider ended', async () => {
    const { db, places } = region
    const { who, id } = await known('兼职者')
    const add = (role: number, institution: number) =>
      db.one<{ id: number }>(sql`
        insert into identity (person_id, role, institution_id)
        values (${who.personId}, ${role}, ${institution})
        returning id`)
    const [here, above] = [await add(3, places.school), await add(4, places.district)]
    const states = async () =>
      (
        await db.query<{ id: number; state: string }>(
          sql`select id, state from identity where person_id = ${who.personId}`,
        )
      ).flatMap((one) => (one.state === 'enabled' ? [one.id] : []))
    await provider.send('PATCH', `/Users/${id}`, okta.off)
    expect(await states()).toEqual([above.id])
    await provider.send('PATCH', `/Users/${id}`, okta.on)
    expect((await states()).toSorted()).toEqual([who.identityId, here.id, above.id].toSorted())
    // An office sent this one away: the provider does not bring them back.
    const ended = await region.people.school.put(`/api/v1/accountManage/${who.identityId}/disable`, {})
    expect(ended.msg).toBe('ok')
    expect((await provider.send('PATCH', `/Users/${id}`, okta.on)).body.active).toBe(false)
    expect(await states()).not.toContain(who.identityId)
  })
})

describe('the administrator', () => {
  it('alone gives such a token, for one place and nothing else, sees its counts and ends it', async () => {
    const { admin, area, school } = region.people
    const ask = { name: '统一身份', scopes: ['scim'], institution: region.places.school }
    expect((await school.post('/api/v1/apiTokens', ask)).status).toBe(403)
    for (const [who, more, field] of [
      [area, {}, 'scopes'],
      [admin, { scopes: ['scim', 'teachers'] }, 'scopes'],
      [admin, { institution: undefined }, 'institution'],
    ] as const)
      expect((await who.post('/api/v1/apiTokens', { ...ask, ...more })).data.errors[0]?.field).toBe(field)
    const mine = await providerAt(region, region.places.citySchool)
    await mine.send('POST', '/Users', entra.user('a@city.cn', '甲某'))
    await mine.send('POST', '/Users', { ...entra.user('b@city.cn', '乙某'), active: false })
    const listed = async () =>
      (await admin.get<{ list: ApiToken[] }>('/api/v1/apiTokens?pageSize=100')).data.list.find(
        ({ id }) => id === mine.token.id,
      )
    expect(await listed()).toMatchObject({ users: { all: 2, waiting: 1, off: 0 }, state: 'live' })
    expect((await listed())?.lastCallAt).not.toBeNull()
    await admin.del(`/api/v1/apiTokens/${mine.token.id}`)
    expect((await mine.send('GET', '/Users')).body).toMatchObject({ status: '401' })
  })
})
