import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import type { PublicContent, PublicPage } from '../../../catalogue/contract/portal/portal.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { sampleValue } from '../../engine/publishing/test-content.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('teaching')))
afterAll(() => region.close())

/** A minute of Asia/Shanghai so many minutes from now. */
const at = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000 + 8 * 3_600_000).toISOString().slice(0, 16)

async function anybody<T>(url: string): Promise<{ status: number; data: T }> {
  const response = await region.app.inject({ method: 'GET', url })
  return { status: response.statusCode, data: response.json().data as T }
}

async function published(who: Person, type: ContentName, more: object): Promise<number> {
  const value = { ...(await sampleValue(contents[type], () => picture(region, who))), ...more }
  const made: Answer<ContentView> = await who.post(`/api/v1/contents/${type}`, { value })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  expect(
    (await who.post(`/api/v1/contents/${type}/${made.data.id}/publish`, { version: made.data.version })).msg,
  ).toBe('ok')
  return made.data.id
}

/** The office whose turn it is lets a content through. */
async function agree(who: Person, type: ContentName, id: number): Promise<void> {
  const { data } = await who.get<ContentView>(`/api/v1/contents/${type}/${id}`)
  const done = await who.post<ContentView>(`/api/v1/contents/${type}/${id}/publish`, {
    version: data.version,
  })
  expect([done.msg, data.state]).toEqual(['ok', 'inReview'])
}

describe('what happens at a time', () => {
  it('is to come, on, over or to be seen again by the clock; nobody can type it', async () => {
    const { city } = region.people
    const soon = await published(city, 'teachingActivity', {
      title: '将要开始',
      startTime: at(60),
      endTime: at(120),
    })
    const on = await published(city, 'teachingActivity', {
      title: '正在进行',
      startTime: at(-60),
      endTime: at(60),
    })
    const over = await published(city, 'teachingActivity', {
      title: '已经结束',
      startTime: at(-120),
      endTime: at(-60),
    })
    const list = (await anybody<PublicPage>('/api/v1/portal/contents/teachingActivity')).data
    expect(list.list.map(({ id, phase }) => [id, phase?.label])).toEqual([
      [on, '进行中'],
      [soon, '未开始'],
      [over, '已结束'],
    ])
    expect(
      (await anybody<PublicPage>('/api/v1/jy/activity?liveStatus=1')).data.list.map(({ id }) => id),
    ).toEqual([on])
    const again = await published(city, 'liveBroadcast', {
      startTime: at(-120),
      endTime: at(-60),
      replayUrl: '/home/index',
      visibility: '2',
    })
    const gone = await published(city, 'liveBroadcast', {
      startTime: at(-120),
      endTime: at(-60),
      replayUrl: null,
      visibility: '2',
    })
    expect((await anybody<PublicContent>(`/api/v1/jy/live/${again}`)).data).toMatchObject({
      liveStatus: '3',
      phase: { code: '3', label: '可回放' },
    })
    expect((await anybody<PublicContent>(`/api/v1/jy/live/${gone}`)).data).toMatchObject({ liveStatus: '2' })
    const value = await sampleValue(contents.teachingActivity, () => picture(region, city))
    const wrong = await city.post('/api/v1/contents/teachingActivity', {
      value: { ...value, startTime: at(60), endTime: at(60) },
    })
    expect([wrong.status, wrong.data.errors]).toEqual([
      400,
      [{ field: 'endTime', message: '结束时间应晚于开始时间' }],
    ])
    for (const bad of [{ startTime: '2026-02-30T09:00' }, { phase: '1' }, { schoolStage: ['没有'] }]) {
      expect(
        (await city.post('/api/v1/contents/teachingActivity', { value: { ...value, ...bad } })).data.errors[0]
          ?.field,
      ).toBe(Object.keys(bad)[0])
    }
  })

  it('is found by letters, kind, and each of several subjects', async () => {
    const id = await published(region.people.area, 'teachingActivity', {
      title: '音乐与美术联合教研',
      activityKind: '09',
      subject: ['24', '25'],
      startTime: at(10),
      endTime: at(20),
    })
    for (const query of ['keyword=音乐与美术', 'subject=24&activityKind=09', 'subject=25&keyword=联合']) {
      expect(
        (await anybody<PublicPage>(`/api/v1/jy/activity?${encodeURI(query)}`)).data.list.map((one) => one.id),
        query,
      ).toEqual([id])
    }
    expect((await anybody<PublicPage>('/api/v1/jy/activity?subject=22')).data.total).toBe(0)
    expect((await anybody('/api/v1/jy/activity?nonsense=1')).status).toBe(400)
    expect((await anybody<PublicContent>(`/api/v1/jy/activity/${id}`)).data.words['subject']).toBe(
      '音乐、美术',
    )
  })
})

