import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppView, RoleLine } from '../../../catalogue/contract/administration/apps.ts'
import type { AppCentre, AppOpened } from '../../../catalogue/contract/portal/app-centre.ts'
import { picture } from '../../app/testing/test-values.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { outsideOf } from '../../platform/http/outgoing.ts'
import { askOutside } from '../../platform/http/watch-outside.ts'
import { sql } from '../../platform/db/sql.ts'
import { framedHosts } from './address.ts'
import { watching } from './health.ts'
import { addApp, centreFor, written } from './test-apps.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('apps')))
afterAll(() => region.close())

describe('an app', () => {
  it('is the administrator’s: added, edited, put into order, with a number of three characters at most', async () => {
    const { admin, area, teacher } = region.people
    for (const who of [area, teacher]) {
      expect((await who.get('/api/v1/appManage')).status).toBe(403)
      expect((await who.post('/api/v1/appManage', { id: 'x', ...written })).status).toBe(403)
    }
    const made = await admin.post<AppView>('/api/v1/appManage', { id: '12', ...written })
    expect(made.data).toMatchObject({ id: '12', name: '阅读测评', version: 1, bindings: 0, health: null })
    for (const [change, field] of [
      [{}, 'id'],
      [{ id: '1' }, 'id'],
      [{ id: '1234' }, 'id'],
      [{ id: '13' }, 'name'],
      [{ id: '13', name: '甲', domain: 'https://10.0.0.1' }, 'domain'],
      [{ id: '13', name: '甲', domain: 'javascript:alert(1)', entryPath: '' }, 'domain'],
      [{ id: '13', name: '甲', domain: '//evil.example.cn' }, 'domain'],
      [{ id: '13', name: '甲', category: '88' }, 'category'],
      [{ id: '13', name: '甲', openMode: '2', domain: '/teacher/sy', entryPath: '' }, 'openMode'],
      [{ id: '13', name: '甲', icon: await picture(region, area) }, 'icon'],
    ] as const) {
      const refused = await admin.post('/api/v1/appManage', { id: '12', ...written, ...change })
      expect(refused.data.errors[0]?.field, JSON.stringify(change)).toBe(field)
    }
    const icon = await picture(region, admin)
    const edit = { ...written, icon, version: 1 }
    const edited = await admin.put<AppView>('/api/v1/appManage/12', edit)
    expect(edited.data.icon?.id).toBe(icon)
    expect((await region.app.inject({ method: 'GET', url: edited.data.icon?.url ?? '' })).statusCode).toBe(
      200,
    )
    expect((await admin.put('/api/v1/appManage/12', edit)).status).toBe(409)
    // Its picture is in use, so that no cleaning of uploads takes it away.
    expect((await admin.del(`/api/v1/uploads/${icon}`)).status).toBe(409)
    await admin.post('/api/v1/appManage', { id: 'a2', ...written, name: '后来的' })
    await admin.put('/api/v1/appManage/order', { apps: ['a2', '12'] })
    const { data } = await admin.get<{ list: AppView[] }>('/api/v1/appManage')
    expect(data.list.map(({ id }) => id)).toEqual(['a2', '12'])
  })
})

