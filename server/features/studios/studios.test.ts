import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type {
  InvitationReport,
  OpenStudioPage,
  OwnStudios,
  StudioBoard,
  StudioPage,
  TaskEvidence,
} from '../../../catalogue/contract/teaching/studios.ts'
import { rulesFor } from '../../../catalogue/contract/review/rules.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { publishingOf } from '../../app/publishing.ts'
import { studioList } from './export.ts'
import { refreshFaces } from './face.ts'
import { processingOf } from '../../app/processing.ts'
import { actorOf, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import {
  applicationTo,
  memberCases,
  moveCase,
  planned,
  rules,
  runningStudio,
  studioCalls,
  studioCases,
  studioForm,
} from '../../app/testing/test-studio.ts'
import { runClock } from '../../engine/processes/index.ts'
import { addDays, today, uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('studios')
})
afterAll(() => region.close())

let counter = 0
const teacher = (at: keyof Region['places'] = 'school') =>
  region.add(2, region.places[at], `成员${(counter += 1)}`)
const board = async (who: Person, id: string) =>
  (await who.get<StudioBoard>(`${studioCalls}/${id}/board`)).data
const member = (id: string) => `${memberCases}/${id}`
const stateOf = async (id: string) =>
  (await region.db.one<{ state: string }>(sql`select state from process_case where id = ${id}::uuid`)).state
const runDue = () => runClock(processingOf(region.engine), new AbortController().signal)
/** Lets the clock act as if the time of a case had come. */
const due = async (id: string) => {
  await region.db.execute(sql`
    update process_case
    set acts_on = ${addDays(today(), -1)}::date, acts_at = case when acts_at is null then null else (select now() - interval '1 minute') end,
      value = value || jsonb_build_object('answerBy', '2026-01-01T08:00')
    where id = ${id}::uuid`)
  await runDue()
}
const invite = (host: Person, id: string, teachers: readonly Person[], memberRole = '4') =>
  host.post<InvitationReport>(`${studioCalls}/${id}/invitations`, {
    teachers: teachers.map(({ teacherId }) => teacherId),
    memberRole,
  })
/** A member who asked and was taken in. */
async function joined(host: Person, studio: string, who: Person, value: object = {}): Promise<string> {
  const id = await applicationTo(who, studio, value)
  expect((await moveCase(who, member(id), 'apply')).data.state).toBe('applied')
  const agreed = await moveCase(host, member(id), 'approve')
  expect(agreed.data.state, JSON.stringify(agreed)).toBe('joined')
  return id
}

