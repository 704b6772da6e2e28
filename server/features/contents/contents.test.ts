import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contents } from '../../../catalogue/contents/contents.ts'
import type {
  ContentLine,
  ContentVersions,
  ContentView,
  UploadLine,
} from '../../../catalogue/contract/portal/contents.ts'
import type { Home, PublicContent, Site } from '../../../catalogue/contract/portal/portal.ts'
import { sampleValue } from '../../engine/publishing/test-content.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { multipart, picture, pictureBytes } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('contents')))
afterAll(() => region.close())

const at = (type: string) => `/api/v1/contents/${type}`
const noticeValue = {
  title: '关于开展师德专题学习的通知',
  noticeKind: '1',
  visibility: '2',
  content: '各校：\n请于本月内完成。',
  files: [],
}
type View = Answer<ContentView & { errors: { field: string; message: string }[] }>
const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

async function anybody<T>(url: string): Promise<{ status: number; data: T; text: string }> {
  const response = await region.app.inject({ method: 'GET', url, remoteAddress: '10.9.9.9' })
  return { status: response.statusCode, data: response.json().data as T, text: response.body }
}
const make = async (who: Person, type: string, value: object): Promise<View> => who.post(at(type), { value })
const act = async (
  who: Person,
  type: string,
  one: { id: number; version: number },
  name: string,
  more: object = {},
): Promise<View> => who.post(`${at(type)}/${one.id}/${name}`, { version: one.version, ...more })

/** An upload of its own each time. */
async function fresh(who: Person): Promise<string> {
  const { payload, headers } = multipart('图.jpg', 'image/jpeg', await pictureBytes())
  const response = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { ...headers, token: who.token },
  })
  return (response.json().data as { id: string }).id
}

describe('every type of content', () => {
  it('is written, published and read back by anybody, from its declaration alone', async () => {
    const { admin, city } = region.people
    for (const definition of Object.values(contents)) {
      const value = await sampleValue(definition, async () => picture(region, admin))
      const made = await make(admin, definition.name, value)
      expect(made.msg, `${definition.name} ${JSON.stringify(made.data)}`).toBe('ok')
      let done = await act(admin, definition.name, made.data, 'publish')
      if (definition.approval?.second) {
        expect(done.data.state).toBe('inReview')
        done = await act(city, definition.name, { ...done.data }, 'publish')
        // The administrator's institution is the province: out of the city's reach.
        expect(done.status).toBe(404)
        const second = await region.add(1, region.places.province, '另一位管理员')
        done = await act(
          second,
          definition.name,
          (await admin.get<ContentView>(`${at(definition.name)}/${made.data.id}`)).data,
          'publish',
        )
      }
      expect(done.data.state, definition.name).toBe('published')
      const read = await anybody<PublicContent>(`/api/v1/portal/contents/${definition.name}/${made.data.id}`)
      expect(read.status, definition.name).toBe(200)
      expect(read.data[definition.headline]).toBe(value[definition.headline])
    }
    for (const url of [
      '/api/v1/policy',
      '/api/v1/policy/get_area',
      '/api/v1/training',
      '/api/v1/home/link',
      '/api/v1/home/moreLink',
      '/api/v1/banner',
      '/api/v1/goodTeacher',
      '/api/v1/middle',
      '/api/v1/siteConfig',
      '/api/v1/portal/home',
    ]) {
      const answer = await anybody<unknown>(url)
      expect([answer.status, answer.text.length > 60], `${url} ${answer.text}`).toEqual([200, true])
    }
    const banners = (await anybody<{ image: { url: string } }[]>('/api/v1/banner')).data
    const image = await region.app.inject({ method: 'GET', url: banners[0]?.image.url ?? '' })
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })
})

