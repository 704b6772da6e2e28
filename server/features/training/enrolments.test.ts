import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { CreditAnswer } from '../../../catalogue/contract/training/credit.ts'
import type {
  ApprovalReport,
  CandidatePage,
  EnrolmentDesk,
  LearnerPage,
  LearnerView,
  NominationReport,
  SeatBoard,
  SeatChain,
  SessionList,
} from '../../../catalogue/contract/training/enrolments.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { processingOf } from '../../app/processing.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { runCampaignClock, runSweeps } from '../../engine/campaigns/index.ts'
import { entryMover, runClock } from '../../engine/processes/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { trainedIn } from './test-course.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('training-enrolments')))
afterAll(() => region.close())

const [projects, entries] = ['/api/v1/train/project', '/api/v1/train/enrolment']
type TestAnswer<T> = T & { readonly errors?: readonly { readonly field: string; readonly message: string }[] }

let counter = 0
const teacher = async (place: number = region.places.school) => {
  const name = `学员${(counter += 1)}`
  return { ...(await region.add(2, place, name)), name }
}
const project = (more: object = {}) => ({
  projectYear: Number(today().slice(0, 4)),
  trainingKind: '03',
  trainingWay: '1',
  trainingLevel: '3',
  introduction: '<p>大单元教学。</p>',
  signupStart: minuteIn(-60),
  signupEnd: minuteIn(60 * 24),
  startDate: addDays(today(), 30),
  endDate: addDays(today(), 34),
  quota: 2,
  pooled: true,
  noOverlap: false,
  creditKind: '2',
  creditHours: 40,
  ...more,
})

async function opened(host: Person, more: object = {}): Promise<CampaignView> {
  const body = { collects: 'trainingEnrolment', title: `骨干研修${(counter += 1)}`, value: project(more) }
  const made = await host.post<CampaignView>(projects, body)
  expect(made.status, JSON.stringify(made)).toBe(200)
  const open = await actOn(host, made.data.id, 'open')
  expect(open.data.state, open.msg).toBe('recruiting')
  return open.data
}
async function actOn(host: Person, id: string, action: string, more: object = {}) {
  const { data } = await host.get<CampaignView>(`${projects}/${id}`)
  return host.post<TestAnswer<CampaignView>>(`${projects}/${id}/${action}`, {
    version: data.version,
    ...more,
  })
}
async function act(who: Person, id: string, action: string, more: object = {}) {
  const seen = await who.get<CaseView>(`${entries}/${id}`)
  return who.post<TestAnswer<CaseView>>(`${entries}/${id}/${action}`, {
    version: seen.data?.version ?? 1,
    ...more,
  })
}
/** An entry of a teacher that lies with the school. */
async function applied(who: Person, campaign: string, value: object = {}): Promise<string> {
  const made = await who.post<CaseView>(entries, {
    about: { campaign },
    value: { trainingRole: '1', ...value },
  })
  expect(made.status, made.msg).toBe(200)
  const sent = await act(who, made.data.id, 'submit')
  expect(sent.status, JSON.stringify(sent)).toBe(200)
  return made.data.id
}
/** Lets all offices up to the host approve. */
async function approved(id: string, ...offices: Person[]): Promise<string> {
  for (const office of offices) {
    const done = await act(office, id, 'approve')
    expect(done.status, done.msg).toBe(200)
  }
  return stateOf(id)
}
const nominate = (who: Person, id: string, teachers: readonly Person[], more: object = {}) =>
  who.post<TestAnswer<NominationReport>>(`${projects}/${id}/nominations`, {
    teachers: teachers.map(({ teacherId }) => teacherId),
    ...more,
  })
const stateOf = async (id: string) =>
  (await region.db.one<{ state: string }>(sql`select state from process_case where id = ${id}::uuid`)).state
const board = async (who: Person, id: string) => (await who.get<SeatBoard>(`${projects}/${id}/seats`)).data
const grant = (who: Person, id: string, institution: number, granted: number) =>
  who.put<TestAnswer<object>>(`${projects}/${id}/quota`, { grants: [{ institution, granted }] })
const own = async (who: Person, id: string) => (await board(who, id)).pools[0]

/** Entries among these that wait for somebody. */
async function todosAbout(who: Person, ids: readonly string[]): Promise<string[]> {
  const { data } = await who.get<{ list: { link: string }[] }>('/api/v1/todo?pageSize=100')
  return ids.filter((id) => data.list.some(({ link }) => link.includes(id)))
}