describe('a resource', () => {
  it('is read as far around its institution as it says, in lists and by its number alike', async () => {
    const p = region.people
    const readers = [p.colleague, p.siblingSchool, p.stranger, p.citySchool, p.otherCity]
    const expected: Readonly<Record<string, readonly boolean[]>> = {
      0: [false, false, false, false, false],
      1: [true, false, false, false, false],
      2: [true, true, false, false, false],
      3: [true, true, true, true, false],
      4: [true, true, true, true, true],
      9: [true, true, true, true, true],
    }
    const all = [p.area, p.city, p.province]
    for (const [shareScope, whom] of Object.entries(expected)) {
      const title = `共享范围${shareScope}`
      const id = await published(p.school, 'resource', { title, shareScope })
      // Each office whose people will read it agrees.
      const offices = { '2': [p.area], '3': [p.area, p.city], '4': all, '9': all }[String(shareScope)] ?? []
      for (const office of offices) await agree(office, 'resource', id)
      const answers = await Promise.all(
        readers.map(async (who) => [
          (await who.get(`/api/v1/resource/${id}`)).status === 200,
          (await who.get<PublicPage>(`/api/v1/resource?keyword=${encodeURIComponent(title)}`)).data.total ===
            1,
        ]),
      )
      expect(answers, title).toEqual(whom.map((sees) => [sees, sees]))
      expect((await anybody(`/api/v1/portal/contents/resource/${id}`)).status === 200, title).toBe(
        shareScope === '9',
      )
    }
    expect((await anybody('/api/v1/resource')).status).toBe(401)
    expect((await p.expert.get('/api/v1/resource')).status).toBe(403)
    expect((await anybody<{ counts: { resources: number } }>('/api/v1/middle')).data.counts.resources).toBe(1)
  })
})