describe('what readers see', () => {
  it('is neither draft, nor scheduled, nor taken down, nor over; the working copy stays beside the live page', async () => {
    const { area, city } = region.people
    const made = await make(area, 'notice', { ...noticeValue, title: '定时的通知' })
    const url = `/api/v1/portal/contents/notice/${made.data.id}`
    const list = async () => (await anybody<Home>('/api/v1/portal/home')).text
    const unseen = async () => {
      expect((await anybody(url)).status).toBe(404)
      expect(await list()).not.toContain('定时的通知')
    }
    await unseen()
    let now = await act(area, 'notice', made.data, 'publish', { publishAt: ahead(60) })
    expect(now.data.shown).toBe('waiting')
    await unseen()
    // The minute comes: nothing runs, the question is answered differently.
    await region.db.execute(
      sql`update content set publish_at = now() - interval '1 second' where id = ${made.data.id}`,
    )
    expect((await anybody(url)).status).toBe(200)
    // The front page is kept for seconds (docs/decisions/0105).
    await vi.waitFor(async () => expect(await list()).toContain('定时的通知'), 20_000)
    const edited: View = await area.put(`${at('notice')}/${made.data.id}`, {
      version: now.data.version,
      value: { ...noticeValue, title: '改过的通知' },
    })
    expect([edited.data.changed, edited.data.state]).toEqual([true, 'draft'])
    expect((await anybody<PublicContent>(url)).data['title']).toBe('定时的通知')
    expect(
      (await act(area, 'notice', edited.data, 'publish', { publishAt: ahead(5) })).data.errors[0]?.field,
    ).toBe('publishAt')
    now = await act(area, 'notice', edited.data, 'publish', { takeDownAt: ahead(60) })
    expect((await anybody<PublicContent>(url)).data['title']).toBe('改过的通知')
    await region.db.execute(
      sql`update content set take_down_at = now() - interval '1 second' where id = ${made.data.id}`,
    )
    expect((await anybody(url)).status).toBe(404)
    await region.db.execute(sql`update content set take_down_at = null where id = ${made.data.id}`)
    const versions = (await area.get<ContentVersions>(`${at('notice')}/${made.data.id}/versions`)).data.list
    expect(versions.map(({ no, value }) => [no, value['title']])).toEqual([
      [2, '改过的通知'],
      [1, '定时的通知'],
    ])
    const restored = await act(area, 'notice', now.data, 'restore', { no: 1 })
    expect([restored.data.value['title'], restored.data.changed]).toEqual(['定时的通知', true])
    expect((await anybody<PublicContent>(url)).data['title']).toBe('改过的通知')
    const down = await act(city, 'notice', restored.data, 'takeDown')
    expect(down.data.state).toBe('takenDown')
    expect((await anybody(url)).status).toBe(404)
    expect((await area.del(`${at('notice')}/${made.data.id}`)).status).toBe(409)
  })

  it('depends on who reads where a notice says so', async () => {
    const { city, teacher } = region.people
    const ids = await Promise.all(
      ['0', '1', '2'].map(async (visibility) => {
        const made = await make(city, 'notice', {
          ...noticeValue,
          visibility,
          title: `公开程度${visibility}`,
        })
        await act(city, 'notice', made.data, 'publish')
        return made.data.id
      }),
    )
    const url = (id: number) => `/api/v1/portal/contents/notice/${id}`
    expect(await Promise.all(ids.map(async (id) => (await anybody(url(id))).status))).toEqual([404, 404, 200])
    expect(await Promise.all(ids.map(async (id) => (await teacher.get(url(id))).status))).toEqual([
      404, 200, 200,
    ])
    expect((await anybody('/api/v1/portal/contents/notice?pageSize=100')).text).not.toMatch(/公开程度[01]/)
  })
})