describe('a studio', () => {
  it('is applied for, recommended by the school, set up by the office of its level, and shown', async () => {
    const { area, city, school, stranger, otherArea } = region.people
    const host = await teacher()
    const begun = await host.post<CaseView>(studioCases, { about: {}, value: studioForm() })
    const url = `${studioCases}/${begun.data.id}`
    expect((await school.get(url)).status).toBe(404)
    expect((await moveCase(host, url, 'submit')).data.state).toBe('pendingSchool')
    expect((await moveCase(area, url, 'approve')).status).toBe(403)
    expect((await moveCase(school, url, 'approve')).data.state).toBe('pendingArea')
    // A studio of the city is the city's, not the district's.
    expect(
      (await moveCase(area, url, 'approve', { value: { capacity: 8, schoolCap: 3, ruralShare: 0 } })).status,
    ).toBe(403)
    const without = await moveCase(city, url, 'approve')
    expect([without.status, without.data.errors?.map(({ field }) => field)]).toEqual([
      400,
      ['capacity', 'schoolCap', 'ruralShare'],
    ])
    const opened = await moveCase(city, url, 'approve', {
      value: { capacity: 10, schoolCap: 3, ruralShare: 30 },
    })
    expect([opened.data.state, opened.data.value['openedOn']]).toEqual(['active', today()])
    for (const who of [stranger, otherArea])
      expect((await who.get(`${studioCalls}/${begun.data.id}/board`)).status).toBe(404)
    const shown = await region.app.inject({ method: 'GET', url: '/api/v1/jy/studio?pageSize=50' })
    const { data }: { data: { list: { name: string; standing: string; host: string }[] } } = shown.json()
    expect(data.list.find(({ name }) => name === begun.data.value['name'])).toMatchObject({
      standing: '运行中',
    })
    const again = await host.post<CaseView>(studioCases, { about: {}, value: studioForm() })
    const refused = await moveCase(host, `${studioCases}/${again.data.id}`, 'submit')
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('同时只主持一个')])
  })

  it('refuses a term of more than three years, short words and a level without office', async () => {
    const host = await teacher()
    const value = studioForm({
      periodStart: today(),
      periodEnd: addDays(today(), 1200),
      hostIntro: '<p>很好</p>',
    })
    const begun = await host.post<CaseView>(studioCases, { about: {}, value })
    const refused = await moveCase(host, `${studioCases}/${begun.data.id}`, 'submit')
    expect(refused.status).toBe(400)
    expect(refused.data.errors?.map(({ field }) => field).toSorted()).toEqual(['hostIntro', 'periodEnd'])
    const direct = await region.add(2, region.places.citySchool, `直属${(counter += 1)}`)
    const own = await direct.post<CaseView>(studioCases, {
      about: {},
      value: studioForm({ studioLevel: '4' }),
    })
    const none = await moveCase(direct, `${studioCases}/${own.data.id}`, 'submit')
    expect([none.status, none.data.errors?.[0]?.field]).toEqual([400, 'studioLevel'])
  })

  it('that came back is handed in to the office of the level that it has now', async () => {
    const { school, area, city } = region.people
    const host = await teacher()
    const begun = await host.post<CaseView>(studioCases, { about: {}, value: studioForm() })
    const url = `${studioCases}/${begun.data.id}`
    await moveCase(host, url, 'submit')
    expect((await moveCase(school, url, 'return', { reason: '级别请改为县（区）级' })).data.state).toBe(
      'returned',
    )
    const { data } = await host.get<CaseView>(url)
    await host.put(url, { version: data.version, value: { studioLevel: '4' } })
    expect((await moveCase(host, url, 'submit')).data.state).toBe('pendingSchool')
    await moveCase(school, url, 'approve')
    const value = { capacity: 8, schoolCap: 3, ruralShare: 0 }
    expect((await moveCase(city, url, 'approve', { value })).status).toBe(403)
    expect((await moveCase(area, url, 'approve', { value })).data.state).toBe('active')
  })

  it('ends with its members on one day, and is opened again with them within thirty days', async () => {
    const { city } = region.people
    const host = await teacher()
    const id = await runningStudio(region, host)
    const [stays, gone, asks] = [await teacher(), await teacher(), await teacher('sibling')]
    const one = await joined(host, id, stays)
    const other = await joined(host, id, gone)
    const waiting = await applicationTo(asks, id)
    await moveCase(asks, member(waiting), 'apply')
    expect((await moveCase(gone, member(other), 'leave')).status).toBe(400)
    expect((await moveCase(gone, member(other), 'leave', { reason: '调到外地' })).data.state).toBe('left')
    const url = `${studioCases}/${id}`
    expect((await moveCase(city, url, 'close')).status).toBe(400)
    expect((await moveCase(city, url, 'close', { reason: '主持人退休' })).data.state).toBe('closed')
    expect([await stateOf(one), await stateOf(other), await stateOf(waiting)]).toEqual([
      'left',
      'left',
      'rejected',
    ])
    const face = await region.db.one<{ standing: string }>(sql`
      select c.live ->> 'standing' as standing from studio_face f join content c on c.id = f.content_id
      where f.case_id = ${id}::uuid`)
    expect(face.standing).toBe('已结束')
    expect((await moveCase(city, url, 'reopen', { reason: '返聘' })).data.state).toBe('active')
    expect([await stateOf(one), await stateOf(other)]).toEqual(['joined', 'left'])
    await moveCase(city, url, 'close', { reason: '主持人退休' })
    await region.db.execute(sql`
      update process_case set value = value || jsonb_build_object('closedOn', ${addDays(today(), -31)}::text)
      where id = ${id}::uuid`)
    expect((await moveCase(city, url, 'reopen', { reason: '返聘' })).status).toBe(409)
  })

  it('is shown with what it did, without a version more where nothing changed', async () => {
    const host = await teacher()
    const id = await runningStudio(region, host)
    const face = () =>
      region.db.one<{ works: string | null; members: string | null; no: number; state: string }>(sql`
        select c.live ->> 'works' as works, c.live ->> 'members' as members, c.live_no as no, c.state
        from studio_face f join content c on c.id = f.content_id where f.case_id = ${id}::uuid`)
    expect(await face()).toMatchObject({ works: null, members: null, no: 1 })
    const named = await teacher()
    await joined(host, id, named)
    await joined(host, id, await teacher(), { named: false })
    const { members, no } = await face()
    expect(members?.split('\n')).toHaveLength(1)
    await planned(host, id, [{ measure: 'stated', label: '读书会', target: 4, stated: 2 }])
    const publishing = publishingOf(region.engine, { types: contents, onChanged: () => undefined })
    const nightly = () => refreshFaces(publishing, new AbortController().signal)
    await nightly()
    await nightly()
    expect(await face()).toMatchObject({ works: '读书会　2 次（正常）', no: no + 1 })
    // What the office adds by hand stays.
    await region.db.execute(sql`
      update content set value = value || '{"homeUrl": "https://example.edu.cn/"}'
      where id = (select content_id from studio_face where case_id = ${id}::uuid)`)
    await nightly()
    const kept = await region.db.one<{ url: string }>(sql`
      select c.live ->> 'homeUrl' as url from studio_face f join content c on c.id = f.content_id
      where f.case_id = ${id}::uuid`)
    expect(kept.url).toBe('https://example.edu.cn/')
    // What the office took down stays down.
    await region.db.execute(sql`
      update content set state = 'takenDown', live = null
      where id = (select content_id from studio_face where case_id = ${id}::uuid)`)
    await nightly()
    expect(await face()).toMatchObject({ state: 'takenDown', works: null })
    expect((await region.people.area.post(`${studioCalls}/${id}/face`, {})).status).toBe(403)
    expect((await named.post(`${studioCalls}/${id}/face`, {})).status).toBe(403)
  })

  it('ends by the clock on the day after its term', async () => {
    const host = await teacher()
    const id = await runningStudio(region, host)
    const one = await joined(host, id, await teacher())
    await region.db.execute(sql`
      update process_case
      set value = value || jsonb_build_object('periodEnd', ${addDays(today(), -1)}::text), acts_on = ${today()}::date
      where id = ${id}::uuid`)
    await runDue()
    expect([await stateOf(id), await stateOf(one)]).toEqual(['closed', 'left'])
  })
})