/** Lets the minute of a state be over, and the clock act. */
async function late(id: string): Promise<void> {
  await region.db.execute(sql`
    update process_case set acts_on = (now() at time zone 'Asia/Shanghai')::date - 1, acts_at = now() - interval '1 day',
      value = value || ${sql.json({ confirmBy: minuteIn(-1440), acceptBy: minuteIn(-1440) })}
    where id = ${id}::uuid`)
  await runClock(processingOf(region.engine), new AbortController().signal)
}
async function swept(): Promise<void> {
  const mover = entryMover(processingOf(region.engine))
  while (await runSweeps(region.db, new AbortController().signal, mover)) continue
}

describe('a shared pool', () => {
  it('whoever applies takes a seat when the host agrees, and waits when none is left', async () => {
    const { city, area, school } = region.people
    const { id } = await opened(city, { quota: 1 })
    const [one, two, three] = [await teacher(), await teacher(), await teacher()]
    const [first, second, third] = [await applied(one, id), await applied(two, id), await applied(three, id)]
    expect(await approved(first, school, area, city)).toBe('confirmed')
    expect(await approved(second, school, area, city)).toBe('waitlisted')
    expect(await approved(third, school, area, city)).toBe('waitlisted')
    expect((await board(city, id)).pools).toMatchObject([
      { own: true, granted: 1, given: 0, held: 1, offered: 0, left: 0, waiting: 2 },
    ])
    expect((await board(school, id)).waiting).toMatchObject([
      { name: two.name, place: 1 },
      { name: three.name, place: 2 },
    ])
    // The seat that is left goes to the first who waits, who is asked.
    expect((await act(one, first, 'cancel', { reason: '病假' })).status).toBe(200)
    expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual([
      'cancelled',
      'offered',
      'waitlisted',
    ])
    const { data } = await two.get<CaseView>(`${entries}/${second}`)
    expect(data.value).toMatchObject({ seatNo: 1, offers: 1 })
    const told = await two.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=50')
    expect(JSON.stringify(told.data)).toContain('递补')
    await late(second)
    expect([await stateOf(second), await stateOf(third)]).toEqual(['waitlisted', 'offered'])
    expect((await act(three, third, 'promote')).data.state).toBe('confirmed')
    const chain = await city.get<SeatChain>(`${projects}/${id}/seats/1`)
    expect(chain.data.lines.map(({ act: done, name }) => `${done} ${name}`).toReversed()).toEqual([
      `taken ${one.name}`,
      `freed ${one.name}`,
      `offered ${two.name}`,
      `lapsed ${two.name}`,
      `offered ${three.name}`,
      `accepted ${three.name}`,
    ])
    // Asked a second time, and silent again: out.
    expect((await act(three, third, 'cancel')).status).toBe(200)
    expect(await stateOf(second)).toBe('offered')
    await late(second)
    expect(await stateOf(second)).toBe('cancelled')
    expect(await own(city, id)).toMatchObject({ held: 0, offered: 0, left: 1, waiting: 0 })
  })

  it('all without a hint are approved at once, those with one stay (13)', async () => {
    const { city, area, school } = region.people
    const { id } = await opened(city, { quota: 9, notTrainedYears: 3, notTrainedLevel: '3', advisory: true })
    const people = await Promise.all(Array.from({ length: 6 }, () => teacher()))
    for (const one of people.slice(0, 2)) await trainedIn(region, one, addDays(today(), -400))
    const [warned] = people
    if (!warned) throw new Error('nobody')
    const made = await warned.post<CaseView>(entries, {
      about: { campaign: id },
      value: { trainingRole: '1' },
    })
    const refused = await act(warned, made.data.id, 'submit')
    expect([refused.status, refused.data.errors?.[0]?.field]).toEqual([400, 'exceptionReason'])
    expect(refused.data.errors?.[0]?.message).toContain('学科工作坊')
    for (const one of people) await applied(one, id, { exceptionReason: '承担市级课题' })
    const all = async (who: Person) =>
      (await who.post<ApprovalReport>(`${projects}/${id}/approvals`, {})).data
    expect(await all(school)).toEqual({ approved: 4, waitlisted: 0, stay: 2, refused: [] })
    for (const one of people.slice(0, 2)) {
      const row = await region.db.one<{ id: string }>(sql`
        select id from process_case
        where teacher_id = ${one.teacherId} and campaign_id = ${id}::uuid and handed_in`)
      await approved(row.id, school)
    }
    expect(await all(area)).toMatchObject({ approved: 4, stay: 2 })
    expect(await all(area)).toMatchObject({ approved: 0, stay: 2 })
    expect(await all(city)).toMatchObject({ approved: 4, stay: 0 })
    expect(await own(city, id)).toMatchObject({ held: 4, left: 5 })
  })

  it('falls to what is taken and no further; more seats are offered to those who wait (16)', async () => {
    const { city, area, school } = region.people
    const { id } = await opened(city, { quota: 2 })
    const people = [await teacher(), await teacher(), await teacher()]
    const ids: string[] = []
    for (const one of people) ids.push(await applied(one, id))
    for (const one of ids) await approved(one, school, area, city)
    const edit = async (quota: number) => {
      const { data } = await city.get<CampaignView>(`${projects}/${id}`)
      const { version, title, value } = data
      return city.put<TestAnswer<CampaignView>>(`${projects}/${id}`, {
        version,
        title,
        value: { ...value, quota },
      })
    }
    const few = await edit(1)
    expect([few.status, few.data.errors?.[0]]).toEqual([
      400,
      { field: 'quota', message: '已占 2 个，不能少于这个数' },
    ])
    expect((await edit(3)).status).toBe(200)
    expect(await stateOf(ids[2] ?? '')).toBe('offered')
  })
})