describe('who writes', () => {
  it('is whoever has it in scope: another district, another school and the missing answer alike; a teacher nothing at all', async () => {
    const p = region.people
    const made = await make(p.area, 'notice', noticeValue)
    const one = `${at('notice')}/${made.data.id}`
    const lost = `${at('notice')}/99999999`
    const calls: ((who: Person, url: string) => Promise<Answer<unknown>>)[] = [
      (who, url) => who.get(url),
      (who, url) => who.get(`${url}/versions`),
      (who, url) => who.put(url, { version: 1, value: noticeValue }),
      (who, url) => who.put(url, { nonsense: true }),
      (who, url) => who.del(url),
      ...['publish', 'takeDown', 'sendBack', 'restore', 'pin'].map(
        (name) => (who: Person, url: string) =>
          who.post(`${url}/${name}`, { version: 1, no: 1, pinned: true, reason: '略' }),
      ),
    ]
    for (const who of [p.otherArea, p.otherCity, p.school, p.otherSchool]) {
      for (const call of calls) {
        const [foreign, missing] = [await call(who, one), await call(who, lost)]
        expect([foreign.status, foreign.msg]).toEqual([404, missing.msg])
      }
      expect(JSON.stringify((await who.get(at('notice'))).data)).not.toContain(`"id":${made.data.id},`)
    }
    for (const who of [p.teacher, p.expert, p.staff])
      for (const call of calls) expect((await call(who, one)).status).toBe(403)
    for (const who of [p.area, p.city, p.province, p.admin]) expect((await who.get(one)).status).toBe(200)
    for (const who of [p.school, p.area, p.city]) expect((await make(who, 'banner', {})).status).toBe(403)
    expect((await make(p.school, 'policy', {})).status).toBe(403)
    expect(
      (
        await make(p.otherArea, 'policy', {
          title: '越界',
          policyKind: '4',
          issuer: '西区教育局',
          issueDate: '2026-11-01',
          areaCode: '441781',
          visibility: '2',
        })
      ).data.errors[0],
    ).toMatchObject({ field: 'areaCode' })
  })

  it('does not publish a policy alone; another person in scope approves or sends back', async () => {
    const { area, city } = region.people
    const body = {
      title: '教师交流轮岗实施细则',
      policyKind: '4',
      docNo: '东教〔2026〕8号',
      issuer: '东区教育局',
      issueDate: '2026-11-01',
      areaCode: '441702',
      content: '第一条……',
      isTop: true,
      publishStatus: '1',
    }
    const { id } = (await area.post<{ id: number }>('/api/v1/policy', body)).data
    const read = () => anybody<PublicContent>(`/api/v1/policy/${id}`)
    const view = async (who: Person) => (await who.get<ContentView>(`${at('policy')}/${id}`)).data
    expect([
      (await view(area)).state,
      (await view(area)).can.includes('publish'),
      (await read()).status,
    ]).toEqual(['inReview', false, 404])
    expect((await act(area, 'policy', await view(area), 'publish')).status).toBe(409)
    const back = await act(city, 'policy', await view(city), 'sendBack', { reason: '请补正文' })
    expect([back.data.state, back.data.remark]).toEqual(['draft', '请补正文'])
    expect((await area.put(`/api/v1/policy/${id}`, { ...body, content: '第一条 总则' })).msg).toBe('ok')
    expect((await act(city, 'policy', await view(city), 'publish')).data.state).toBe('published')
    expect((await read()).data).toMatchObject({
      title: body.title,
      is_top: true,
      content: '<p>第一条 总则</p>',
    })
    expect(
      (await anybody<{ code: string }[]>('/api/v1/policy/get_area')).data.map(({ code }) => code),
    ).toContain('441702')
    expect((await area.put(`/api/v1/policy/top/${id}`, { is_top: '0' })).msg).toBe('ok')
    expect((await read()).data.is_top).toBe(false)
    expect((await region.people.otherArea.del(`/api/v1/policy/${id}`)).status).toBe(404)
    expect((await area.del(`/api/v1/policy/${id}`)).msg).toBe('ok')
    expect((await read()).status).toBe(404)
  })

  it('is told when somebody else was faster, and loses nothing', async () => {
    const { area, city } = region.people
    const made = await make(area, 'notice', noticeValue)
    const url = `${at('notice')}/${made.data.id}`
    const race = await Promise.all(
      [area, city, area, city].map((who, i) =>
        who.put(url, { version: made.data.version, value: { ...noticeValue, title: `第${i}版` } }),
      ),
    )
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect((await act(area, 'notice', made.data, 'publish')).status).toBe(409)
  })
})