describe('places of a studio', () => {
  it('are held by invitations for seven days (test 51)', async () => {
    const host = await teacher()
    const id = await runningStudio(region, host, { value: { schoolCap: 50 } })
    for (let n = 0; n < 8; n += 1) await joined(host, id, await teacher())
    const asked = [await teacher('sibling'), await teacher('sibling')]
    const invited = await invite(host, id, asked)
    expect(invited.data.done).toHaveLength(2)
    const late = await teacher()
    const application = await applicationTo(late, id)
    expect((await moveCase(late, member(application), 'apply')).data.state).toBe('applied')
    const refused = await moveCase(host, member(application), 'approve')
    expect([refused.status, refused.msg]).toEqual([409, '名额 10 个，已有 8 人，另有 2 人待接受，没有空位'])
    expect((await board(host, id)).applications[0]?.refusal).toContain('2 人待接受')
    const [first] = invited.data.done
    await due(first?.id ?? '')
    expect(await stateOf(first?.id ?? '')).toBe('rejected')
    expect((await moveCase(host, member(application), 'approve')).data.state).toBe('joined')
  })

  it('are never more than there are, however many agree at once', async () => {
    const host = await teacher()
    const id = await runningStudio(region, host, { value: { capacity: 2, schoolCap: 50 } })
    const ids = []
    for (let n = 0; n < 5; n += 1) {
      const who = await teacher()
      ids.push(await applicationTo(who, id))
      await moveCase(who, member(ids[n] ?? ''), 'apply')
    }
    const done = await Promise.all(ids.map((one) => moveCase(host, member(one), 'approve')))
    expect(done.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(done.filter(({ status }) => status === 409)).toHaveLength(3)
    expect((await board(host, id)).places).toMatchObject({ urban: 2, rural: 0 })
  })

  it('keep the cap of a school and the share of rural schools', async () => {
    const host = await teacher()
    const id = await runningStudio(region, host, { value: { capacity: 4, schoolCap: 1, ruralShare: 50 } })
    await joined(host, id, await teacher())
    const second = await invite(host, id, [await teacher()])
    expect(second.data.refused[0]?.message).toBe('每校至多 1 人，该学校已有 1 人')
    const sibling = await invite(host, id, [await teacher('sibling')])
    expect(sibling.data.done).toHaveLength(1)
    const urban = await invite(host, id, [await teacher('citySchool')])
    expect(urban.data.refused[0]?.message).toContain('乡村学校的学员不少于 50%（2 人）')
    await region.db.execute(
      sql`update institution set urban_rural = '220' where id = ${region.places.otherSchool}`,
    )
    const rural = await invite(host, id, [await teacher('otherSchool')])
    expect(rural.data.done).toHaveLength(1)
    // Whoever takes part over the network takes no place.
    const network = await invite(host, id, [await teacher()], '5')
    expect(network.data.done).toHaveLength(1)
  })

  it('give one room a person and level', async () => {
    const [one, other] = [await teacher(), await teacher()]
    const [first, second] = [await runningStudio(region, one), await runningStudio(region, other)]
    const who = await teacher()
    await joined(one, first, who)
    const application = await applicationTo(who, second)
    const refused = await moveCase(who, member(application), 'apply')
    expect([refused.status, refused.data.errors?.[0]?.message]).toEqual([
      400,
      expect.stringContaining('同一级别只能入室一个工作室'),
    ])
  })
})

describe('applications and invitations', () => {
  it('ask for a reason of twenty characters, and are the host’s alone to decide', async () => {
    const { school, stranger, city } = region.people
    const host = await teacher()
    const id = await runningStudio(region, host)
    const who = await teacher()
    const application = await applicationTo(who, id, { reason: '想学习' })
    const short = await moveCase(who, member(application), 'apply')
    expect([short.status, short.data.errors?.[0]?.field]).toEqual([400, 'reason'])
    const { data } = await who.get<CaseView>(member(application))
    await who.put(member(application), { version: data.version, value: { reason: '' } })
    const empty = await moveCase(who, member(application), 'apply')
    expect([empty.status, empty.data.errors?.[0]?.field]).toEqual([400, 'reason'])
    const again = await who.get<CaseView>(member(application))
    const reason = '想把整本书阅读的课堂记录方法带回学校，和同事们一起研究。'
    await who.put(member(application), { version: again.data.version, value: { reason } })
    await moveCase(who, member(application), 'apply')
    expect(await applicationTo(who, id).catch(String)).toContain('409')
    for (const [actor, status] of [
      [who, 403],
      [school, 403],
      [stranger, 404],
      [city, 403],
    ] as const)
      expect((await moveCase(actor, member(application), 'approve')).status).toBe(status)
    expect((await board(city, id)).applications).toEqual([])
    expect((await board(host, id)).applications).toMatchObject([{ id: application, reason, refusal: null }])
    expect((await moveCase(host, member(application), 'reject')).status).toBe(400)
    expect((await moveCase(host, member(application), 'reject', { reason: '方向不合' })).data.state).toBe(
      'rejected',
    )
  })

  it('reach the host who is meant where two teachers of a school have one name', async () => {
    const [host, other] = [
      await region.add(2, region.places.school, '王芳'),
      await region.add(2, region.places.school, '王芳'),
    ]
    const id = await runningStudio(region, host)
    const who = await teacher('sibling')
    const application = await applicationTo(who, id)
    expect((await moveCase(who, member(application), 'apply')).data.state).toBe('applied')
    expect((await moveCase(other, member(application), 'approve')).status).toBe(404)
    expect((await moveCase(host, member(application), 'approve')).data.state).toBe('joined')
  })

  it('are begun from the studio alone', async () => {
    const who = await teacher()
    expect((await who.post(memberCases, { about: {}, value: {} })).status).toBe(404)
    const host = await teacher()
    const id = await runningStudio(region, host)
    const { otherArea, school, area } = region.people
    for (const actor of [otherArea, school, area]) expect((await invite(actor, id, [who])).status).toBe(403)
    expect((await invite(who, id, [who])).status).toBe(404)
    const far = await region.add(2, region.places.otherCity, `外地${(counter += 1)}`)
    expect((await far.post(`${studioCalls}/${id}/applications`, {})).status).toBe(404)
    const foreign = await invite(host, id, [far])
    expect([foreign.status, foreign.data]).toMatchObject([400, { errors: [{ field: 'teachers' }] }])
    for (const body of [{}, { teachers: [] }, { teachers: ['x'] }, { teachers: [1], memberRole: '1' }])
      expect((await host.post(`${studioCalls}/${id}/invitations`, body)).status).toBe(400)
    expect((await host.post(`${studioCalls}/${id}/applications`, {})).status).toBe(409)
  })

  it('are found by teachers of the region, and answered by whoever was asked', async () => {
    const host = await teacher()
    const id = await runningStudio(region, host)
    const who = await teacher('sibling')
    const found = await who.get<OpenStudioPage>(`${studioCalls}/open?pageSize=100`)
    expect(found.data.list.find((one) => one.id === id)).toMatchObject({ left: 10, mine: null })
    const { data } = await invite(host, id, [who])
    const own = data.done[0]?.id ?? ''
    const seen = await who.get<OwnStudios>(`${studioCalls}/own`)
    expect(seen.data.list).toMatchObject([{ id, role: '4', membership: { id: own, state: 'invited' } }])
    const accepted = await moveCase(who, member(own), 'accept')
    expect([accepted.data.state, accepted.data.value['joinedOn']]).toEqual(['joined', today()])
    expect((await board(who, id)).as).toBe('member')
    const left = await moveCase(host, member(own), 'leave', { reason: '一年没有参加' })
    expect(left.data.state).toBe('left')
    expect((await who.get(`${studioCalls}/${id}/board`)).status).toBe(404)
  })
})

const tasks = [
  { measure: 'papersAndAwards', label: '', target: 8 },
  { measure: 'lessonsToVillages', label: '', target: 2 },
  { measure: 'stated', label: '读书会', target: 12, stated: 1 },
]

describe('tasks of the year', () => {
  it('are counted from records on the days of membership, with the list behind the number', async () => {
    const { city, otherCity } = region.people
    const host = await teacher()
    const id = await runningStudio(region, host)
    const who = await teacher()
    await joined(host, id, who)
    expect((await planned(host, id, tasks)).data.version).toBe(1)
    await record(who, '送教的课', today())
    await record(who, '加入以前的课', addDays(today(), -30))
    await record(await teacher(), '他人的课', today())
    await record(host, '主持人的课', today())
    await onlyWritten(host, '没有学校确认的课', today())
    const seen = await board(host, id)
    expect(seen.tasks.map(({ label, done }) => [label, done])).toEqual([
      ['论文与获奖', 0],
      ['送教下乡', 2],
      ['读书会', 1],
    ])
    const behind = await city.get<TaskEvidence>(`${studioCalls}/${id}/tasks/1/2`)
    expect(behind.data.done).toBe(2)
    expect(behind.data.list.map(({ title }) => title).toSorted()).toEqual(['主持人的课', '送教的课'])
    // A member reads what the own archive gave, and how much there is in all.
    const own = await who.get<TaskEvidence>(`${studioCalls}/${id}/tasks/1/2`)
    expect(own.data.list).toMatchObject([{ title: '送教的课', day: today() }])
    expect((await board(who, id)).tasks.map(({ own }) => own)).toEqual([0, 1, null])
    for (const actor of [otherCity, await teacher()])
      expect((await actor.get(`${studioCalls}/${id}/tasks/1/2`)).status).toBe(404)
    expect((await host.get(`${studioCalls}/${id}/tasks/1/9`)).status).toBe(404)
  })

  it('count an activity once, whoever of the studio leads it and takes part', async () => {
    const host = await teacher()
    const id = await runningStudio(region, host)
    const who = await teacher()
    await joined(host, id, who)
    await planned(host, id, [{ measure: 'activitiesHosted', label: '', target: 2 }])
    for (const [title, state] of [
      ['工作室研修', 'archived'],
      ['暂无归档', 'ended'],
    ] as const) {
      const { id: activity } = await region.db.one<{ id: string }>(sql`
        insert into campaign (institution_id, id, type, collects, title, state, value, by_identity)
        values (${region.places.school}, gen_random_uuid(), 'researchActivity', 'activityPlace', ${title}, ${state},
          ${sql.json({ startTime: `${today()}T08:00` })}, ${host.identityId})
        returning id`)
      await region.db.execute(sql`
        insert into campaign_lead (campaign_id, teacher_id) values (${activity}::uuid, ${host.teacherId})`)
      await region.db.execute(sql`
        insert into process_case (institution_id, id, type, state, value, teacher_id, involved, by_identity, campaign_id)
        values (${region.places.school}, gen_random_uuid(), 'activityPlace', ${state === 'archived' ? 'recorded' : 'confirmed'}, '{"memberRole": "2"}',
          ${who.teacherId}, '{}', ${who.identityId}, ${activity}::uuid)`)
    }
    expect((await board(host, id)).tasks).toMatchObject([{ done: 1, light: 'onTime' }])
    const behind = await host.get<TaskEvidence>(`${studioCalls}/${id}/tasks/1/1`)
    expect(behind.data).toMatchObject({ done: 1, list: [{ title: '工作室研修' }] })
    expect(behind.data.list[0]?.people).toContain('、')
  })

  it('are written by the host alone, at the version that was read, with clear words', async () => {
    const { city } = region.people
    const host = await teacher()
    const id = await runningStudio(region, host)
    const who = await teacher()
    await joined(host, id, who)
    expect((await planned(who, id, tasks)).status).toBe(403)
    expect((await planned(city, id, tasks)).status).toBe(403)
    await planned(host, id, tasks)
    expect((await planned(host, id, tasks, 0)).status).toBe(409)
    expect((await planned(host, id, tasks, 1)).data.version).toBe(2)
    for (const bad of [
      { measure: 'nothing', label: '', target: 1 },
      { measure: 'stated', label: '', target: 1 },
      { measure: 'projects', label: '', target: 0 },
      { measure: 'projects', label: '', target: 1, dueOn: '2020-01-01' },
      { measure: 'projects', label: '', target: 1, dueOn: '2026-02-31' },
    ]) {
      const refused = await planned(host, id, [bad], 2)
      expect([refused.status, refused.data]).toMatchObject([
        400,
        { errors: [{ message: expect.any(String) }] },
      ])
    }
  })

  it('show offices who is behind', async () => {
    const { city, area } = region.people
    const host = await teacher()
    const id = await runningStudio(region, host)
    await planned(host, id, tasks)
    const list = async (who: Person, query: string) =>
      (await who.get<StudioPage>(`${studioCalls}?pageSize=100&${query}`)).data.list
    expect((await list(city, '')).find((one) => one.id === id)).toMatchObject({
      lights: { slow: 3 },
      capacity: 10,
      members: 0,
      state: 'active',
    })
    expect((await list(city, 'light=late')).map((one) => one.id)).toContain(id)
    expect((await list(city, 'light=done')).map((one) => one.id)).not.toContain(id)
    expect((await list(area, 'level=4')).map((one) => one.id)).not.toContain(id)
    expect(await list(region.people.otherCity, '')).toEqual([])
    for (const bad of ['light=x', 'over=2', 'page=0', 'unknown=1'])
      expect((await city.get(`${studioCalls}?${bad}`)).status).toBe(400)
  })
})

/** A lesson that a teacher brought to another school, which confirmed it. */
async function record(who: Person, title: string, day: string): Promise<void> {
  const id = uuidv7()
  await region.db.execute(sql`
    insert into support_entry (case_id, agreement_id, supporter_id, owner_id, kind, from_on, to_on, people, person_days)
    values (${id}::uuid, ${id}::uuid, ${who.institutionId}, ${region.places.otherSchool}, '1', ${day}::date, ${day}::date, 1, 1)`)
  await region.db.execute(sql`
    insert into support_entry_person (teacher_id, case_id, kind, day, title, gave, has_record, has_hours)
    values (${who.teacherId}, ${id}::uuid, '1', ${day}::date, ${title}, true, false, false)`)
}

/** A lesson in a village that stands in an archive, which nobody confirmed. */
const onlyWritten = (who: Person, title: string, day: string) =>
  region.db.execute(sql`
    insert into rec_lesson_record (owner_id, id, version, institution_id, recorded_by, source, applied_at, title, lesson_kind, lesson_date)
    values (${who.teacherId}, gen_random_uuid(), 1, ${who.institutionId}, ${who.institutionId}, 'own', now(), ${title}, '6', ${day}::date)`)

const notices = '/api/v1/teaching/studio-notice'
const years = '/api/v1/teaching/studio-year'
const minute = (days: number) => `${addDays(today(), days)}T08:00`

/** An assessment that is open. */
async function assessment(more: object = {}): Promise<string> {
  const { city } = region.people
  const made = await city.post<CampaignView>(notices, {
    collects: 'studioYear',
    title: '市级工作室年度考核',
    value: {
      assessedYear: 2026,
      studioLevel: '3',
      countedTo: today(),
      reportStart: minute(-1),
      reportEnd: minute(20),
      content: '<p>按办法考核。</p>',
      ...more,
    },
  })
  expect(made.status, JSON.stringify(made)).toBe(200)
  const opened = await city.post<CampaignView>(`${notices}/${made.data.id}/open`, {
    version: made.data.version,
  })
  expect(opened.data.state, JSON.stringify(opened)).toBe('open')
  return made.data.id
}

/** A report of the year that was handed in. */
async function reported(host: Person, notice: string): Promise<string> {
  const value = { report: '这一年做了三件事：读书、听课、送教。' }
  const begun = await host.post<CaseView>(years, { about: { campaign: notice }, value })
  expect(begun.status, JSON.stringify(begun)).toBe(200)
  const sent = await moveCase(host, `${years}/${begun.data.id}`, 'submit')
  expect(sent.data.state, JSON.stringify(sent)).toBe('expertReview')
  return begun.data.id
}

describe('the year of a studio', () => {
  it('is frozen when its report is handed in, and the studio follows the result', async () => {
    const { city } = region.people
    const host = await teacher()
    const id = await runningStudio(region, host)
    const notice = await assessment()
    const early = await host.post<CaseView>(years, { about: { campaign: notice }, value: { report: '总结' } })
    const refused = await moveCase(host, `${years}/${early.data.id}`, 'submit')
    expect([refused.status, refused.data.errors?.[0]?.message]).toEqual([
      400,
      '第 1 年暂无年度任务，请先在工作室页面写明',
    ])
    await planned(host, id, tasks)
    await record(host, '送教的课', today())
    expect((await moveCase(host, `${years}/${early.data.id}`, 'submit')).data.state).toBe('expertReview')
    expect(await stateOf(id)).toBe('annualReview')
    await record(host, '冻结以后的课', today())
    const seen = await board(city, id)
    expect([seen.year.frozenOn, seen.tasks.map(({ done }) => done)]).toEqual([today(), [0, 1, 1]])
    expect((await planned(host, id, tasks, 1)).status).toBe(409)
    const url = `${years}/${early.data.id}`
    const kept = (await city.get<CaseView>(url)).data.value
    expect(kept['digest']).toMatch(/^[0-9a-f]{64}$/)
    expect((await moveCase(host, url, 'score', { value: { score: 99 } })).status).toBe(403)
    expect((await moveCase(city, url, 'score', { value: { score: 91.4 } })).data.state).toBe('scored')
    expect((await board(host, id)).years[0]).toMatchObject({ state: 'scored', score: null, result: null })
    expect((await moveCase(city, url, 'fail', { reason: '太少' })).status).toBe(409)
    expect((await moveCase(city, url, 'publish', { value: { result: '1' } })).data.state).toBe('published')
    expect(await stateOf(id)).toBe('active')
    const after = await board(host, id)
    expect(after.years[0]).toMatchObject({ score: 91.4, result: '1' })
    // The year is done: another notice about it does not ask for it again.
    const again = await assessment()
    expect((await board(host, id)).notices.map((one) => one.id)).toEqual(after.notices.map((one) => one.id))
    expect(after.notices.map((one) => one.id)).not.toContain(again)
  })

  it('is read by experts with its numbers and the name of its host, for nobody could hide it', async () => {
    const { city } = region.people
    const host = await teacher()
    const id = await runningStudio(region, host)
    await planned(host, id, tasks)
    const notice = await assessment()
    await reported(host, notice)
    const { data } = await city.get<{
      list: { source: string; scope: string; items: number; rubric: string }[]
    }>('/api/v1/review/sources')
    expect(data.list.find(({ scope }) => scope === notice)).toMatchObject({ items: 1, rubric: 'studio' })
    const expert = await region.add(99, region.places.city, '专家')
    await region.db.execute(sql`
      insert into review_expert (office_id, person_id, identity_id, from_on)
      values (${region.places.city}, ${expert.personId}, ${expert.identityId}, '2020-01-01')`)
    const rules = { ...rulesFor('studio'), perItem: 1, least: 1 }
    const body = { title: '年度考核评审', source: 'campaigns', scope: notice, rules }
    const round = await city.post<{ id: string; version: number }>('/api/v1/review/rounds', body)
    expect(round.status, JSON.stringify(round)).toBe(200)
    const opened = await city.post(`/api/v1/review/rounds/${round.data.id}/open`, {
      version: round.data.version,
    })
    expect(opened.status, JSON.stringify(opened)).toBe(200)
    const { sections } = await region.db.one<{ sections: { label: string; text: string }[] }>(sql`
      select sections from review_item where round_id = ${round.data.id}::uuid`)
    expect(sections.map(({ label }) => label)).toEqual(['申报人', '年度总结', '任务完成情况'])
    expect(sections[0]?.text).toMatch(/^成员\d+（/)
    expect(sections[2]?.text).toContain('送教下乡：目标 2 节，完成 0 节，偏慢')
    const { rules: frozen } = await region.db.one<{ rules: { anonymity: string } }>(
      sql`select rules from review_round where id = ${round.data.id}::uuid`,
    )
    expect(frozen.anonymity).toBe('named')
  })

  it('is excellent for a fifth at most, and closes a studio only below sixty, until an appeal', async () => {
    const { city } = region.people
    const [one, other] = [await teacher(), await teacher()]
    const studios = [await runningStudio(region, one), await runningStudio(region, other)]
    const notice = await assessment()
    const reports = []
    for (const [index, host] of [one, other].entries()) {
      await planned(host, studios[index] ?? '', tasks)
      reports.push(await reported(host, notice))
    }
    const [first, second] = reports.map((report) => `${years}/${report}`)
    await moveCase(city, first ?? '', 'score', { value: { score: 80 } })
    await moveCase(city, second ?? '', 'score', { value: { score: 59.99 } })
    await moveCase(city, first ?? '', 'publish', { value: { result: '1' } })
    const best = await moveCase(city, second ?? '', 'publish', { value: { result: '1' } })
    expect([best.status, best.msg]).toEqual([409, expect.stringContaining('优秀不超过 20%')])
    expect((await moveCase(city, second ?? '', 'fail')).status).toBe(400)
    expect((await moveCase(city, second ?? '', 'fail', { reason: '任务多数没有做' })).data.state).toBe(
      'failed',
    )
    expect(await stateOf(studios[1] ?? '')).toBe('closed')
    const back = await moveCase(city, second ?? '', 'overturn', { reason: '申诉成立：两次送教漏计' })
    expect([back.data.state, await stateOf(studios[1] ?? '')]).toEqual(['published', 'active'])
  })
})

describe('the quota of studios', () => {
  const url = '/api/v1/teaching/studioQuotas'
  const lines = async (who: Person) =>
    (await who.get<{ list: { officeId: number; most: number | null; running: number }[] }>(url)).data.list

  it('is set by the office above, and one more studio is refused, two at once as well', async () => {
    const { province, city, area } = region.people
    const office = region.places.city
    const running = (await lines(province)).find(({ officeId }) => officeId === office)?.running ?? 0
    const set = (who: Person, officeId: number, most: number | null) => who.put(url, { officeId, most })
    expect((await set(area, office, 1)).status).toBe(403)
    expect((await set(city, office, 1)).status).toBe(404)
    for (const most of [-1, 1.5, 10_000]) expect((await set(province, office, most)).status).toBe(400)
    expect((await set(province, office, running + 1)).status).toBe(200)
    const cases = []
    for (const _ of [1, 2]) {
      const host = await teacher()
      const begun = await host.post<CaseView>(studioCases, { about: {}, value: studioForm() })
      const url_ = `${studioCases}/${begun.data.id}`
      await moveCase(host, url_, 'submit')
      await moveCase(region.people.school, url_, 'approve')
      cases.push(url_)
    }
    const answers = await Promise.all(cases.map((one) => moveCase(city, one, 'approve', { value: rules })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.msg).toContain(
      `工作室名额 ${running + 1} 个，正在运行的已有 ${running + 1} 个`,
    )
    expect((await lines(province)).find(({ officeId }) => officeId === office)).toMatchObject({
      most: running + 1,
      running: running + 1,
    })
    await set(province, office, null)
    const refused = cases.find((_, n) => answers[n]?.status === 409) ?? ''
    expect((await moveCase(city, refused, 'approve', { value: rules })).data.state).toBe('active')
  })
})

describe('the list of studios', () => {
  it('is taken out with a row for each that the office sees', async () => {
    const { city } = region.people
    await runningStudio(region, await teacher())
    const list = await studioList({ db: region.db }).open(actorOf(city, 5), {})
    const keys = await list.keys(100)
    const rows = await list.rows(keys, { columns: ['name', 'state'], full: false, opened: [] })
    const shown = await city.get<StudioPage>(`${studioCalls}?pageSize=100`)
    expect(rows.map(({ cells }) => cells['name'])).toEqual(shown.data.list.map(({ name }) => name))
    expect(rows.length).toBeGreaterThan(0)
  })
})