/** Puts a registration of training into an archive. */
describe('seats that go down level by level', () => {
  it('the school recommends with its own seats; whoever is recommended agrees', async () => {
    const { city, area, school, province } = region.people
    const { id } = await opened(city, { quota: 5, pooled: false })
    expect((await grant(city, id, region.places.district, 3)).status).toBe(200)
    expect((await grant(area, id, region.places.school, 1)).status).toBe(200)
    const [one, two] = [await teacher(), await teacher()]
    const made = await nominate(school, id, [one, two], { reason: '教研组长' })
    expect(made.data.done).toMatchObject([{ teacherId: one.teacherId, state: 'recommending' }])
    expect(made.data.refused).toMatchObject([{ teacherId: two.teacherId, name: two.name }])
    expect(made.data.refused[0]?.message).toContain('剩余 0')
    const again = await nominate(school, id, [one])
    expect(again.data.refused[0]?.message).toContain('不能重复报名')
    const entry = made.data.done[0]?.id ?? ''
    expect((await own(school, id))?.left).toBe(0)
    expect(await approved(entry, area, city)).toBe('toConfirm')
    expect((await act(school, entry, 'agree')).status).toBe(403)
    expect((await act(one, entry, 'agree')).data.state).toBe('confirmed')
    // The seat of the school is the only one that was used.
    const { pools } = await board(city, id)
    expect(pools.map(({ whole }) => whole)).toEqual([
      { held: 1, offered: 0, left: 4, waiting: 0 },
      { held: 1, offered: 0, left: 2, waiting: 0 },
    ])
    expect(pools.map(({ name, granted, given, held, left }) => [name, granted, given, held, left])).toEqual([
      ['市教育局', 5, 3, 0, 2],
      ['东区教育局', 3, 1, 0, 2],
    ])
    const seen = await province.get<CaseView>(`${entries}/${entry}`)
    expect(seen.status).toBe(200)
  })

  it('a teacher who is silent loses the seat, the next one is asked and nobody is forgotten (14)', async () => {
    const { city, area, school } = region.people
    const { id } = await opened(city, { quota: 1, pooled: false })
    await grant(city, id, region.places.district, 1)
    await grant(area, id, region.places.school, 1)
    const [one, two] = [await teacher(), await teacher()]
    const made = await nominate(school, id, [one])
    const entry = made.data.done[0]?.id ?? ''
    const other = await applied(two, id)
    expect((await act(school, other, 'approve')).msg).toContain('剩余 0')
    expect((await act(school, other, 'waitlist')).data.state).toBe('waitlisted')
    expect(await approved(entry, area, city)).toBe('toConfirm')
    await late(entry)
    expect([await stateOf(entry), await stateOf(other)]).toEqual(['cancelled', 'offered'])
    expect((await act(two, other, 'promote')).data.state).toBe('confirmed')
    expect(await own(school, id)).toMatchObject({ granted: 1, held: 1, left: 0, waiting: 0 })
  })

  it('while a seat is left nobody is put on the waiting list', async () => {
    const { city, school, area } = region.people
    const { id } = await opened(city, { quota: 2, pooled: false })
    await grant(city, id, region.places.district, 2)
    await grant(area, id, region.places.school, 1)
    const entry = await applied(await teacher(), id)
    const answer = await act(school, entry, 'waitlist')
    expect([answer.status, answer.msg]).toEqual([409, '还有 1 个名额，直接通过即可'])
  })

  it('the host moves up by hand only with a seat, and whoever never agreed is asked', async () => {
    const { city, school, area } = region.people
    const { id } = await opened(city, { quota: 1 })
    const [one, two] = [await teacher(), await teacher()]
    const taken = await applied(one, id)
    await approved(taken, school, area, city)
    const made = await nominate(school, id, [two])
    const waits = made.data.done[0]?.id ?? ''
    expect(await approved(waits, area, city)).toBe('waitlisted')
    const full = await act(city, waits, 'promote', { reason: '最后时段' })
    expect([full.status, full.msg]).toEqual([409, '名额已经用完，剩余 0 个；可以列入候补'])
    expect((await act(city, waits, 'promote')).status).toBe(400)
  })
})