describe('what is refused', () => {
  it('names the field, for every required field, unknown key and hostile address', async () => {
    const { admin } = region.people
    for (const definition of Object.values(contents)) {
      // A draft may have gaps; what is published may not.
      if (!definition.single) {
        const draft = await make(admin, definition.name, {})
        const sent = await act(admin, definition.name, draft.data, 'publish')
        // A file, or the parts that may stand in its place.
        const either = definition.shelf?.parts ? definition.shelf.file : undefined
        const required = Object.entries(definition.fields)
          .filter(([key, field]) => field.required || key === either)
          .map(([key]) => key)
        expect(
          sent.data.errors.map(({ field }) => field),
          definition.name,
        ).toEqual(required)
      }
      const value = await sampleValue(definition, async () => picture(region, admin))
      for (const key of ['constructor', '__proto__x', 'state', 'institutionId'])
        expect((await make(admin, definition.name, { ...value, [key]: 1 })).data.errors[0]?.field).toBe(key)
      for (const key of definition.addresses ?? []) {
        for (const bad of [
          'javascript:alert(1)',
          '//evil.example',
          '/\\evil.example',
          'https://a@evil.example',
          'https://127.0.0.1/',
          '/home/../x',
          'https://evil.example:8443/',
        ]) {
          expect(
            (await make(admin, definition.name, { ...value, [key]: bad })).data.errors[0]?.field,
            `${definition.name} ${bad}`,
          ).toBe(key)
        }
      }
    }
  })

  it('an id of somebody else’s file makes nothing public', async () => {
    const { school, teacher } = region.people
    const evidence = await picture(region, teacher)
    expect((await make(school, 'notice', { ...noticeValue, files: [evidence] })).data.errors[0]?.field).toBe(
      'files',
    )
    expect(
      (
        await make(school, 'trainingNews', {
          visibility: '2',
          title: '动态',
          newsKind: '1',
          content: '正文',
          cover: evidence,
        })
      ).data.errors[0]?.field,
    ).toBe('cover')
  })
})

describe('the administrator', () => {
  it('keeps the list of hosts, which the audit remembers, and the readers’ pages are told', async () => {
    const { admin, area } = region.people
    expect((await area.get('/api/v1/allowedHosts')).status).toBe(403)
    expect(
      (await admin.post('/api/v1/allowedHosts', { host: 'WWW.Smartedu.cn', note: '国家智慧教育平台' })).msg,
    ).toBe('ok')
    expect((await admin.post('/api/v1/allowedHosts', { host: 'www.smartedu.cn' })).status).toBe(409)
    expect((await admin.post('/api/v1/allowedHosts', { host: 'https://x.cn/' })).data.errors[0]?.field).toBe(
      'host',
    )
    expect((await anybody<{ data: Site }>('/api/v1/siteConfig')).data.data.hosts).toEqual(['www.smartedu.cn'])
    expect((await admin.del('/api/v1/allowedHosts?host=www.smartedu.cn')).msg).toBe('ok')
    const audit = await region.db.query<{ action: string }>(
      sql`select action from audit where action like 'host.%' order by id`,
    )
    expect(audit.map(({ action }) => action)).toEqual(['host.added', 'host.removed'])
  })

  it('deletes an uploaded file only while nothing uses it, old versions included', async () => {
    const { admin, school } = region.people
    const [held, free] = [await fresh(admin), await fresh(admin)]
    const value = { title: '横幅一', bannerPosition: 'top', image: held, sortNo: 1 }
    const made = await make(admin, 'banner', value)
    const live = await act(admin, 'banner', made.data, 'publish')
    await admin.put(`${at('banner')}/${made.data.id}`, {
      version: live.data.version,
      value: { ...value, image: free },
    })
    expect((await admin.del(`/api/v1/uploads/${held}`)).status).toBe(409)
    expect((await admin.del(`/api/v1/uploads/${free}`)).status).toBe(409)
    const listed = (await admin.get<{ list: UploadLine[] }>('/api/v1/uploads?pageSize=100')).data.list.find(
      ({ id }) => id === held,
    )
    expect(listed).toMatchObject({
      used: true,
      uses: [{ type: 'banner', id: made.data.id, title: '横幅一' }],
    })
    const unused = await fresh(admin)
    expect((await school.del(`/api/v1/uploads/${unused}`)).status).toBe(403)
    expect((await admin.del(`/api/v1/uploads/${unused}`)).msg).toBe('ok')
    expect((await admin.del(`/api/v1/uploads/${unused}`)).status).toBe(404)
    expect((await admin.del(`/api/v1/uploads/${await fresh(school)}`)).status).toBe(404)
  })

  it('finds every publishing in the audit', async () => {
    const lines = await region.people.admin.get<{ list: ContentLine[] }>(at('notice'))
    expect(lines.data.list.length).toBeGreaterThan(3)
    const kinds = await region.db.query<{ action: string }>(
      sql`select distinct action from audit where action like 'content.%' order by 1`,
    )
    expect(kinds.map(({ action }) => action)).toEqual(
      [
        'approved',
        'created',
        'edited',
        'pinned',
        'published',
        'restored',
        'sentBack',
        'submitted',
        'takenDown',
        'unpinned',
      ].map((word) => `content.${word}`),
    )
  })
})

