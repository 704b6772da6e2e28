import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientView } from '../../../catalogue/contract/administration/clients.ts'
import { menuFor } from '../../../catalogue/pages/menus.ts'
import { picture } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('clients')))
afterAll(() => region.close())

interface Mine {
  client_id: number
  page_id: number
  navigation: string[] | null
}
const mine = async (who: Person) => (await who.get<Mine>('/api/v1/myinfo')).data
const told = {
  name: '东区站点方案',
  clientKind: '3',
  areaCode: '441702',
  domain: 'dong.example.cn',
  contact: '何以宁',
  startDate: '2026-01-01',
  endDate: '',
  navigation: ['home', 'apps'],
  fullPageId: null,
  enabled: true,
}

describe('the navigation of a client', () => {
  it('is data: client 32 shows districts and cities three items, page 66 and everybody else all', async () => {
    const { admin, area, city, province, school } = region.people
    expect(await mine(area)).toEqual({ client_id: 1, page_id: 1, navigation: null })
    const users = [area, city, province, school].map(({ identityId }) => identityId)
    expect((await admin.put('/api/v1/client/32/binding', { users })).data).toEqual({ bound: 4 })
    for (const who of [area, city])
      expect((await mine(who)).navigation).toEqual(['home', 'institutions', 'apps'])
    for (const who of [province, school]) expect((await mine(who)).navigation).toBeNull()
    expect(menuFor(4, (await mine(area)).navigation).map(({ key }) => key)).toEqual(
      menuFor(4)
        .map(({ key }) => key)
        .filter((key) => ['home', 'institutions', 'apps'].includes(key)),
    )
    await region.db.execute(sql`update identity set page_id = 66 where id = ${area.identityId}`)
    expect((await mine(area)).navigation).toBeNull()
    const before = (await admin.get<ClientView>('/api/v1/client/32')).data
    const { id: _, accounts: __, ...kept } = before
    expect((await admin.put('/api/v1/client/32', { ...kept, navigation: ['home'] })).msg).toBe('ok')
    expect((await mine(city)).navigation).toEqual(['home'])
    expect((await admin.put('/api/v1/client/32', { ...kept, navigation: ['home'] })).status).toBe(409)
    await admin.put('/api/v1/client/32', { ...kept, version: kept.version + 1, enabled: false })
    expect((await mine(city)).navigation).toBeNull()
  })
})

describe('clients', () => {
  it('are the administrator’s: made, changed, bound by institution, each in the audit', async () => {
    const { admin, area, school } = region.people
    for (const who of [area, school]) expect((await who.get('/api/v1/client')).status).toBe(403)
    const made: Answer<ClientView> = await admin.post('/api/v1/client', { clientId: 40, ...told })
    expect(made.data).toMatchObject({ id: 40, endDate: null, navigation: ['home', 'apps'], accounts: 0 })
    for (const [change, field] of [
      [{}, 'clientId'],
      [{ clientId: 41 }, 'name'],
      [{ clientId: 41, name: '另一家' }, 'domain'],
      [{ areaCode: '999999' }, 'areaCode'],
      [{ endDate: '2025-01-01' }, 'endDate'],
      [{ domain: 'javascript:1' }, 'domain'],
      [{ navigation: ['secret'] }, 'navigation.0'],
    ] as const) {
      expect(
        (await admin.post('/api/v1/client', { clientId: 40, ...told, ...change })).data.errors[0]?.field,
      ).toBe(field)
    }
    await admin.put('/api/v1/client/40/binding', { orgs: [region.places.otherDistrict] })
    expect(
      (await admin.get<{ list: { name: string }[] }>('/api/v1/client/40/binding')).data.list.map(
        ({ name }) => name,
      ),
    ).toEqual(['冯西'])
    expect((await admin.put('/api/v1/client/41/binding', { users: [1] })).status).toBe(404)
    const acts = await region.db.query<{ action: string }>(
      sql`select distinct action from audit where action like 'client.%' order by 1`,
    )
    expect(acts.map(({ action }) => action)).toEqual(['client.bound', 'client.created', 'client.edited'])
  })

  it('show their name and mark to whoever comes by their domain, while they are on', async () => {
    const { admin, school } = region.people
    const logo = await picture(region, admin)
    const theirs = await picture(region, school)
    const body = { ...told, name: '有标志的站点方案', domain: 'mark.example.cn', clientId: 50 }
    expect((await admin.post('/api/v1/client', { ...body, logo: theirs })).data.errors).toEqual([
      { field: 'logo', message: '没有该文件，请重新上传' },
    ])
    const made: Answer<ClientView> = await admin.post('/api/v1/client', { ...body, logo })
    expect(made.data.logo?.id).toBe(logo)
    const site = async (host: string) =>
      (await region.app.inject({ method: 'GET', url: '/api/v1/siteConfig', headers: { host } })).json<{
        data: { data: { plat_name: string; plat_logo: string } }
      }>().data.data
    const marked = await site('mark.example.cn')
    expect(marked.plat_name).toBe('有标志的站点方案')
    expect((await region.app.inject({ method: 'GET', url: marked.plat_logo })).statusCode).toBe(200)
    expect((await site('MARK.example.cn:8443')).plat_name).toBe('有标志的站点方案')
    expect((await site('other.example.cn')).plat_name).not.toBe('有标志的站点方案')
    const byNumber = async (client: string) =>
      (await region.app.inject({ method: 'GET', url: `/api/v1/siteConfig?client_id=${client}` })).json<{
        data: { data: { plat_name: string } | null; errors?: { field: string }[] }
      }>().data
    expect((await byNumber('50')).data?.plat_name).toBe('有标志的站点方案')
    expect((await byNumber('51')).data?.plat_name).not.toBe('有标志的站点方案')
    expect((await byNumber('x')).errors?.[0]?.field).toBe('client_id')
    const { clientId: _, ...edit } = body
    expect(
      (await admin.put('/api/v1/client/50', { ...edit, logo, version: made.data.version, enabled: false }))
        .msg,
    ).toBe('ok')
    expect((await site('mark.example.cn')).plat_name).not.toBe('有标志的站点方案')
    expect((await byNumber('50')).data?.plat_name).not.toBe('有标志的站点方案')
  })
})