describe('conditions (12)', () => {
  it('refuse with the record, at handing in and at the recommendation', async () => {
    const { city, school } = region.people
    const { id } = await opened(city, { notTrainedYears: 3, notTrainedLevel: '3' })
    const who = await teacher()
    await trainedIn(region, who, addDays(today(), -100))
    const made = await who.post<CaseView>(entries, { about: { campaign: id }, value: { trainingRole: '1' } })
    const sent = await act(who, made.data.id, 'submit')
    expect(sent.data.errors).toEqual([
      {
        field: 'conditions',
        message: `不符合报名条件：近 3 年参加过市级以上培训：学科工作坊，${addDays(today(), -100)} 结束`,
      },
    ])
    const nominated = await nominate(school, id, [who])
    expect(nominated.data.refused[0]?.message).toContain('学科工作坊')
    const list = await school.get<CandidatePage>(`${projects}/${id}/candidates?pageSize=100`)
    expect(list.data.list.filter(({ name }) => name === who.name)).toMatchObject([
      {
        teacherId: who.teacherId,
        trainedUntil: addDays(today(), -100),
        // Nothing of this year: all that the rule asks for.
        gap: 90,
        unmet: [{ advisory: false }],
        entry: null,
      },
    ])
  })

  it('of the place of the school, of backbone teachers and of new ones hold at handing in', async () => {
    const { city } = region.people
    const { id } = await opened(city, { urbanRural: ['210'], backbone: true, newTeacherYears: 3 })
    const who = await teacher()
    const made = await who.post<CaseView>(entries, { about: { campaign: id }, value: { trainingRole: '1' } })
    const messages = async () =>
      ((await act(who, made.data.id, 'submit')).data.errors ?? []).map(({ message }) => message).join('；')
    const first = await messages()
    expect(first).toContain('项目面向乡中心区')
    expect(first).toContain('项目只限骨干教师')
    expect(first).toContain('项目只限教龄不满 3 年的新教师')
    const { was } = await region.db.one<{ was: string | null }>(sql`
      select urban_rural as was from institution where id = ${who.institutionId}`)
    await region.db.execute(sql`update institution set urban_rural = '210' where id = ${who.institutionId}`)
    const second = await messages()
    await region.db.execute(sql`update institution set urban_rural = ${was} where id = ${who.institutionId}`)
    expect([second.includes('乡中心区'), second.includes('骨干教师')]).toEqual([false, true])
  })

  it('a training on the same days is an obstacle', async () => {
    const { city, area, school } = region.people
    const first = await opened(city)
    const second = await opened(city, { noOverlap: true })
    const who = await teacher()
    await approved(await applied(who, first.id), school, area, city)
    const made = await who.post<CaseView>(entries, {
      about: { campaign: second.id },
      value: { trainingRole: '1' },
    })
    const sent = await act(who, made.data.id, 'submit')
    expect(sent.data.errors?.[0]?.message).toContain(`日期与已报名的“${first.title}”重叠`)
  })
})

