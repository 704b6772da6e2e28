import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { classListHeads, headsOf } from '../../../catalogue/hours/words.ts'
import type { SessionList } from '../../../catalogue/contract/training/enrolments.ts'
import type { CodesAhead, LedSession, OwnCodeMarked } from '../../../catalogue/contract/training/presence.ts'
import type { CourseRoster } from '../../../catalogue/contract/training/rosters.ts'
import type { ProjectTeam } from '../../../catalogue/contract/training/team.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { testKeys, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { classList } from './class-list.ts'
import { courseIn, projects } from './test-course.ts'

let region: Region
let course: ReturnType<typeof courseIn>
beforeAll(async () => {
  region = await testRegion('training-team')
  course = courseIn(region)
})
afterEach(() => vi.useRealTimers())
afterAll(() => region.close())

type Faulty<T> = T & { readonly errors?: readonly { readonly field: string; readonly message: string }[] }
const add = (who: Person, id: string, body: object) =>
  who.post<Faulty<ProjectTeam>>(`${projects}/${id}/team`, body)
const roster = (who: Person, id: string) => who.get<CourseRoster>(`${projects}/${id}/roster`)
const statusOf = async (who: Person, url: string) => (await who.get(url)).status

const classes = [
  { className: '一班', headTeacher: '甲', maxCount: 2 },
  { className: '二班', headTeacher: '乙', maxCount: 9 },
]

const presence = '/api/v1/presence/sessions'
/** Sessions at which a learner is expected. */
const sessionsIn = async (who: Person) => {
  const { list } = (await who.get<{ list: { id: string }[] }>('/api/v1/presence/mine')).data
  return list.map((one) => one.id)
}

/** A project with two classes of a learner each, that has begun. */
async function begun() {
  const sessions = [...course.sessions(1, 4, '一班'), ...course.sessions(1, 4, '二班')]
  const { id } = await course.opened({ sessions, classes, quota: 4 })
  const [one, two, three] = [await course.teacher(), await course.teacher(), await course.teacher()]
  for (const who of [one, two, three]) await course.enrolled(id, who)
  await course.begun(id)
  const { data } = await roster(region.people.school, id)
  const classOf = (name: string) => data.list.find((line) => line.name === name)?.className
  return { id, one, two, three, classOf }
}

describe('the undertaker of a project', () => {
  it('works in it, and finds neither an archive nor another project; phones are masked (45)', async () => {
    const { otherSchool: undertaker, school } = region.people
    const { id, one } = await begun()
    const other = await course.opened()
    expect((await roster(undertaker, id)).status).toBe(404)
    const [first = ''] = await course.sessionsOf(id)
    const session = `/api/v1/presence/sessions/${first}`
    expect(await statusOf(undertaker, session)).toBe(404)
    const made = await add(school, id, { part: 'undertaker', institutionId: undertaker.institutionId })
    expect([made.status, made.data.list]).toMatchObject([200, [{ part: 'undertaker', name: '西区一中' }]])

    const seen = await roster(undertaker, id)
    expect(seen.data).toMatchObject({ total: 3, isMine: false, works: true })
    const led = (await undertaker.get<LedSession>(session)).data
    expect(led.people.length).toBeGreaterThan(0)
    expect((await undertaker.post<CodesAhead>(`${session}/codes`, {})).data.codes).toHaveLength(40)
    const marked = { teacherId: led.people[0]?.teacherId, way: 'in', status: '1', reason: '手机没电' }
    const done = await undertaker.post(`${session}/marks`, marked)
    expect(done.status, done.msg).toBe(200)
    const scored = await undertaker.post(`${projects}/${id}/scores`, {
      rows: [{ row: 1, who: one.name, score: '91' }],
    })
    expect([scored.status, scored.data]).toMatchObject([200, { written: 1 }])
    const week = `/api/v1/train/sessions?from=${addDays(today(), -1)}`
    const listed = (await undertaker.get<SessionList>(week)).data.list
    expect(listed).toMatchObject([{ projectId: id, leads: true, works: true }, { projectId: id }])

    // The archive of a learner, another project of the same host: as if there were none.
    expect(await statusOf(undertaker, `/api/v1/archive/${one.teacherId}`)).toBe(404)
    expect((await roster(undertaker, other.id)).status).toBe(404)
    expect(await statusOf(undertaker, `${projects}/${other.id}`)).toBe(404)
    await region.db.execute(sql`
      update person set mobile_sealed = ${testKeys.seal('13812345678', `person|mobile|${one.personId}`)}
      where id = ${one.personId}`)
    const found = await actorOfIdentity(region.db, undertaker.identityId)
    if (!found) throw new Error('nobody')
    const list = await classList(region.engine).open(found.actor, { project: id })
    const keys = await list.keys(100)
    const columns = headsOf(classListHeads).map(({ key }) => key)
    const rows = await list.rows(keys, { columns, full: true, opened: [] })
    const phones = rows.map(({ cells }) => cells['phone'])
    expect(phones).toContain('138****5678')
    expect(JSON.stringify(rows)).not.toContain('13812345678')

    // The right ends with the next request; what was done stays.
    const member = made.data.list[0]?.id ?? ''
    expect((await school.del(`${projects}/${id}/team/${member}`)).status).toBe(200)
    expect([(await roster(undertaker, id)).status, await statusOf(undertaker, session)]).toEqual([404, 404])
    expect((await roster(school, id)).data.list.find(({ name }) => name === one.name)?.score).toBe(91)
    expect((await school.del(`${projects}/${id}/team/${member}`)).status).toBe(404)
  })
})