describe('the model’s own calls', () => {
  it('write, publish, change and take away what the generic calls do, and read it back', async () => {
    const { school, area, admin, city } = region.people
    const notice = await area.post<{ id: number }>('/api/v1/notice', {
      title: '期中教研安排',
      noticeKind: '1',
      content: '各校：',
      publishStatus: '1',
    })
    expect(notice.msg).toBe('ok')
    expect(
      (await anybody<PublicPage>('/api/v1/notice?keyword=期中教研')).data.list.map(({ id }) => id),
    ).toEqual([notice.data.id])
    expect((await anybody<PublicContent>(`/api/v1/notice/${notice.data.id}`)).data['title']).toBe(
      '期中教研安排',
    )
    expect(
      (
        await area.put(`/api/v1/notice/${notice.data.id}`, {
          title: '期中教研安排（更新）',
          noticeKind: '1',
          content: '各校：',
          publishStatus: '1',
        })
      ).msg,
    ).toBe('ok')
    expect((await anybody<PublicContent>(`/api/v1/notice/${notice.data.id}`)).data['title']).toBe(
      '期中教研安排（更新）',
    )
    expect(
      (await region.people.otherSchool.put(`/api/v1/notice/${notice.data.id}`, { title: '改' })).status,
    ).toBe(404)
    expect((await area.del(`/api/v1/notice/${notice.data.id}`)).msg).toBe('ok')
    expect((await anybody(`/api/v1/notice/${notice.data.id}`)).status).toBe(404)

    const news = await area.post<{ id: number }>('/api/v1/training', {
      title: '听评课',
      newsKind: '1',
      content: '今天……',
      publishStatus: '1',
    })
    expect((await anybody<PublicContent>(`/api/v1/training/${news.data.id}`)).data['title']).toBe('听评课')
    const product = await admin.post<{ id: number }>('/api/v1/product', {
      name: '教师档案',
      summary: '一人一档',
      content: '介绍',
      sortNo: 1,
      publishStatus: '1',
    })
    expect((await anybody<PublicContent>(`/api/v1/product/${product.data.id}`)).data['name']).toBe('教师档案')
    expect(
      (await city.post('/api/v1/product', { name: 'x', summary: 'x', content: 'x', sortNo: 1 })).status,
    ).toBe(403)
    expect(
      (await school.post('/api/v1/notice', { noticeKind: '1', content: 'x' })).data.errors[0]?.field,
    ).toBe('title')
  })

  it('let a school publish at once for who is signed in, and openly when the district agrees', async () => {
    const { school, area, teacher } = region.people
    const fixed = { noticeKind: '1', content: '各位家长：', publishStatus: '1' }
    const inside = await school.post<{ id: number }>('/api/v1/notice', {
      ...fixed,
      title: '校内公开课',
      visibility: '1',
    })
    expect((await teacher.get(`/api/v1/notice/${inside.data.id}`)).status).toBe(200)
    // Callers that say nothing of readers mean everybody, as they always did.
    for (const [url, kind, type] of [
      ['/api/v1/notice', {}, 'notice'],
      ['/api/v1/training', { newsKind: '1', noticeKind: undefined }, 'trainingNews'],
    ] as const) {
      const open = await school.post<{ id: number }>(url, { ...fixed, ...kind, title: '开放日' })
      expect(open.msg).toBe('ok')
      const one = `/api/v1/portal/contents/${type}/${open.data.id}`
      expect([(await anybody(one)).status, (await teacher.get(one)).status]).toEqual([404, 404])
      await agree(area, type, open.data.id)
      expect((await anybody(one)).status).toBe(200)
      // A change waits again, and readers keep what was agreed.
      const again = { ...fixed, ...kind, title: '开放日（改期）' }
      expect((await school.put(`${url}/${open.data.id}`, again)).msg).toBe('ok')
      expect((await anybody<PublicContent>(one)).data['title']).toBe('开放日')
      await agree(area, type, open.data.id)
      expect((await anybody<PublicContent>(one)).data['title']).toBe('开放日（改期）')
    }
  })

  it('keep one page of a centre for each area and kind, and name what they do not know', async () => {
    const { city } = region.people
    const page = { areaCode: '441702', centerKind: 'setUp', title: '机构设置', content: '办公室' }
    expect((await city.put('/api/v1/centre', page)).msg).toBe('ok')
    expect((await city.put('/api/v1/centre', { ...page, content: '办公室、研训部' })).msg).toBe('ok')
    const read = () => anybody<PublicContent>('/api/v1/centre?area_code=441702&kind=setUp')
    expect((await read()).data['content']).toContain('研训部')
    expect((await anybody<PublicPage>('/api/v1/portal/contents/centrePage')).data.total).toBe(1)
    expect((await anybody('/api/v1/centre?area_code=441721&kind=setUp')).status).toBe(404)
    for (const bad of ['area_code=44170&kind=setUp', 'area_code=441702&kind=x', 'kind=setUp'])
      expect((await anybody(`/api/v1/centre?${bad}`)).status).toBe(400)
    expect((await anybody<PublicContent[]>('/api/v1/about?name=div9')).data).toEqual([])
    expect((await anybody('/api/v1/home/resource?stage=9&subject=x')).status).toBe(200)
    expect((await region.people.school.put('/api/v1/centre', page)).status).toBe(403)
  })
})