describe('the life of a project', () => {
  it('begins, ends with hours in the archive, and what is withdrawn is taken out again', async () => {
    const { city, area, school } = region.people
    const { id, title } = await opened(city, {
      quota: 2,
      passScore: 60,
      startDate: addDays(today(), 1),
      endDate: addDays(today(), 1),
    })
    const people = [await teacher(), await teacher(), await teacher()]
    const ids: string[] = []
    for (const one of people) ids.push(await applied(one, id))
    expect(await todosAbout(school, ids)).toEqual(ids)
    for (const one of ids) await approved(one, school, area, city)
    expect((await actOn(city, id, 'close')).data.state).toBe('preparing')
    expect((await actOn(city, id, 'start')).data.state).toBe('ongoing')
    await swept()
    expect(await Promise.all(ids.map(stateOf))).toEqual(['learning', 'learning', 'cancelled'])
    // Nobody has to do anything about who learns: the project ends for all of them.
    expect(await todosAbout(city, ids)).toEqual([])
    const [good = '', poor = ''] = ids
    expect((await act(city, good, 'grade', { value: { score: 88 } })).status).toBe(200)
    expect((await act(city, poor, 'grade', { value: { score: 59 } })).status).toBe(200)
    expect((await act(people[0] ?? city, good, 'cancel')).status).toBe(409)
    await actOn(city, id, 'assess')
    expect((await actOn(city, id, 'finish')).data.state).toBe('finished')
    await swept()
    expect([await stateOf(good), await stateOf(poor)]).toEqual(['qualified', 'unqualified'])
    const year = addDays(today(), 1).slice(0, 4)
    const hours = async () => (await people[0]?.get<CreditAnswer>(`/api/v1/train/credit?year=${year}`))?.data
    expect((await hours())?.list).toMatchObject([{ title, hours: 40 }])
    expect((await act(city, good, 'revoke', { reason: '替课' })).data.state).toBe('unqualified')
    expect((await hours())?.raw).toBe(0)
  })

  it('is cancelled: all are told once, seats are void and nobody is asked (18)', async () => {
    const { city, area, school } = region.people
    const { id, title } = await opened(city, { quota: 1 })
    const people = [await teacher(), await teacher(), await teacher()]
    const ids: string[] = []
    for (const one of people) ids.push(await applied(one, id))
    for (const one of ids) await approved(one, school, area, city)
    expect((await actOn(city, id, 'cancel')).status).toBe(400)
    expect((await actOn(city, id, 'cancel', { reason: '场地停用' })).data.state).toBe('cancelled')
    await swept()
    expect(await Promise.all(ids.map(stateOf))).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await own(city, id)).toMatchObject({ held: 0, offered: 0, waiting: 0 })
    for (const one of people) {
      const told = await one.get<{ list: Message[] }>('/api/v1/userSystemMessage?pageSize=50')
      expect(told.data.list.filter((message) => message.title === `${title}：已取消`)).toHaveLength(1)
    }
  })

  it('closes by the clock, and takes back unused seats on their day', async () => {
    const { city, area } = region.people
    const { id } = await opened(city, { quota: 4, pooled: false, quotaReturnsOn: addDays(today(), 1) })
    await grant(city, id, region.places.district, 3)
    await grant(area, id, region.places.school, 2)
    await region.db.execute(sql`
      update campaign
      set value = value || ${sql.json({ quotaReturnsOn: addDays(today(), -1), signupEnd: minuteIn(-30) })}
      where id = ${id}::uuid`)
    await runCampaignClock(processingOf(region.engine))
    expect(await own(city, id)).toMatchObject({ granted: 4, given: 0, left: 4 })
    expect((await city.get<CampaignView>(`${projects}/${id}`)).data.state).toBe('preparing')
    expect((await grant(area, id, region.places.school, 2)).status).toBe(400)
  })

  it('of a school stays in the school: its approval is the last one', async () => {
    const { school } = region.people
    const { id } = await opened(school, { quota: 1, trainingLevel: '5' })
    const [one, two] = [await teacher(), await teacher()]
    expect(await approved(await applied(one, id), school)).toBe('confirmed')
    const made = await nominate(school, id, [two])
    expect(made.data.done).toMatchObject([{ state: 'waitlisted' }])
  })
})

