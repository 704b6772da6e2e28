import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiToken } from '../../../catalogue/contract/administration/api-tokens.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { core, entra, named, okta, providerAt, type Provider } from './test-provider.ts'

let region: Region
let provider: Provider
beforeAll(async () => {
  region = await testRegion('scim_attacks')
  provider = await providerAt(region, region.places.school)
})
afterAll(() => region.close())

const find = (userName: string, from = provider) =>
  from.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)

describe('a provider of one place', () => {
  it('finds, changes and ends nobody of another place', async () => {
    const { stranger } = region.people
    await named(region, stranger, 'danyufei')
    const other = await providerAt(region, region.places.otherSchool)
    const [theirs] = (await find('danyufei', other)).body.Resources
    expect(theirs?.id).toBeDefined()
    expect((await find('danyufei')).body.totalResults).toBe(0)
    const at = `/Users/${theirs?.id}`
    for (const answer of [
      await provider.send('GET', at),
      await provider.send('PUT', at, entra.user('danyufei', '单于飞')),
      await provider.send('PATCH', at, okta.off),
      await provider.send('DELETE', at),
    ])
      expect([answer.status, answer.body.status]).toEqual([404, '404'])
    expect((await stranger.get('/api/v1/todo')).status).toBe(200)
    // Who moves away is gone for the provider of the place before.
    await region.db.execute(sql`
      update identity set institution_id = ${region.places.school} where id = ${stranger.identityId}`)
    expect((await other.send('PATCH', at, okta.off)).status).toBe(404)
    expect((await stranger.get('/api/v1/todo')).status).toBe(200)
  })

  it('gives no role, no password, no sign-in and no other person’s account', async () => {
    const { db, places } = region
    const officer = await region.add(3, places.school, '校办主任')
    await named(region, officer, 'xiaoban')
    expect((await find('xiaoban')).body.totalResults).toBe(0)
    const body = {
      ...entra.user('evil@school.cn', '坏人'),
      roles: [{ value: '1', primary: true }, { value: 'admin' }, { value: '6' }],
      groups: [{ value: 'admins' }],
      userType: '系统管理员',
      password: 'Chunfeng#2026',
      identityId: officer.identityId,
      institutionId: places.province,
    }
    const made = await provider.send('POST', '/Users', body)
    expect(made.status).toBe(201)
    const patched = await provider.send(
      'PATCH',
      `/Users/${made.body.id}`,
      entra.patch(
        { op: 'Add', path: 'roles', value: [{ value: '1' }] },
        { op: 'Replace', path: 'roles[primary eq "True"].value', value: '5' },
        { op: 'Replace', path: 'userType', value: '教师' },
        { op: 'Add', path: 'password', value: 'x' },
      ),
    )
    expect([patched.status, patched.body.userType]).toEqual([200, '待入职'])
    const roles = await db.query(sql`
      select a.role from identity a join person p on p.id = a.person_id where p.name = '坏人'`)
    expect(roles).toEqual([])
    const signIn = await region.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      payload: { account: 'evil@school.cn', password: 'Chunfeng#2026' },
    })
    expect(signIn.statusCode).toBeGreaterThanOrEqual(400)
  })

  it('reads and changes nothing else with its token, and no other token or session gets in', async () => {
    const { admin, school, area } = region.people
    for (const [method, url] of [
      ['GET', '/api/v1/teacher'],
      ['GET', '/api/v1/newcomers'],
      ['POST', '/api/v1/apiTokens'],
      ['PUT', '/api/v1/apps/favourites'],
      ['GET', '/ims/oneroster/rostering/v1p2/users'],
    ] as const) {
      const answer = await region.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${provider.secret}` },
        ...(method !== 'GET' && { payload: {} }),
      })
      expect([url, answer.statusCode]).toEqual([url, 403])
    }
    for (const who of [school, area, admin])
      expect((await who.get<unknown>('/scim/v2/Users')).status).toBe(403)
    const reader = await area.post<{ token: ApiToken; secret: string }>('/api/v1/apiTokens', {
      name: '培训系统',
      scopes: ['teachers'],
    })
    const answer = await region.app.inject({
      method: 'GET',
      url: '/scim/v2/Users',
      headers: { authorization: `Bearer ${reader.data.secret}` },
    })
    expect([answer.statusCode, answer.json<{ schemas: string[] }>().schemas[0]]).toEqual([
      403,
      'urn:ietf:params:scim:api:messages:2.0:Error',
    ])
    expect((await region.app.inject({ method: 'GET', url: '/scim/v2/Users' })).statusCode).toBe(401)
  })
})

describe('what is sent', () => {
  const at = async () => {
    const userName = `bad-${Math.random()}`
    const made = await provider.send('POST', '/Users', entra.user(userName, '样本'))
    return { userName, path: `/Users/${made.body.id}`, version: made.body.meta.version }
  }

  it('is refused in the words of SCIM where it is wrong, and never by a fault of the server', async () => {
    const { path } = await at()
    const op = (...operations: readonly unknown[]) => entra.patch(...(operations as object[]))
    for (const [method, where, body, scimType] of [
      ['POST', '/Users', {}, 'invalidSyntax'],
      ['POST', '/Users', '{"schemas":', 'invalidSyntax'],
      ['POST', '/Users', [], 'invalidSyntax'],
      ['POST', '/Users', { schemas: [core] }, 'invalidValue'],
      ['POST', '/Users', { ...entra.user('x1', '名'), userName: 5 }, 'invalidValue'],
      ['POST', '/Users', { ...entra.user('x2', '名'), active: 'perhaps' }, 'invalidValue'],
      ['POST', '/Users', { schemas: [core], userName: 'x3' }, 'invalidValue'],
      ['POST', '/Users', { schemas: [core], userName: 'x4', displayName: 5 }, 'invalidValue'],
      ['POST', '/Users', { schemas: [core], userName: 'a'.repeat(300), displayName: '名' }, 'invalidValue'],
      ['PATCH', path, { schemas: [core], Operations: [] }, 'invalidSyntax'],
      ['PATCH', path, op({ op: 'move', path: 'active' }), 'invalidSyntax'],
      ['PATCH', path, op({ op: 'replace', path: 'active[', value: true }), 'invalidPath'],
      ['PATCH', path, op({ op: 'replace', path: 'active', value: 1 }), 'invalidValue'],
      ['PATCH', path, op({ op: 'remove' }), 'noTarget'],
      ['PATCH', path, op({ op: 'remove', path: 'active' }), 'mutability'],
      ['PATCH', path, op({ op: 'replace', path: 'id', value: 'x' }), 'mutability'],
      ['PATCH', path, op({ op: 'replace', value: { id: 'x' } }), 'mutability'],
    ] as const) {
      const answer = await provider.send(method, where, body)
      expect([JSON.stringify(body), answer.status, answer.body.scimType]).toEqual([
        JSON.stringify(body),
        400,
        scimType,
      ])
      expect(answer.body.detail).toMatch(/[\u4e00-\u9fff]/)
    }
    for (const filter of [
      'userName co "a"',
      'active eq true',
      'userName eq "a" or id pr',
      "userName eq 'a'",
      'userName eq "',
    ])
      expect((await provider.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body).toMatchObject({
        status: '400',
        scimType: 'invalidFilter',
      })
    for (const id of ['1', "'", '%00', '0197f1c2-0000-7000-8000-00000000abcd'])
      expect([id, (await provider.send('GET', `/Users/${encodeURIComponent(id)}`)).status]).toEqual([id, 404])
    expect((await provider.send('GET', '/Users?startIndex=-4&count=-1')).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    })
    expect((await find(`"' or 1=1 --`.replace('"', '\\"'))).body.totalResults).toBe(0)
  })

  it('is checked against the version that it was meant for', async () => {
    const { path, version } = await at()
    const off = (ifMatch: string) => provider.send('PATCH', path, okta.off, { 'if-match': ifMatch })
    expect((await off('W/"other"')).body).toMatchObject({ status: '412' })
    expect((await provider.send('GET', path, undefined, { 'if-none-match': version })).status).toBe(304)
    expect((await off(version)).status).toBe(200)
    expect((await off(version)).status).toBe(412)
    expect((await provider.send('DELETE', path, undefined, { 'if-match': version })).status).toBe(412)
    expect((await provider.send('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(204)
  })

  it('of two at once makes one user, and a name that is taken cannot be taken', async () => {
    const both = await Promise.all(
      [1, 2].map(() => provider.send('POST', '/Users', entra.user('twice@school.cn', '双生'))),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { path } = await at()
    const taken = await provider.send(
      'PATCH',
      path,
      entra.patch({ op: 'Replace', path: 'userName', value: 'TWICE@school.cn' }),
    )
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
    const only = await provider.send('GET', `${path}?attributes=userName`)
    expect(Object.keys(only.body).toSorted()).toEqual(['id', 'schemas', 'userName'])
  })
})

it('says what it can do', async () => {
  const config = await provider.send('GET', '/ServiceProviderConfig')
  expect(config.body).toMatchObject({
    patch: { supported: true },
    etag: { supported: true },
    bulk: { supported: false },
  })
  const types = (await provider.send('GET', '/ResourceTypes')).body.Resources
  expect(types.map(({ id }) => id)).toEqual(['User'])
  const [schema] = (await provider.send('GET', '/Schemas')).body.Resources
  expect((await provider.send('GET', `/Schemas/${schema?.id}`)).body.id).toBe(core)
  expect((await provider.send('GET', '/Schemas/urn:none')).status).toBe(404)
})
