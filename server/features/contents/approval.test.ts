import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainImpact, ChainView } from '../../../catalogue/contract/archive/chains.ts'
import type { ContentLine, ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { Step } from '../../../catalogue/define.ts'
import { reviewedContent } from '../../../catalogue/flows/reviewed.ts'
import type { Workbench } from '../../../catalogue/contract/workspace.ts'
import { chainOf, publishChains } from '../../engine/ways/index.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
/** A second officer of the eastern district, so that two people are there. */
let chief: Person
beforeAll(async () => {
  region = await testRegion('approval')
  chief = await region.add(4, region.places.district, '何科长')
})
afterAll(() => region.close())

type View = Answer<ContentView & { errors: { field: string; message: string }[] }>
const policy = {
  title: '教师交流轮岗经费办法',
  policyKind: '4',
  issuer: '东区教育局',
  issueDate: '2026-11-01',
  areaCode: '441702',
  visibility: '2',
  content: '<p>第一条</p>',
}
const notice = {
  title: '关于期末教研的通知',
  noticeKind: '1',
  visibility: '2',
  content: '<p>各校：</p>',
  files: [],
}
const at = (type: string, id: number) => `/api/v1/contents/${type}/${id}`
const look = async (who: Person, type: string, id: number) => (await who.get<ContentView>(at(type, id))).data
const act = async (who: Person, type: string, id: number, name: string, more: object = {}): Promise<View> =>
  who.post(`${at(type, id)}/${name}`, { version: (await look(who, type, id)).version, ...more })
async function sent(who: Person, type: string, value: object, times: object = {}): Promise<number> {
  const made = await who.post<ContentView>(`/api/v1/contents/${type}`, { value })
  expect(made.msg).toBe('ok')
  expect((await act(who, type, made.data.id, 'publish', times)).msg).toBe('ok')
  return made.data.id
}
async function readable(type: string, id: number): Promise<boolean> {
  return (
    (
      await region.app.inject({
        method: 'GET',
        url: `/api/v1/portal/contents/${type}/${id}`,
        remoteAddress: '10.9.9.9',
      })
    ).statusCode === 200
  )
}
const way = ({ approval }: ContentView) => approval?.steps.map(({ level, state }) => `${level} ${state}`)
const told = async (who: Person) =>
  (await who.get<{ list: { title: string; link: string }[] }>('/api/v1/userSystemMessage?pageSize=50')).data
    .list
const mine = async (who: Person, type: string) =>
  (await who.get<{ list: ContentLine[] }>(`/api/v1/contents/${type}?queue=mine`)).data.list.map(
    ({ id }) => id,
  )
const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('a policy for everybody', () => {
  it('is taken down while a new version of it waits for the city', async () => {
    const { area, city } = region.people
    const id = await sent(area, 'policy', policy)
    await act(chief, 'policy', id, 'publish')
    await act(city, 'policy', id, 'publish')
    const { version } = await look(area, 'policy', id)
    await area.put(at('policy', id), { version, value: { ...policy, title: '第二版' } })
    expect((await act(area, 'policy', id, 'publish')).data.state).toBe('inReview')
    const taken = await act(chief, 'policy', id, 'takeDown')
    expect([taken.msg, taken.data.state, taken.data.approval?.trail.at(-1)?.reason]).toEqual([
      'ok',
      'takenDown',
      '已下架',
    ])
    expect(await readable('policy', id)).toBe(false)
  })

  it('is agreed by a second person of the district, then by the city; nobody out of turn, nothing read before', async () => {
    const { area, city, province, admin, otherArea, school } = region.people
    const draft = (await area.post<ContentView>('/api/v1/contents/policy', { value: policy })).data
    expect(way(draft)).toEqual(['area plan', 'city plan'])
    const id = await sent(area, 'policy', policy)
    expect(way(await look(area, 'policy', id))).toEqual(['area current', 'city next'])
    expect((await look(area, 'policy', id)).can).not.toContain('publish')
    // The writer, levels above whose turn it is not, and the administrator of another institution.
    for (const who of [area, city, province, admin]) {
      expect([
        (await act(who, 'policy', id, 'publish')).status,
        (await act(who, 'policy', id, 'sendBack', { reason: '略' })).status,
      ]).toEqual([409, 409])
      expect(await mine(who, 'policy')).not.toContain(id)
    }
    // The text under review is the writer's: the others read it, and write an opinion.
    for (const who of [chief, city]) {
      const seen = await look(who, 'policy', id)
      expect(seen.can).not.toContain('edit')
      const written = await who.put<View>(at('policy', id), { version: seen.version, value: policy })
      expect([written.status, written.msg]).toEqual([409, '正在审核的内容只有送审的人可以改；请写意见退回'])
    }
    expect((await otherArea.get(at('policy', id))).status).toBe(404)
    expect((await school.get(at('policy', id))).status).toBe(403)
    expect(await mine(chief, 'policy')).toEqual([id])
    expect((await told(chief))[0]).toMatchObject({
      title: `政策文件待审核：${policy.title}`,
      link: `/area/xinxiFabu?tab=policy&id=${id}`,
    })
    const todo = (await chief.get<Workbench>('/api/v1/workbench')).data.todos.find(
      (one) => one.id === 'publish policy',
    )
    expect(todo).toMatchObject({ count: 1, link: '/area/xinxiFabu?tab=policy&queue=mine' })

    const passed = await act(chief, 'policy', id, 'publish', { opinion: '内容属实' })
    expect([passed.data.state, passed.data.waitsAt, way(passed.data)]).toEqual([
      'inReview',
      'city',
      ['area done', 'city current'],
    ])
    expect(await readable('policy', id)).toBe(false)
    // Agreed once is agreed: not a second time by the same district.
    expect((await act(chief, 'policy', id, 'publish')).status).toBe(409)
    expect(await mine(chief, 'policy')).toEqual([])
    expect(await mine(city, 'policy')).toEqual([id])
    const done = await act(city, 'policy', id, 'publish')
    expect([done.data.state, done.data.shown, done.data.waitsAt]).toEqual(['published', 'now', null])
    expect(await readable('policy', id)).toBe(true)
    expect(done.data.approval?.trail.map(({ verdict, by, reason }) => [verdict, by, reason])).toEqual([
      ['submitted', '何以宁', null],
      ['approved', '何科长', '内容属实'],
      ['approved', '市员', null],
    ])
    expect((await told(area))[0]?.title).toBe(`已通过并发布：${policy.title}`)
    const log = await region.db.query<{ action: string }>(
      sql`select action from audit where facts ->> 'content' = ${String(id)} order by id`,
    )
    expect(log.map(({ action }) => action)).toEqual([
      'content.created',
      'content.submitted',
      'content.passedOn',
      'content.approved',
    ])
  })

  it('keeps the minute it was asked for through all steps; agreed later than that, it appears at once', async () => {
    const { area, city } = region.people
    const id = await sent(area, 'policy', policy, { publishAt: ahead(60), takeDownAt: ahead(600) })
    await act(chief, 'policy', id, 'publish', { publishAt: ahead(1) })
    const done = await act(city, 'policy', id, 'publish')
    expect([
      done.data.shown,
      Math.round((Date.parse(done.data.publishAt ?? '') - Date.now()) / 60_000),
    ]).toEqual(['waiting', 60])
    const late = await sent(area, 'policy', policy, { publishAt: ahead(60) })
    await act(chief, 'policy', late, 'publish')
    await region.db.execute(sql`update content set asked_at = now() - interval '1 hour' where id = ${late}`)
    expect((await act(city, 'policy', late, 'publish')).data.shown).toBe('now')
    expect(Date.now() - Date.parse((await look(area, 'policy', late)).publishAt ?? '')).toBeLessThan(60_000)
  })

  it('for those signed in stays with the district; where one person works, the next level decides; at the top the other administrator', async () => {
    const { area, otherArea, city, admin, province } = region.people
    const inner = await sent(area, 'policy', { ...policy, visibility: '1' })
    expect((await act(chief, 'policy', inner, 'publish')).data.state).toBe('published')
    const alone = await sent(otherArea, 'policy', { ...policy, areaCode: '441702' })
    expect(way(await look(otherArea, 'policy', alone))).toEqual(['city current'])
    expect((await act(city, 'policy', alone, 'publish')).data.state).toBe('published')
    const top = await sent(province, 'policy', policy)
    expect((await act(province, 'policy', top, 'publish')).status).toBe(409)
    expect((await act(admin, 'policy', top, 'publish')).data.state).toBe('published')
  })

  it('is taken back by its writer, sent back with words, and begins anew after each change', async () => {
    const { area, city } = region.people
    const id = await sent(area, 'policy', policy)
    expect((await act(chief, 'policy', id, 'withdraw')).status).toBe(409)
    expect([(await chief.del(at('policy', id))).status, (await area.del(at('policy', id))).status]).toEqual([
      409, 409,
    ])
    expect((await act(area, 'policy', id, 'withdraw')).data.state).toBe('draft')
    expect((await act(area, 'policy', id, 'withdraw')).status).toBe(409)
    expect(await mine(chief, 'policy')).toEqual([])
    await act(area, 'policy', id, 'publish')
    await act(chief, 'policy', id, 'publish')
    expect((await act(city, 'policy', id, 'sendBack', { reason: '' })).data.errors[0]?.field).toBe('reason')
    const back = await act(city, 'policy', id, 'sendBack', { reason: '请补施行日期' })
    expect([back.data.state, back.data.remark, back.data.returned]).toEqual(['draft', '请补施行日期', true])
    expect((await told(area))[0]?.title).toBe(`已退回修改：${policy.title}`)
    await act(area, 'policy', id, 'publish')
    // Not where it was sent back: the whole way again.
    expect(way(await look(area, 'policy', id))).toEqual(['area current', 'city next'])
    const { version } = await look(area, 'policy', id)
    expect(
      (await area.put(at('policy', id), { version, value: { ...policy, content: '<p>第一条 改</p>' } })).msg,
    ).toBe('ok')
    expect([(await look(area, 'policy', id)).state, await mine(chief, 'policy')]).toEqual(['draft', []])
  })

  it('is decided once when two press at the same time', async () => {
    const third = await region.add(4, region.places.district, '第三人')
    const id = await sent(region.people.area, 'policy', policy)
    const { version } = await look(chief, 'policy', id)
    const race = await Promise.all(
      [chief, third, chief, third].map((who) => who.post(`${at('policy', id)}/publish`, { version })),
    )
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(
      (await look(region.people.area, 'policy', id)).approval?.trail.map(({ verdict }) => verdict),
    ).toEqual(['submitted', 'approved'])
  })
})

describe('a content that waits', () => {
  /** Sets since when the content waits at its step, on `days` working days ago; today counts as one of them. */
  const waitingFor = (id: number, days: number) =>
    region.db.execute(sql`
      update content
      set holder_since = (
        select d + time '10:00'
        from generate_series((now() at time zone 'Asia/Shanghai')::date - 30,
          (now() at time zone 'Asia/Shanghai')::date, interval '1 day') d
        where extract(isodow from d) < 6 or d = (now() at time zone 'Asia/Shanghai')::date
        order by d desc
        offset ${days}
        limit 1) at time zone 'Asia/Shanghai'
      where id = ${id}`)
  /** Lets the step it waits at allow three working days. */
  const allowThreeDays = (id: number) =>
    region.db.execute(sql`
      update content
      set route = jsonb_set(route, array[step::text, 'days'], '3')
      where id = ${id}`)
  const lineOf = async (who: Person, id: number) =>
    (await who.get<{ list: ContentLine[] }>('/api/v1/contents/policy?pageSize=100')).data.list.find(
      (line) => line.id === id,
    )

  it('is overdue after the working days of its step: in the list, and on the desk of whom it waits for', async () => {
    const { area } = region.people
    const id = await sent(area, 'policy', { ...policy, title: '逾期的办法' })
    await allowThreeDays(id)
    await waitingFor(id, 3)
    expect(await lineOf(chief, id)).not.toHaveProperty('overdue')
    await waitingFor(id, 4)
    expect(await lineOf(chief, id)).toMatchObject({ overdue: true })
    const desk = async () =>
      (await chief.get<Workbench>('/api/v1/workbench')).data.todos.find(
        (todo) => todo.id === 'publish policy',
      )
    expect((await desk())?.lines).toContain('有 1 条超过办理期限，请先办')
    // The next step begins anew.
    await act(chief, 'policy', id, 'publish')
    expect(await lineOf(chief, id)).toMatchObject({ waitsAt: 'city' })
    expect(await lineOf(chief, id)).not.toHaveProperty('overdue')
  })

  it('is urged by its submitter, once a day, and whom it waits for is told', async () => {
    const { area, city, otherArea } = region.people
    const id = await sent(area, 'policy', { ...policy, title: '要催的办法' })
    expect((await look(area, 'policy', id)).can).toContain('urge')
    expect((await look(chief, 'policy', id)).can).not.toContain('urge')
    expect((await act(area, 'policy', id, 'urge')).status).toBe(409)
    await waitingFor(id, 2)
    const { version } = await look(area, 'policy', id)
    const urges = await Promise.all(
      [1, 2, 3].map(() => area.post<ContentView>(`${at('policy', id)}/urge`, { version })),
    )
    expect(urges.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const urged = async (who: Person) =>
      (await told(who)).filter(({ title }) => title === '催办政策文件：要催的办法')
    expect(await urged(chief)).toHaveLength(1)
    expect((await urged(chief))[0]?.link).toContain(`id=${id}`)
    expect(await urged(area)).toEqual([])
    expect(await urged(city)).toEqual([])
    expect((await act(chief, 'policy', id, 'urge')).status).toBe(409)
    expect((await otherArea.post(`${at('policy', id)}/urge`, { version })).status).toBe(404)
    // At the next step a day must pass again.
    await act(chief, 'policy', id, 'publish')
    expect((await act(area, 'policy', id, 'urge')).status).toBe(409)
  })
})

describe('the chain of a type of content', () => {
  it('asks the district for what a school shows to everybody; the province changes that without a release', async () => {
    const { school, school2, area, city, province } = region.people
    // As declared: the district agrees, and its officers find it among their to-dos.
    const first = await sent(school, 'notice', { ...notice, title: '校园开放日' })
    expect(way(await look(school, 'notice', first))).toEqual(['area current'])
    expect(await readable('notice', first)).toBe(false)
    expect(await mine(area, 'notice')).toEqual([first])
    const todos = (await area.get<Workbench>('/api/v1/workbench')).data.todos
    expect(todos.find(({ id }) => id === 'publish notice')).toMatchObject({ count: 1 })
    expect((await told(area))[0]?.title).toBe('通知公告待审核：校园开放日')
    expect((await act(area, 'notice', first, 'sendBack', { reason: '缺少联系电话' })).data.state).toBe(
      'draft',
    )
    await act(school, 'notice', first, 'publish')
    expect((await act(area, 'notice', first, 'publish')).data.state).toBe('published')
    expect(await readable('notice', first)).toBe(true)
    // A school directly under the city has no district: the city agrees.
    const ofCity = await sent(region.people.citySchool, 'notice', notice)
    expect(way(await look(region.people.citySchool, 'notice', ofCity))).toEqual(['city current'])
    expect((await act(city, 'notice', ofCity, 'publish')).data.state).toBe('published')

    const url = '/api/v1/chains/notice'
    const declared = (await province.get<ChainView>(url)).data.version
    expect((await province.post(url, { chain: [], basedOn: declared, note: '不再把关' })).msg).toBe('ok')
    const free = (await school.post<ContentView>('/api/v1/contents/notice', { value: notice })).data
    expect([way(free), free.approval?.nobody]).toEqual([[], false])
    expect((await act(school, 'notice', free.id, 'publish')).data.state).toBe('published')

    const chain = [{ level: 'area', when: { field: 'visibility', in: ['2'] }, reasonRequired: true }]
    const basedOn = (await province.get<ChainView>(url)).data.version
    expect(
      (await province.post(url, { chain: [{ level: 'school' }], basedOn, note: '试' })).data.errors[0]?.field,
    ).toBe('chain.0.level')
    expect(
      (
        await province.post(url, {
          chain: [{ level: 'area', when: { field: 'content2', filled: true } }],
          basedOn,
          note: '试',
        })
      ).data.errors[0]?.field,
    ).toBe('chain.0.when')
    const impact = (await province.post<ChainImpact>(`${url}/preview`, { chain })).data
    expect(
      impact.ways
        .filter(({ when }) => when !== 'fails')
        .map(({ kind, steps }) => [kind, steps.map(({ level }) => level)]),
    ).toEqual([
      ['县区所属学校', ['area']],
      ['市直属学校', ['city']],
      ['县区', []],
      ['市', []],
      ['省', []],
    ])
    expect((await province.post(url, { chain, basedOn, note: '学校的公开通知由县区把关' })).msg).toBe('ok')

    const id = await sent(school, 'notice', notice)
    expect(way(await look(school, 'notice', id))).toEqual(['area current'])
    expect((await act(school2, 'notice', id, 'publish')).status).toBe(409)
    expect((await act(area, 'notice', id, 'publish')).data.errors[0]?.field).toBe('opinion')
    // What is for the school's own people, and what offices write, asks nobody.
    expect(
      (await look(school, 'notice', await sent(school, 'notice', { ...notice, visibility: '1' }))).state,
    ).toBe('published')
    expect((await look(area, 'notice', await sent(area, 'notice', notice))).state).toBe('published')
    const open = (await province.get<ChainView>(url)).data
    expect(open.open).toBe(1)

    // What is under way finishes as it was sent in, whatever the chain is then; a city's own holds for
    // schools directly under it.
    expect((await province.post(url, { chain: [], basedOn: open.version, note: '不再把关' })).msg).toBe('ok')
    expect(
      (
        await city.post(url, {
          chain: [{ level: 'city' }],
          basedOn: (await city.get<ChainView>(url)).data.version,
          note: '市直学校由市把关',
        })
      ).msg,
    ).toBe('ok')
    expect((await act(area, 'notice', id, 'publish', { opinion: '同意' })).data.state).toBe('published')
    expect((await look(school, 'notice', await sent(school, 'notice', notice))).state).toBe('published')
    const direct = await sent(region.people.citySchool, 'notice', notice)
    expect(way(await look(region.people.citySchool, 'notice', direct))).toEqual(['city current'])
    expect((await act(city, 'notice', direct, 'publish')).data.state).toBe('published')
  })

  it('of a later release holds where nobody published one, and nowhere else', async () => {
    const declared = (chain: readonly Step[]) => {
      const [notices, news] = [reviewedContent(contents.notice), reviewedContent(contents.trainingNews)]
      if (!notices || !news) throw new Error('both are reviewed')
      return publishChains(region.db, { notice: { ...notices, chain }, trainingNews: { ...news, chain } })
    }
    const inForce = async (type: 'notice' | 'trainingNews') => {
      const { version, chain } = await chainOf(region.db, { name: type, chain: [] }, null)
      return { version, levels: chain.map(({ level }) => level) }
    }
    const before = [await inForce('notice'), await inForce('trainingNews')]
    await declared([{ level: 'city' }])
    // The province published one for notices; it stays.
    expect(await inForce('notice')).toEqual(before[0])
    expect(await inForce('trainingNews')).toEqual({ version: 2, levels: ['city'] })
    await declared([{ level: 'city' }])
    expect((await inForce('trainingNews')).version).toBe(2)
  })

  it('leaves the second person of a policy out of what may be changed away', async () => {
    const { province, area } = region.people
    const { version } = (await province.get<ChainView>('/api/v1/chains/policy')).data
    expect(
      (await province.post('/api/v1/chains/policy', { chain: [], basedOn: version, note: '市不再看' })).msg,
    ).toBe('ok')
    const id = await sent(area, 'policy', policy)
    expect(way(await look(area, 'policy', id))).toEqual(['area current'])
    expect((await act(area, 'policy', id, 'publish')).status).toBe(409)
  })

  it('is asked by an index', async () => {
    const plan = await region.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.query<Record<string, string>>(sql`explain select c.type from content c
        where c.state = ${sql.lit('inReview')}
          and (c.route -> c.step::integer ->> 'institutionId')::integer = 7`)
    })
    expect(JSON.stringify(plan)).toContain('content_waiting')
  })
})