describe('who may what', () => {
  it('others see neither project nor entry, and nobody does what is not theirs', async () => {
    const { area, city, school, siblingSchool, otherSchool, otherArea, otherCity, stranger } = region.people
    const { id } = await opened(area)
    const who = await teacher()
    const entry = await applied(who, id)
    for (const person of [otherArea, otherCity, otherSchool]) {
      expect((await person.get(`${projects}/${id}`)).status).toBe(404)
      expect((await person.get(`${projects}/${id}/seats`)).status).toBe(404)
      expect((await person.post(`${projects}/${id}/approvals`, {})).status).toBe(404)
    }
    for (const person of [siblingSchool, otherSchool, otherArea, stranger])
      expect((await person.get(`${entries}/${entry}`)).status).toBe(404)
    expect((await who.post(`${projects}/${id}/nominations`, { teachers: [1] })).status).toBe(403)
    expect((await who.get(`${projects}/${id}/seats`)).status).toBe(403)
    expect((await city.post(`${projects}/${id}/nominations`, { teachers: [1] })).status).toBe(403)
    expect((await school.put(`${projects}/${id}/quota`, { grants: [] })).status).toBe(400)
    expect((await act(who, entry, 'approve')).status).toBe(403)
    expect((await siblingSchool.get<SeatBoard>(`${projects}/${id}/seats`)).data).toEqual({
      pools: [],
      waiting: [],
      counts: {},
    })
    expect((await region.app.inject({ url: `${projects}/${id}/seats` })).statusCode).toBe(401)
    expect((await school.get(`${projects}/${id}/seats/1`)).status).toBe(404)
  })

  it('bad input is told in words', async () => {
    const { area, school } = region.people
    const { id } = await opened(area)
    const outside = await teacher(region.places.otherSchool)
    const bodies: readonly (readonly [object, string])[] = [
      [{ teachers: [] }, '请选择教师'],
      [{ teachers: ['x'] }, '教师编号应为整数'],
      [{ teachers: [99_999_999_999] }, '没有该教师'],
      [{ teachers: [outside.teacherId] }, '只能推荐本校教师'],
      [{ teachers: [outside.teacherId], reason: '长'.repeat(501) }, '不超过 500 个字'],
    ]
    for (const [body, message] of bodies) {
      const answer = await school.post<TestAnswer<object>>(`${projects}/${id}/nominations`, body)
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer)).toContain(message)
    }
    expect((await area.get(`${projects}/${id}/seats/x`)).status).toBe(400)
    expect((await area.get(`${projects}/${id}/seats/9`)).status).toBe(404)
    const wrong = await area.post<TestAnswer<CampaignView>>(projects, {
      collects: 'trainingEnrolment',
      title: '日期不对',
      value: project({ startDate: addDays(today(), 40), endDate: addDays(today(), 34) }),
    })
    const open = await actOn(area, wrong.data.id, 'open')
    expect(open.data.errors).toContainEqual({ field: 'endDate', message: '培训结束不得早于开始' })
  })

  it('whoever moves to another school keeps the seat, and the new school sees the entry (17)', async () => {
    const { city, area, school, otherSchool } = region.people
    const { id } = await opened(city, { quota: 2, pooled: false })
    await grant(city, id, region.places.district, 1)
    await grant(area, id, region.places.school, 1)
    const who = await teacher()
    const made = await nominate(school, id, [who])
    const entry = made.data.done[0]?.id ?? ''
    await approved(entry, area, city)
    await act(who, entry, 'agree')
    await moves(who, region.places.otherSchool)
    expect((await otherSchool.get<CaseView>(`${entries}/${entry}`)).data).toMatchObject({
      state: 'confirmed',
      value: { seatNo: 1 },
    })
    expect(await own(school, id)).toMatchObject({ granted: 1, held: 1 })
  })
})