describe('rich text', () => {
  const rich = (id: string) =>
    `<p onclick="x()">名额<script>alert(1)</script></p><figure><img data-file="${id}" alt="图" src="https://evil.example/x.png"></figure><p><a data-file="${id}">附件</a> $a&lt;b$，$5</p>`

  it('is cleaned when saved and again when answered, whatever stands in the table', async () => {
    const { area } = region.people
    const id = await fresh(area)
    const made = await make(area, 'notice', { ...noticeValue, title: '有图的通知', content: rich(id) })
    expect(made.data.value['content']).toBe(
      `<p>名额</p><figure><img data-file="${id}" alt="图"></figure><p><a data-file="${id}">附件</a> $a&lt;b$，$5</p>`,
    )
    await act(area, 'notice', made.data, 'publish')
    // Somebody who reaches the table does not reach the readers.
    await region.db.execute(
      sql`update content
        set live = live || ${sql.json({ content: rich(id) })},
          value = value || ${sql.json({ content: rich(id) })}
        where id = ${made.data.id}`,
    )
    const read = String(
      (await anybody<PublicContent>(`/api/v1/portal/contents/notice/${made.data.id}`)).data['content'],
    )
    expect(read).not.toMatch(/onclick|script|evil/)
    expect(read).toMatch(/<math /)
    expect(read).toContain('，$5')
    const view = (await area.get<ContentView>(`${at('notice')}/${made.data.id}`)).data
    expect(JSON.stringify([view.value, view.shownValue])).not.toMatch(/onclick|script|evil/)
    // The picture is public with the notice, at the address that was answered.
    const src = /<img src="([^"]+)"/.exec(read)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const image = await region.app.inject({ method: 'GET', url: src, remoteAddress: '10.9.9.9' })
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(view.files.map((file) => file.id)).toEqual([id])
  })

  it('takes no file that another person uploaded, and keeps those that were there', async () => {
    const { school, area } = region.people
    const id = await fresh(school)
    const stolen = await make(area, 'notice', { ...noticeValue, content: `<p>文</p><img data-file="${id}">` })
    expect([stolen.status, stolen.data.errors[0]?.field]).toEqual([400, 'content'])
    const made = await make(school, 'notice', { ...noticeValue, content: `<p>文</p><img data-file="${id}">` })
    const edited: View = await area.put(`${at('notice')}/${made.data.id}`, {
      version: made.data.version,
      value: { ...noticeValue, content: `<p>改</p><img data-file="${id}">` },
    })
    expect(edited.msg).toBe('ok')
  })

  it('that shows nothing is empty; one that is too long is refused with its field', async () => {
    const { school } = region.people
    const blank = await make(school, 'notice', { ...noticeValue, content: '<p> </p><script>x</script>' })
    expect(blank.data.value['content']).toBeNull()
    const sent = await act(school, 'notice', blank.data, 'publish')
    expect(sent.data.errors).toEqual([{ field: 'content', message: '请填写正文' }])
    const long = await make(school, 'notice', { ...noticeValue, content: `<p>${'字'.repeat(20_001)}</p>` })
    expect(long.data.errors[0]?.message).toBe('不超过 20000 个字')
  })

  it('stored as plain text in earlier days reads as paragraphs', async () => {
    const { area } = region.people
    const made = await make(area, 'notice', noticeValue)
    await act(area, 'notice', made.data, 'publish')
    await region.db.execute(
      sql`update content
        set live = live || ${sql.json({ content: '各校：\n一 < 二\n\n落款' })}
        where id = ${made.data.id}`,
    )
    expect(
      (await anybody<PublicContent>(`/api/v1/portal/contents/notice/${made.data.id}`)).data['content'],
    ).toBe('<p>各校：<br>一 &lt; 二</p><p>落款</p>')
  })
})