describe('who sees an app', () => {
  it('is decided by role, client and place together', async () => {
    const { people: p, places } = region
    await addApp(region, 'r2', [{ role: 2 }])
    await addApp(region, 'rc', [{ role: 2, clientId: 32 }, { role: 3 }])
    await addApp(region, 'rp', [{ role: 2, placeId: places.district }])
    await addApp(region, 'off', [{ role: 2 }], { enabled: false })
    expect(await centreFor(p.teacher)).toEqual({ r2: 'use', rp: 'use' })
    expect(await centreFor(p.stranger)).toEqual({ r2: 'use' })
    expect(await centreFor(p.school)).toEqual({ rc: 'use' })
    await p.admin.put('/api/v1/client/32/binding', { users: [p.stranger.identityId] })
    expect(await centreFor(p.stranger)).toEqual({ r2: 'use', rc: 'use' })
    const listed = await p.teacher.get<{ id: string; domain: string }[]>('/app?role=2')
    expect(listed.data.map(({ id }) => id)).toEqual(['1', 'r2', 'rp'])
    expect(listed.data[1]?.domain).toBe('https://read.example.cn')
    expect((await p.teacher.get<{ id: string }[]>('/app?role=3')).data.map(({ id }) => id)).toEqual(['1'])
    expect((await p.admin.get('/api/v1/apps')).status).toBe(403)
  })

  it('is narrowed by an authority for its own region only, never beyond what reaches it', async () => {
    const { people: p, places } = region
    await addApp(region, 'n1', [{ role: 2 }, { role: 3, level: 1 }])
    const save = (who: typeof p.area, body: object) =>
      who.put('/api/v1/appManage/role', { app_id: 'n1', ...body })
    expect((await save(p.school, { roles: [2] })).status).toBe(403)
    for (const beyond of [{ roles: [4] }, { roles: [3] }])
      expect((await save(p.area, beyond)).data.errors[0]?.message).toBe('不能超出上级给本地区的授权')
    expect(
      (await save(p.area, { lines: [{ role: 2, placeId: places.otherSchool }] })).data.errors[0]?.message,
    ).toBe('范围内没有该单位')
    expect((await save(p.area, { lines: [{ role: 2, placeId: places.sibling }], version: 0 })).msg).toBe('ok')
    expect((await save(p.area, { roles: [2], version: 0 })).status).toBe(409)
    expect((await centreFor(p.teacher))['n1']).toBeUndefined()
    expect((await centreFor(p.stranger))['n1']).toBe('use')
    expect((await centreFor(p.school))['n1']).toBeUndefined()
    // The city above takes it from everybody; the district cannot give it back.
    expect((await save(p.city, { roles: [] })).msg).toBe('ok')
    expect((await centreFor(p.stranger))['n1']).toBeUndefined()
    expect((await save(p.area, { roles: [2] })).status).toBe(404)
    expect((await save(p.city, {})).msg).toBe('ok')
    expect((await save(p.area, {})).msg).toBe('ok')
    expect([(await centreFor(p.teacher))['n1'], (await centreFor(p.school))['n1']]).toEqual(['use', 'ask'])
    const mine = (await p.area.get<RoleLine[]>('/api/v1/appManage/role?role=2')).data
    expect(mine.find((line) => line.app_id === 'n1')).toMatchObject({ roles: [2], narrowed: false })
  })

  it('sees first what offices above put first', async () => {
    const { people: p } = region
    expect((await p.city.put('/api/v1/appManage/pins', { apps: ['rp', 'no'] })).data).toEqual({
      apps: ['rp'],
    })
    const { data } = await p.teacher.get<AppCentre>('/api/v1/apps')
    expect(data.apps[0]).toMatchObject({ id: 'rp', pinnedBy: '市教育局' })
    const far = await p.stranger.get<AppCentre>('/api/v1/apps')
    expect(far.data.apps.map(({ id }) => id)).not.toContain('rp')
    const five = { apps: ['a', 'b', 'c', 'd', 'e'] }
    expect((await p.city.put('/api/v1/appManage/pins', five)).status).toBe(400)
  })
})

describe('somebody’s own apps', () => {
  it('are kept in their order, opened with a line in the audit, and forgotten on request', async () => {
    const { people: p, db } = region
    await p.teacher.put('/api/v1/apps/favourites', { apps: ['rp', 'off', 'r2'] })
    const mine = async () => (await p.teacher.get<AppCentre>('/api/v1/apps')).data
    expect((await mine()).favourites).toEqual(['rp', 'r2'])
    const opened = await p.teacher.post<AppOpened>('/api/v1/apps/r2/open', {})
    expect(opened.data).toEqual({
      name: '应用r2',
      address: 'https://read.example.cn/login',
      openMode: '1',
      host: 'read.example.cn',
    })
    expect((await mine()).recents.map(({ id }) => id)).toEqual(['r2'])
    const { count } = await db.one<{ count: number }>(sql`
      select count(*)::int as count from audit
      where action = 'app.opened' and by_identity = ${p.teacher.identityId}`)
    expect(count).toBe(1)
    await p.teacher.del('/api/v1/apps/recents')
    expect((await mine()).recents).toEqual([])
    expect((await p.colleague.get<AppCentre>('/api/v1/apps')).data.favourites).toEqual([])
  })

  it('answer an altered link with the one sentence, whatever is wrong with it', async () => {
    const { teacher } = region.people
    const answers = await Promise.all(
      ['1234', 'off', 'rc', 'zz', '%3Cscript%3E', '../x', '1'].map((id) =>
        teacher.post(`/api/v1/apps/${encodeURIComponent(id)}/open`, {}),
      ),
    )
    for (const answer of answers) expect([answer.status, answer.msg]).toEqual([404, '请勿随意串改地址栏'])
  })

  it('are closed while their maintenance lasts', async () => {
    const { admin, teacher } = region.people
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const url = '/api/v1/appManage/r2/maintenance'
    const wrong = { maintenance: { from: at(1), until: at(-1), note: '' } }
    expect((await admin.put(url, wrong)).data.errors[0]?.field).toBe('maintenance.until')
    await admin.put(url, { maintenance: { from: at(-1), until: at(1), note: '升级' } })
    const shown = (await teacher.get<AppCentre>('/api/v1/apps')).data.apps.find(({ id }) => id === 'r2')
    expect([shown?.health?.state, shown?.maintenance?.note]).toEqual(['maintenance', '升级'])
    expect((await teacher.post('/api/v1/apps/r2/open', {})).msg).toMatch(/^“应用r2”正在维护，预计/)
    await admin.put(url, { maintenance: null })
    expect((await teacher.post('/api/v1/apps/r2/open', {})).status).toBe(200)
  })
})

