import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import type { Home, Site } from '../../../catalogue/contract/portal/portal.ts'
import type { SiteList, SitePreview, SiteView } from '../../../catalogue/contract/portal/sites.ts'
import { emptySite, type SiteBody } from '../../../catalogue/sites/body.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'

const origin = 'https://teacher.example.cn'
const hosts = { jc: 'jc.example.cn', yd: 'yd.example.cn' } as const
const brands = { jc: '江城分中心', yd: '阳东分中心' } as const
const clients = { jc: 441_702, yd: 441_704 } as const
type Place = keyof typeof hosts
const places = ['jc', 'yd'] as const

let region: Region
let colleague: Person
let otherColleague: Person
/** Numbers of notices, with the marks of the places in their titles. */
let notices: Readonly<Record<Place | 'city', number>>
beforeAll(async () => {
  region = await testRegion('sites', undefined, { publicOrigin: origin })
  const { district, otherDistrict, emptyDistrict, city, otherCity, province } = region.places
  for (const [id, area] of [
    [district, '441702'],
    [otherDistrict, '441704'],
    [emptyDistrict, '441721'],
    [city, '441700'],
    [otherCity, '440800'],
    [province, '440000'],
  ] as const)
    await region.db.execute(sql`update institution set area_code = ${area} where id = ${id}`)
  for (const place of places)
    await region.db.execute(sql`update client set domain = ${hosts[place]} where id = ${clients[place]}`)
  colleague = await region.add(4, district, '同事甲')
  otherColleague = await region.add(4, otherDistrict, '同事乙')
  const { area, otherArea, city: above } = region.people
  notices = {
    jc: await notice(area, '江城号通知'),
    yd: await notice(otherArea, '阳东号通知'),
    city: await notice(above, '市里通知'),
  }
}, 120_000)
afterAll(() => region.close())

const path = (client: number) => `/api/v1/site/${client}`
const visit = async (url: string, host: string, headers: Record<string, string> = {}) => {
  const {
    statusCode: status,
    body: text,
    headers: told,
  } = await region.app.inject({
    method: 'GET',
    url,
    headers: { host, ...headers },
  })
  return { status, text, told }
}
const dataAt = async <T>(url: string, host: string, headers: Record<string, string> = {}) =>
  (JSON.parse((await visit(url, host, headers)).text) as { data: T }).data
const siteAt = async (host: string, query = '') =>
  (await dataAt<{ data: Site }>(`/api/v1/siteConfig${query}`, host)).data
const homeAt = (host: string) => dataAt<Home>('/api/v1/portal/home', host)

/** Publishes a site as two people of its office do. */
async function publish(place: Place, body: SiteBody): Promise<number> {
  const [first, second] =
    place === 'jc' ? [region.people.area, colleague] : [region.people.otherArea, otherColleague]
  const client = clients[place]
  const { draft } = (await first.get<SiteView>(path(client))).data
  const saved = await first.put<{ editNo: number }>(`${path(client)}/draft`, {
    body,
    editNo: draft?.editNo ?? 0,
  })
  expect(saved.msg).toBe('ok')
  expect((await first.post(`${path(client)}/publish`, { editNo: saved.data.editNo, note: '说明' })).msg).toBe(
    'ok',
  )
  const confirmed = await second.post<{ no: number }>(`${path(client)}/confirm`, {
    editNo: saved.data.editNo + 1,
  })
  expect(confirmed.msg).toBe('ok')
  return confirmed.data.no
}

const branded = (place: Place, more: Partial<SiteBody> = {}): SiteBody => ({
  ...emptySite,
  brand: {
    ...emptySite.brand,
    name: brands[place],
    palette: place === 'jc' ? 'pine' : 'brick',
    filingNo: place === 'jc' ? '粤ICP备江城号' : '粤ICP备阳东号',
  },
  nav: [{ title: `${brands[place]}首页`, url: '/home/index', sub: [] }],
  ...more,
})