describe('several at once', () => {
  it('are taken down or handed in one by one; what may not be is named and stops no other', async () => {
    const { area, otherArea, teacher } = region.people
    const one = await make(area, 'notice', noticeValue)
    const gaps = await make(area, 'notice', { title: '没有正文' })
    const foreign = await make(otherArea, 'notice', noticeValue)
    const items = [one, gaps, foreign].map(({ data: { id, version } }) => ({ id, version }))
    const url = `${at('notice')}/batch`
    type BatchAnswer = { success: number; results: { id: number; ok: boolean; message: string | null }[] }
    const sent = await area.post<BatchAnswer>(url, { act: 'handIn', items })
    expect(sent.data).toEqual({
      success: 1,
      results: [
        { id: one.data.id, ok: true, message: null },
        { id: gaps.data.id, ok: false, message: '请选择类别' },
        { id: foreign.data.id, ok: false, message: (await area.get(`${at('notice')}/99999999`)).msg },
      ],
    })
    // The version of before is refused: somebody changed it meanwhile.
    expect((await area.post<BatchAnswer>(url, { act: 'takeDown', items })).data.success).toBe(0)
    const { version } = (await area.get<ContentView>(`${at('notice')}/${one.data.id}`)).data
    const down = { act: 'takeDown', items: [{ id: one.data.id, version }] }
    expect((await area.post<BatchAnswer>(url, down)).data.success).toBe(1)
    expect((await teacher.post(url, down)).status).toBe(403)
    expect((await area.post(url, { act: 'takeDown', items: [] })).msg).toBe('请先选择')
  })
})

describe('what an office may say', () => {
  const reserved = { ...noticeValue, title: '越级', visibility: '1' }
  it('is limited to its level on the server, too; what stood there before may stay', async () => {
    const { area, city, province, school } = region.people
    const policyValue = { title: '办法', policyKind: '1' }
    for (const [who, code, message] of [
      [area, '1', '类别：本单位不能选“国家政策”'],
      [area, '3', '类别：本单位不能选“市级政策”'],
      [city, '2', '类别：本单位不能选“省级政策”'],
    ] as const) {
      const made = await make(who, 'policy', { ...policyValue, policyKind: code })
      expect(made.data.errors).toEqual([{ field: 'policyKind', message }])
    }
    expect((await make(area, 'policy', { ...policyValue, policyKind: '4' })).msg).toBe('ok')
    expect((await make(province, 'policy', policyValue)).msg).toBe('ok')
    const roles = await make(school, 'notice', { ...reserved, audienceRoles: ['2', '5'] })
    expect(roles.data.errors).toEqual([{ field: 'audienceRoles', message: '面向角色：本单位不能选“市”' }])
    const regions = await make(area, 'notice', { ...reserved, audienceAreas: ['441700'] })
    expect(regions.data.errors[0]?.field).toBe('audienceAreas')
    const kept = await make(area, 'notice', { ...reserved, audienceRoles: ['4'] })
    await region.db.execute(sql`
      update content
      set value = value || ${sql.json({ audienceRoles: ['6'] })}
      where id = ${kept.data.id}`)
    const again: View = await area.put(`${at('notice')}/${kept.data.id}`, {
      version: kept.data.version,
      value: { ...reserved, audienceRoles: ['6', '4'] },
    })
    expect(again.msg).toBe('ok')
  })
})

describe('the areas somebody may publish for', () => {
  it('are that of the institution and those below; who writes nothing has none', async () => {
    const { area, city, expert, admin } = region.people
    const of = async (who: Person) =>
      (await who.get<{ list: { code: string }[] }>('/api/v1/contentAreas')).data.list.map(({ code }) => code)
    expect(await of(area)).toEqual(['441702'])
    await region.db.execute(sql`update institution set area_code = '441700' where id = ${region.places.city}`)
    expect((await of(city))[0]).toBe('441700')
    expect(await of(city)).toContain('441702')
    expect((await of(admin))[0]).toBe('440000')
    expect((await expert.get('/api/v1/contentAreas')).status).toBe(403)
  })
})