describe('a head teacher', () => {
  it('leads the sessions of the own class and sees no other one; a tutor writes scores alone', async () => {
    const { school } = region.people
    const { id, one, two, three, classOf } = await begun()
    const [head, tutor] = [await course.teacher(), await course.teacher()]
    const [first = '', second = ''] = await course.sessionsOf(id)
    await add(school, id, { part: 'headTeacher', teacherId: head.teacherId, className: '一班' })
    await add(school, id, { part: 'tutor', teacherId: tutor.teacherId, className: '二班' })
    const seen = (await roster(head, id)).data.list.map(({ className }) => className)
    expect([...new Set(seen)]).toEqual(['一班'])
    expect([...new Set((await roster(tutor, id)).data.list.map(({ className }) => className))]).toEqual([
      '二班',
    ])
    const ofClass = async (name: string) => {
      for (const session of [first, second]) {
        const { data } = await school.get<LedSession>(`/api/v1/presence/sessions/${session}`)
        if (data.people.some((person) => classOf(person.name) === name)) return session
      }
      throw new Error(`no session of ${name}`)
    }
    const [led, foreign] = [await ofClass('一班'), await ofClass('二班')]
    expect(await statusOf(head, `/api/v1/presence/sessions/${led}`)).toBe(200)
    expect(await statusOf(head, `/api/v1/presence/sessions/${foreign}`)).toBe(404)
    for (const session of [led, foreign])
      expect(await statusOf(tutor, `/api/v1/presence/sessions/${session}`)).toBe(404)
    const inSecond = [one, two, three].find(({ name }) => classOf(name) === '二班')
    const rows = [{ row: 1, who: inSecond?.name ?? '', score: '77' }]
    expect((await tutor.post(`${projects}/${id}/scores`, { rows })).status).toBe(200)
    const refused = await head.post<Faulty<object>>(`${projects}/${id}/scores`, { rows })
    expect([refused.status, refused.data.errors?.[0]?.field]).toEqual([400, 'rows.1'])
    // Whoever only learns finds neither.
    expect((await roster(one, id)).status).toBe(404)
    expect(await statusOf(one, `/api/v1/presence/sessions/${led}`)).toBe(404)
    expect(await statusOf(head, `${projects}/${id}/team`)).toBe(200)
    expect(await statusOf(one, `${projects}/${id}/team`)).toBe(404)

    // A correction is decided at its own session: by the head teacher until the assessment, afterwards by the host.
    const inFirst = [one, two, three].find(({ name }) => classOf(name) === '一班')
    if (!inFirst || !inSecond) throw new Error('a class is empty')
    const wished = async (who: Person, at: string) =>
      (await who.post<{ id: string }>(`${presence}/${at}/corrections`, { wish: '1', reason: '到了' })).data.id
    const decided = (who: Person, at: string, correction: string) =>
      who.post(`${presence}/${at}/corrections/${correction}`, { accepted: true })
    const foreignWish = await wished(inSecond, foreign)
    expect((await decided(head, led, foreignWish)).status).toBe(404)
    const ownWish = await wished(inFirst, led)
    expect((await course.actOn(id, 'assess')).data.state).toBe('assessing')
    const late = await decided(head, led, ownWish)
    expect([late.status, late.msg]).toEqual([403, '项目进入考核以后，更正由主办单位办理'])
    expect((await decided(school, led, ownWish)).status).toBe(200)
  })

  it('checks in learners of the own class by their own codes, and nobody else; never oneself', async () => {
    const { school, otherSchool: undertaker, siblingSchool } = region.people
    vi.useFakeTimers({ toFake: ['Date'] })
    // A morning that has been: the database's own clock must not be behind the faked one.
    const day = addDays(today(), -1)
    const session = { ...course.sessions(1, 4)[0], startsAt: `${day}T08:30`, endsAt: `${day}T12:00` }
    vi.setSystemTime(Date.parse(`${day}T08:35:00+08:00`))
    const { id } = await course.opened({
      sessions: [
        { ...session, className: '一班' },
        { ...session, className: '二班' },
      ],
      classes,
      quota: 4,
      // The database reads its own clock, which is a day or more ahead of the faked one.
      signupEnd: minuteIn(60 * 72),
      startDate: addDays(today(), 3),
      endDate: addDays(today(), 3),
    })
    const learners = [await course.teacher(), await course.teacher(), await course.teacher()]
    for (const who of learners) await course.enrolled(id, who)
    await course.begun(id)
    const list = (await roster(school, id)).data.list
    const [head, tutor] = [await course.teacher(), await course.teacher()]
    await add(school, id, { part: 'headTeacher', teacherId: head.teacherId, className: '一班' })
    await add(school, id, { part: 'tutor', teacherId: tutor.teacherId, className: '' })
    await add(school, id, { part: 'undertaker', institutionId: undertaker.institutionId })
    const tried = async (who: Person, learner: Person) => {
      const [own = ''] = await sessionsIn(learner)
      const { code } = (await learner.post<{ code: string }>(`${presence}/${own}/ownCode`)).data
      return who.post<OwnCodeMarked>(`${presence}/${own}/ownCodes`, { code })
    }
    const ofClass = (name: string) =>
      learners.filter((who) => list.some((line) => line.name === who.name && line.className === name))
    const [[one], [two]] = [ofClass('一班'), ofClass('二班')]
    if (!one || !two) throw new Error('a class is empty')
    for (const who of [tutor, one, two, siblingSchool]) expect((await tried(who, one)).status).toBe(404)
    expect((await tried(head, two)).status).toBe(404)
    const done = await tried(head, one)
    expect([done.status, done.data]).toMatchObject([
      200,
      { name: one.name, status: '1', ledAt: '/teacher/ltkcgl' },
    ])
    expect((await tried(undertaker, two)).data).toMatchObject({ name: two.name, ledAt: '/school/ltkcgl' })

    // A learner who is made head teacher of the own class marks the others, and not oneself.
    await add(school, id, { part: 'headTeacher', teacherId: two.teacherId, className: '二班' })
    const [own = ''] = await sessionsIn(two)
    const said = '不能办理自己的签到，请扫大屏，或请主办单位登记'
    const scanned = await tried(two, two)
    expect([scanned.status, scanned.msg]).toEqual([403, said])
    const setting = { teacherId: two.teacherId, status: '1', reason: '到了' }
    for (const call of ['marks', 'doubts']) {
      const byHand = await two.post(`${presence}/${own}/${call}`, setting)
      expect([byHand.status, byHand.msg]).toEqual([403, said])
    }
    const rows = [{ row: 3, name: two.name, cell: '出勤' }]
    const sheet = await two.post(`${presence}/${own}/sheet`, { rows })
    expect([sheet.status, sheet.msg]).toEqual([400, `第 3 行：${said}`])
    const asked = await two.post<{ id: string }>(`${presence}/${own}/corrections`, {
      wish: '5',
      reason: '公差',
    })
    const decided = await two.post(`${presence}/${own}/corrections/${asked.data.id}`, { accepted: true })
    expect([decided.status, decided.msg]).toEqual([403, '自己申请的更正要由他人核定'])
    // Nor by the account of the school that the same person has.
    const office = await region.add(3, region.places.school, '兼任管理员')
    await region.db.execute(sql`
      update identity set person_id = ${two.personId} where id = ${office.identityId}`)
    const byOffice = async (call: string, body: object) =>
      (await office.post(`${presence}/${own}/${call}`, body)).status
    expect([
      await byOffice('marks', setting),
      await byOffice('sheet', { rows }),
      await byOffice(`corrections/${asked.data.id}`, { accepted: true }),
      await byOffice('marks', { ...setting, teacherId: one.teacherId }),
    ]).toEqual([403, 400, 403, 404])
    expect(
      (await school.post(`${presence}/${own}/corrections/${asked.data.id}`, { accepted: true })).status,
    ).toBe(200)
  })

  it('is named by the host, and what is wrong is told in words', async () => {
    const { school, area, siblingSchool, stranger, teacher } = region.people
    const { id } = await course.opened({ classes })
    const faults = async (body: object) =>
      (await add(school, id, body)).data.errors?.map(({ field }) => field)
    expect(await faults({ part: 'headTeacher' })).toEqual(['teacherId'])
    expect(await faults({ part: 'undertaker' })).toEqual(['institutionId'])
    expect(await faults({ part: 'undertaker', institutionId: 999_999 })).toEqual(['institutionId'])
    expect(await faults({ part: 'undertaker', institutionId: school.institutionId })).toEqual([
      'institutionId',
    ])
    expect(await faults({ part: 'headTeacher', teacherId: stranger.teacherId })).toEqual(['teacherId'])
    expect(await faults({ part: 'tutor', teacherId: teacher.teacherId, className: '三班' })).toEqual([
      'className',
    ])
    expect(await faults({ part: 'x' })).toEqual(['part'])
    const good = { part: 'headTeacher', teacherId: teacher.teacherId, className: '二班' }
    expect((await add(area, id, good)).status).toBe(404)
    expect((await add(siblingSchool, id, good)).status).toBe(404)
    const all = await Promise.all([add(school, id, good), add(school, id, good)])
    expect(all.map(({ status }) => status)).toEqual([200, 200])
    expect((await school.get<ProjectTeam>(`${projects}/${id}/team`)).data.list).toHaveLength(1)
    const said = await region.db.query<{ content: string }>(
      sql`select content from message where identity_id = ${teacher.identityId}`,
    )
    expect(said.filter(({ content }) => content.includes('班主任（二班）'))).toHaveLength(1)
  })
})