describe('the watch', () => {
  it('asks what is outside, never what is within, and follows nothing', async () => {
    const slow = createServer((request, reply) => {
      if (request.url === '/silent') return
      reply.writeHead(request.url === '/away' ? 302 : 200, { location: 'http://169.254.169.254/' }).end('x')
    })
    await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done))
    const address = slow.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const ask = (path: string, mayReach: (address: string) => boolean) =>
      askOutside(`http://localhost:${port}${path}`, { timeout: 300, mayReach })
    expect(await ask('/', outsideOf([]))).toBe('refused')
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '[::1]', '2130706433', '0x7f.1'])
      expect(
        await askOutside(`http://${host}:${port}/`, { timeout: 300, mayReach: outsideOf([]) }),
        host,
      ).toBe('refused')
    expect(await ask('/', outsideOf(['127.0.0.0/8', '::1']))).toMatchObject({ status: 200 })
    expect(await ask('/away', () => true)).toMatchObject({ status: 302 })
    expect(await ask('/silent', () => true)).toBe('silent')
    const nowhere = { timeout: 5_000, mayReach: () => true }
    expect(await askOutside('http://nowhere.invalid/', nowhere)).toBe('unknown')
    slow.closeAllConnections()
    await new Promise((done) => slow.close(done))
    const outside = outsideOf([])
    for (const inner of [
      '10.1.1.1',
      '192.168.1.1',
      '169.254.169.254',
      '::1',
      'fe80::1',
      '::ffff:10.0.0.1',
      'fd00::1',
    ])
      expect(outside(inner), inner).toBe(false)
    expect([outside('218.15.3.4'), outsideOf(['10.20.0.0/16'])('10.20.1.1')]).toEqual([true, true])
  })

  it('keeps what it found, and asks only what is on', async () => {
    await addApp(region, 'own', [{ role: 2 }], { domain: '/teacher/sy', entryPath: '' })
    await region.db.execute(sql`update app set domain = 'http://localhost:9' where enabled and id <> 'own'`)
    await watching({ db: region.db, config: { outgoingNetworks: [] } }).run(new AbortController().signal)
    const rows = await region.db.query<{ state: string; count: number }>(
      sql`select state, count(*)::int as count from app_health group by state`,
    )
    expect(rows.map(({ state }) => state)).toEqual(['unchecked'])
    const { data } = await region.people.admin.get<{ list: AppView[] }>('/api/v1/appManage')
    expect(data.list.find(({ id }) => id === 'off')?.health).toBeNull()
  })
})

describe('an app within the page', () => {
  it('is named in the policy of the page as long as it is on', async () => {
    await addApp(region, 'em', [{ role: 2 }], { openMode: '2', domain: 'https://frame.example.cn:8443' })
    expect(await framedHosts(region.db)).toEqual(['frame.example.cn:8443'])
    const page = await region.app.inject({ method: 'GET', url: '/teacher/common?app=em' })
    expect(page.headers['content-security-policy']).toContain('https://frame.example.cn:8443')
    const {
      id: _,
      bindings: __,
      health: ___,
      maintenance: ____,
      ...kept
    } = (await region.people.admin.get<AppView>('/api/v1/appManage/em')).data
    await region.people.admin.put('/api/v1/appManage/em', { ...kept, icon: null, enabled: false })
    expect(await framedHosts(region.db)).toEqual([])
  })
})