describe('what is looked up', () => {
  it('the desk counts what waits and what has a hint; learners by school, people by name', async () => {
    const { area, school, siblingSchool, otherArea, otherSchool } = region.people
    const { id, title } = await opened(area, { notTrainedYears: 2, notTrainedLevel: '5', advisory: true })
    const [plain, hinted] = [await teacher(), await teacher()]
    await trainedIn(region, hinted, addDays(today(), -50))
    await applied(plain, id)
    const warned = await applied(hinted, id, { exceptionReason: '新任教研组长' })
    const deskOf = async (who: Person) =>
      (await who.get<EnrolmentDesk>('/api/v1/train/desk')).data.list.find((line) => line.id === id)
    expect(await deskOf(school)).toMatchObject({ title, pending: 2, hinted: 1, handedIn: 2, granted: null })
    expect(await deskOf(area)).toMatchObject({ pending: 0, handedIn: 2, granted: 2, used: 0 })
    expect(await deskOf(siblingSchool)).toMatchObject({ pending: 0, handedIn: 0 })
    expect(await deskOf(otherArea)).toBeUndefined()
    const learners = (who: Person, query = '') => who.get<LearnerPage>(`${projects}/${id}/learners${query}`)
    const all = (await learners(area)).data
    expect(all.schools).toEqual([{ id: region.places.school, name: '东区一中', many: 2 }])
    expect(all.list.find((line) => line.id === warned)?.hints).toContain('学科工作坊')
    expect((await learners(area, `?school=${region.places.sibling}`)).data.list).toEqual([])
    expect((await learners(area, '?state=recommending')).data.total).toBe(2)
    expect((await learners(siblingSchool)).data.total).toBe(0)
    expect((await learners(otherSchool)).status).toBe(404)
    for (const query of ['?state=x', '?school=x', '?page=0', '?who=1'])
      expect((await learners(area, query)).status).toBe(400)
    const one = (who: Person) => who.get<LearnerView>(`/api/v1/train/learners/${plain.teacherId}`)
    expect((await one(area)).data.list).toMatchObject([
      { project: title, state: 'recommending', hours: null },
    ])
    expect((await one(otherArea)).status).toBe(404)
    expect((await plain.get(`/api/v1/train/learners/${plain.teacherId}`)).status).toBe(403)
    expect((await area.get('/api/v1/train/learners?q=')).status).toBe(400)
    expect((await area.get('/api/v1/train/learners/0')).status).toBe(400)
  })

  it('the timetable shows own projects to a teacher, those in reach to an office', async () => {
    const { area, school, otherArea } = region.people
    const start = addDays(today(), 30)
    const sessions = [0, 1].map((day) => ({
      title: `第 ${day + 1} 讲`,
      lecturer: '陶叙白',
      startsAt: `${addDays(start, day * 8)}T08:30`,
      endsAt: `${addDays(start, day * 8)}T11:30`,
      hours: 20,
      mode: '1',
    }))
    const { id } = await opened(area, { sessions, endDate: addDays(start, 9), place: '报告厅' })
    const [going, other] = [await teacher(), await teacher()]
    await approved(await applied(going, id), school, area)
    const week = async (who: Person, query: string) =>
      (await who.get<SessionList>(`/api/v1/train/sessions${query}`)).data
    const seen = await week(going, `?from=${start}`)
    expect(seen.list).toMatchObject([{ projectId: id, title: '第 1 讲', place: '报告厅', hours: 20 }])
    expect(seen.next).toBe(addDays(start, 8))
    expect((await week(school, `?from=${start}`)).list).toHaveLength(1)
    for (const who of [other, otherArea]) expect((await week(who, `?from=${start}`)).list).toEqual([])
    const bad = [
      '?from=2026',
      `?from=${start}&to=${addDays(start, -1)}`,
      `?from=${start}&to=${addDays(start, 200)}`,
    ]
    for (const query of bad) expect((await school.get(`/api/v1/train/sessions${query}`)).status).toBe(400)
  })

  it('projects are narrowed by what their list declares, with the places of the own office', async () => {
    const { city, area } = region.people
    const { id } = await opened(city, { quota: 5, pooled: false, trainingKind: '05' })
    await grant(city, id, region.places.district, 3)
    const found = await area.get<{ list: CampaignView[] }>(`${projects}?trainingKind=05`)
    expect(found.data.list).toMatchObject([{ id, places: { granted: 3, given: 0, used: 0 } }])
    expect((await area.get<{ list: CampaignView[] }>(`${projects}?trainingKind=06`)).data.list).toEqual([])
    expect((await area.get(`${projects}?trainingKind=x`)).status).toBe(400)
  })
})

/** Moves a person to another school, as a transfer does. */
async function moves(who: Person, place: number): Promise<void> {
  const { casesOfPerson } = await import('../../engine/processes/index.ts')
  await region.db.transaction(async (tx) => {
    await tx.execute(sql`
      update membership set institution_id = ${place}
      where teacher_id = ${who.teacherId} and kind = 'personnel' and to_on is null`)
    await tx.execute(sql`
      update teacher t set institution_id = i.id, district_id = i.district_id
      from institution i where i.id = ${place} and t.id = ${who.teacherId}`)
    await casesOfPerson(tx, who.teacherId ?? 0)
  })
}