async function notice(who: Person, title: string): Promise<number> {
  const made: Answer<ContentView> = await who.post('/api/v1/contents/notice', {
    value: { title, noticeKind: '1', visibility: '2', content: '正文', files: [] },
  })
  const { id, version } = made.data
  expect((await who.post(`/api/v1/contents/notice/${id}/publish`, { version })).msg).toBe('ok')
  return id
}

describe('who keeps a site', () => {
  it('is the office of its area and the administrator; everybody else finds none', async () => {
    const { area, otherArea, city, province, school, teacher, admin } = region.people
    const clientsOf = async (who: Person) =>
      (await who.get<SiteList>('/api/v1/site')).data.list.map(({ clientId }) => clientId)
    expect(await clientsOf(area)).toEqual([441_702])
    expect(await clientsOf(otherArea)).toEqual([441_704])
    expect(await clientsOf(city)).toEqual([])
    expect(await clientsOf(province)).toEqual([1, 32])
    expect(await clientsOf(admin)).toEqual([1, 32, 441_702, 441_704, 441_721, 441_781])
    for (const who of [school, teacher]) expect((await who.get('/api/v1/site')).status).toBe(403)
    const body = { body: branded('yd'), editNo: 0 }
    for (const answer of [
      await area.get(path(441_704)),
      await area.get(`${path(441_704)}/versions/1`),
      await area.put(`${path(441_704)}/draft`, body),
      await area.del(`${path(441_704)}/draft`),
      await area.post(`${path(441_704)}/preview`, { body: branded('yd') }),
      await area.post(`${path(441_704)}/publish`, { editNo: 1, note: '说明' }),
      await area.post(`${path(441_704)}/confirm`, { editNo: 1 }),
      await area.post(`${path(441_704)}/refuse`, { editNo: 1, reason: '不行' }),
      await area.post(`${path(441_704)}/back`, { no: 1, note: '说明' }),
    ])
      expect(answer.status).toBe(404)
  })

  it('hears of bad input by field and sentence', async () => {
    const { area, school } = region.people
    const client = path(441_702)
    const faultOf = async (answer: Promise<Answer<{ errors?: { field: string; message: string }[] }>>) =>
      (await answer).data.errors?.[0]
    const draft = (body: object) =>
      faultOf(area.put(`${client}/draft`, { body: { ...emptySite, ...body }, editNo: 0 }))
    expect(await draft({ brand: { ...emptySite.brand, palette: 'neon' } })).toEqual({
      field: 'body.brand.palette',
      message: '没有该配色',
    })
    const theirs = await picture(region, school)
    expect(await draft({ brand: { ...emptySite.brand, logo: theirs } })).toEqual({
      field: 'body.brand.logo',
      message: '没有该文件，请重新上传',
    })
    expect((await draft({ nav: [{ title: '甲', url: 'javascript:1' }] }))?.field).toBe('body.nav.0.url')
    expect((await faultOf(area.post(`${client}/publish`, { editNo: 1, note: '' })))?.field).toBe('note')
    expect((await faultOf(area.post(`${client}/refuse`, { editNo: 1, reason: '' })))?.field).toBe('reason')
    expect((await faultOf(area.post(`${client}/back`, { no: 0, note: '甲' })))?.field).toBe('no')
    expect((await faultOf(area.get('/api/v1/site/abc')))?.field).toBe('client')
    expect((await area.post(`${client}/publish`, { editNo: 7, note: '甲' })).status).toBe(409)
    expect((await area.get(`${client}/versions/9`)).status).toBe(404)
  })
})

describe('publishing', () => {
  it('takes another human, versions can come back, and each act is in the audit', async () => {
    const { area, admin } = region.people
    const client = path(441_721)
    // The district has no officer: the administrator writes, another administrator looks.
    const second = await region.add(1, region.places.province, '管理员乙')
    const twin = await region.db.one<{ id: number }>(sql`
      insert into identity (person_id, role, institution_id)
      values (${admin.personId}, 1, ${region.places.city})
      returning id`)
    const same = await region.signInAgain({ ...admin, identityId: twin.id })
    const body: SiteBody = { ...emptySite, brand: { ...emptySite.brand, name: '阳西一' } }
    const saved = await admin.put<{ editNo: number }>(`${client}/draft`, { body, editNo: 0 })
    expect((await second.put(`${client}/draft`, { body, editNo: 0 })).status).toBe(409)
    const { editNo } = saved.data
    expect((await second.post(`${client}/confirm`, { editNo })).status).toBe(409)
    expect((await admin.post(`${client}/publish`, { editNo, note: '新建' })).msg).toBe('ok')
    expect((await admin.put(`${client}/draft`, { body, editNo: editNo + 1 })).status).toBe(409)
    for (const who of [admin, same])
      expect((await who.post(`${client}/confirm`, { editNo: editNo + 1 })).status).toBe(403)
    expect((await area.post(`${client}/confirm`, { editNo: editNo + 1 })).status).toBe(404)
    expect((await second.post(`${client}/refuse`, { editNo: editNo + 1, reason: '名称不全' })).msg).toBe('ok')
    expect((await admin.post(`${client}/publish`, { editNo: editNo + 2, note: '再来' })).msg).toBe('ok')
    expect((await second.post<{ no: number }>(`${client}/confirm`, { editNo: editNo + 3 })).data.no).toBe(1)
    const next = { ...body, brand: { ...body.brand, name: '阳西二' } }
    const again = (await admin.put<{ editNo: number }>(`${client}/draft`, { body: next, editNo: 0 })).data
    expect((await admin.post(`${client}/back`, { no: 1, note: '恢复' })).status).toBe(400)
    await admin.post(`${client}/publish`, { editNo: again.editNo, note: '改名' })
    expect(
      (await second.post<{ no: number }>(`${client}/confirm`, { editNo: again.editNo + 1 })).data.no,
    ).toBe(2)
    expect((await siteAt('localhost', '?client_id=441721')).plat_name).toBe('阳西二')
    expect((await admin.post<{ no: number }>(`${client}/back`, { no: 1, note: '恢复' })).data.no).toBe(3)
    expect((await siteAt('localhost', '?client_id=441721')).plat_name).toBe('阳西一')
    const { versions } = (await admin.get<SiteView>(client)).data
    expect(versions.map(({ no, inForce }) => [no, inForce])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
    const acts = await region.db.query<{ action: string }>(
      sql`select action from audit where action like 'site.%' order by id`,
    )
    expect(acts.map(({ action }) => action)).toEqual([
      'site.asked',
      'site.refused',
      'site.asked',
      'site.published',
      'site.asked',
      'site.published',
      'site.back',
    ])
  })

  it('is refused with a dead link, and a preview says which blocks are empty', async () => {
    const { area } = region.people
    const body = branded('jc', {
      home: ['studios', 'figures'],
      nav: [
        { title: '办公的', url: '/area/zhandian', sub: [] },
        { title: '下架的', url: '/home/messageData/messageDetail?type=notice&id=987654', sub: [] },
        { title: '别处', url: 'https://elsewhere.example.org/x', sub: [] },
      ],
    })
    const preview = await area.post<SitePreview>(`${path(441_702)}/preview`, { body })
    expect(preview.data.site).toMatchObject({ plat_name: brands.jc, palette: 'pine', blocks: body.home })
    expect(preview.data.findings.map(({ level, field }) => [level, field])).toEqual([
      ['fault', 'body.nav.0.url'],
      ['fault', 'body.nav.1.url'],
      ['warning', 'body.home'],
    ])
    const { editNo } = (await area.put<{ editNo: number }>(`${path(441_702)}/draft`, { body, editNo: 0 }))
      .data
    const refused = await area.post<{ errors: { field: string }[] }>(`${path(441_702)}/publish`, {
      editNo,
      note: '说明',
    })
    expect([refused.status, refused.data.errors.map(({ field }) => field)]).toEqual([
      400,
      ['body.nav.0.url', 'body.nav.1.url'],
    ])
    expect((await area.del(`${path(441_702)}/draft`)).msg).toBe('ok')
  })
})

describe('two sites', () => {
  it('asked by turns a thousand times never show the brand of the other one', async () => {
    const columns: SiteBody['columns'] = [{ type: 'notice', from: 'own', chosen: [] }]
    for (const place of places) await publish(place, branded(place, { columns }))
    const urls = [
      '/',
      '/home/index',
      '/api/v1/siteConfig',
      '/api/v1/siteConfig?client_id=441704',
      '/api/v1/portal/home',
      '/api/v1/middle',
      '/home/messageData/news',
      '/feed/notice.xml',
      '/sitemap.xml',
      '/robots.txt',
    ]
    let asked = 0
    const marks = (place: Place) => [brands[place], hosts[place], place === 'jc' ? '江城号' : '阳东号']
    while (asked < 1000) {
      const [url = '/'] = [urls[Math.floor(asked / 2) % urls.length]]
      const answers = await Promise.all(places.map((place) => visit(url, hosts[place])))
      for (const [at, { status, text }] of answers.entries()) {
        const [own, other] = at === 0 ? (['jc', 'yd'] as const) : (['yd', 'jc'] as const)
        expect(status, `${url} ${own}`).toBe(200)
        for (const mark of marks(other)) expect(text, `${url} as ${own}`).not.toContain(mark)
        if (url.includes('siteConfig')) expect(text).toContain(brands[own])
        if (/portal\/home|notice/.test(url)) expect(text, `${url} as ${own}`).toContain(marks(own)[2])
        if (/xml|robots/.test(url)) expect(text).toContain(`https://${hosts[own]}`)
      }
      asked += 2
    }
    const main = await visit('/api/v1/siteConfig', 'teacher.example.cn')
    for (const place of places) for (const mark of marks(place)) expect(main.text).not.toContain(mark)
  }, 120_000)

  it('answer no call of a session, set no cookie, and take a session for a visitor', async () => {
    const { area, admin } = region.people
    const cookie = 'xt_sid=' + 'A'.repeat(32)
    const plain = await visit('/api/v1/portal/home', hosts.jc)
    for (const token of [area.token, admin.token, 'forged']) {
      const answer = await visit('/api/v1/portal/home', hosts.jc, { token, cookie })
      expect([answer.status, answer.text]).toEqual([200, plain.text])
      expect(answer.told['set-cookie']).toBeUndefined()
      expect(answer.told['token']).toBeUndefined()
      for (const url of [
        '/api/v1/user',
        '/api/v1/site',
        '/api/v1/client',
        '/api/docs/json',
        '/api/v1/captcha',
      ])
        expect((await visit(url, hosts.jc, { token, cookie })).status, url).toBe(404)
    }
    for (const url of ['/api/v1/login', '/login/logout', '/api/v1/contents/notice']) {
      const answer = await region.app.inject({
        method: 'POST',
        url,
        headers: { host: hosts.jc, token: area.token, cookie },
        payload: { account: 'a', password: 'b' },
      })
      expect(answer.statusCode, url).toBe(404)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    // The session itself is whole: it was not taken for a copied one.
    expect((await area.get('/api/v1/site')).status).toBe(200)
    const signIn = await visit('/login?next=1', hosts.jc)
    expect([signIn.status, signIn.told['location']]).toEqual([302, `${origin}/login?next=1`])
    expect((await visit('/area/zhandian', hosts.jc)).status).toBe(302)
    expect((await siteAt(hosts.jc)).work).toBe(origin)
    expect((await siteAt('teacher.example.cn')).work).toBe('')
  })

  it('have an address of their own in heads and maps; an unknown host is not to be listed', async () => {
    expect((await visit('/sitemap.xml', hosts.yd)).text).toContain(`https://${hosts.yd}/home/index`)
    expect((await visit('/sitemap.xml', 'unknown.example.org')).text).toContain(`${origin}/home/index`)
    const [known, site, unknown] = await Promise.all(
      ['teacher.example.cn', hosts.jc, 'unknown.example.org'].map((host) => visit('/home/index', host)),
    )
    for (const page of [known, site]) expect(page?.text).not.toContain('noindex')
    expect(unknown?.text).toContain('noindex')
    expect(site?.text).toContain(`rel="canonical" href="https://${hosts.jc}/home/index"`)
    expect(known?.text).toContain(`rel="canonical" href="${origin}/home/index"`)
  })
})

describe('the columns of a site', () => {
  it('have contents of their own area, what was handed down, or what was chosen, and copy none', async () => {
    const titles = async (host: string) => (await homeAt(host)).notices.map((one) => String(one['title']))
    const from = (source: 'own' | 'handed' | 'chosen', chosen: number[] = []) =>
      branded('jc', { columns: [{ type: 'notice', from: source, chosen }] })
    // What the test before this one published says "own".
    expect(await titles(hosts.jc)).toEqual(['江城号通知'])
    await publish('jc', from('handed'))
    expect(new Set(await titles(hosts.jc))).toEqual(new Set(['江城号通知', '市里通知']))
    await publish('jc', from('chosen', [notices.yd]))
    expect(await titles(hosts.jc)).toEqual(['阳东号通知'])
    const feed = (await visit('/feed/notice.xml', hosts.jc)).text
    expect([feed.includes('阳东号通知'), feed.includes('江城号通知')]).toEqual([true, false])
    const map = (await visit('/sitemap.xml', hosts.jc)).text
    expect([map.includes(`id=${notices.yd}<`), map.includes(`id=${notices.city}<`)]).toEqual([true, false])
    const found = await dataAt<{ list: { id: number }[] }>(
      `/api/v1/portal/search?q=${encodeURIComponent('通知')}`,
      hosts.jc,
    )
    expect(found.list.map(({ id }) => id)).toEqual([notices.yd])
    const listed = await dataAt<{ total: number }>('/api/v1/portal/contents/notice', hosts.jc)
    expect(listed.total).toBe(1)
    expect(new Set(await titles('teacher.example.cn'))).toEqual(
      new Set(['江城号通知', '阳东号通知', '市里通知']),
    )
  })
})

describe('the centre of a district', () => {
  it('is found by the letters of its fixed route: what its site says, else what its office published', async () => {
    const { area } = region.people
    interface Centre {
      name: string
      parts: { title: string; html: string }[]
    }
    const centre = (query: string, host = 'teacher.example.cn') =>
      dataAt<Centre>(`/api/v1/portal/centre?kind=simple&${query}`, host)
    expect(await centre('letters=jc')).toEqual({ name: '江城区教师发展中心', parts: [] })
    const made: Answer<ContentView> = await area.post('/api/v1/contents/centrePage', {
      value: {
        areaCode: '441702',
        centerKind: 'simple',
        title: '已发布的',
        cover: null,
        content: '甲',
        sortNo: 1,
      },
    })
    const { id, version } = made.data
    expect((await area.post(`/api/v1/contents/centrePage/${id}/publish`, { version })).msg).toBe('ok')
    expect((await centre('letters=jc')).parts.map(({ title }) => title)).toEqual(['已发布的'])
    await publish(
      'jc',
      branded('jc', {
        centre: { simple: [{ title: '本站的', text: '一段<script>' }], setUp: [], ranks: [] },
      }),
    )
    const { parts } = await centre('letters=jc')
    expect(parts.map(({ title }) => title)).toEqual(['本站的'])
    expect(parts[0]?.html).not.toContain('<script>')
    expect((await centre('', hosts.jc)).parts.map(({ title }) => title)).toEqual(['本站的'])
    expect((await centre('area=441702')).parts).toHaveLength(1)
    expect((await centre('letters=zz')).parts).toEqual([])
    expect((await visit('/api/v1/portal/centre?kind=simple', 'teacher.example.cn')).status).toBe(400)
    expect((await visit('/api/v1/portal/centre?kind=all&letters=jc', 'teacher.example.cn')).status).toBe(400)
  })
})
