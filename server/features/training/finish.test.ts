import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { OwnCertificates } from '../../../catalogue/contract/forms.ts'
import type { LedSession, OwnSession } from '../../../catalogue/contract/training/presence.ts'
import type { CreditAnswer } from '../../../catalogue/contract/training/credit.ts'
import { processingOf } from '../../app/processing.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { entryMover } from '../../engine/processes/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { codeIn, printed, verifiedAs } from '../forms/test-papers.ts'
import { courseIn, entries } from './test-course.ts'

let region: Region
let course: ReturnType<typeof courseIn>
beforeAll(async () => {
  region = await testRegion('training-finish')
  course = courseIn(region)
})
afterAll(() => region.close())

const year = () => addDays(today(), 1).slice(0, 4)
const creditOf = async (who: Person) =>
  (await who.get<CreditAnswer>(`/api/v1/train/credit?year=${year()}`)).data
const entryOf = async (id: string) => (await region.people.school.get<CaseView>(`${entries}/${id}`)).data

/** Registrations, entries of the ledger and the number of each of some enrolments. */
const traces = (ids: readonly string[]) =>
  region.db.query<{ registered: number; posted: number; number: string | null }>(sql`
    with posted as materialized (
      select owner_id, count(*)::int as entries from ledger_entry where account = 'training' group by owner_id)
    select k.number, (select count(*)::int from case_result r where r.case_id = k.id) as registered,
      coalesce(e.entries, 0) as posted
    from process_case k left join posted e on e.owner_id = k.teacher_id
    where k.id = any(${[...ids]}::uuid[])
    order by (k.value ->> 'seatNo')::int`)

describe('the finish of a project', () => {
  it('by attendance and score, each once, also when it breaks off in the middle (24, 42)', async () => {
    const { school } = region.people
    const { id } = await course.opened({ sessions: course.sessions(5, 8), passScore: 60 })
    const people = [await course.teacher(), await course.teacher(), await course.teacher()]
    people.push(await course.teacher(), await course.teacher())
    const ids: string[] = []
    for (const one of people) ids.push(await course.enrolled(id, one))
    await course.begun(id)
    const [whole, enough, little, poor, last] = ids
    const cells = ['出勤出勤出勤', '出勤出勤迟到', '出勤缺勤缺勤', '出勤出勤出勤', '出勤公假缺勤']
    const sessions = await course.sessionsOf(id)
    for (const [n, session] of sessions.entries())
      await course.marked(
        session,
        people.map(({ name }, k) => [name, n < 2 ? '出勤' : (cells[k] ?? '').slice(2 * n - 4, 2 * n - 2)]),
      )
    for (const one of ids)
      await course.act(school, one, 'grade', { value: { score: one === poor ? 59 : 88 } })
    expect((await course.actOn(id, 'assess')).data.state).toBe('assessing')
    expect((await course.actOn(id, 'finish')).data.state).toBe('finished')

    const mover = entryMover(processingOf(region.engine))
    let made = 0
    const breaking: typeof mover = async (...asked) => {
      made += 1
      if (made === 4) throw new Error('the process is gone')
      return mover(...asked)
    }
    await expect(course.swept(2, breaking)).rejects.toThrow('the process is gone')
    const between = await traces(ids)
    expect(between.filter(({ number }) => number !== null)).toHaveLength(2)
    await course.swept(2)

    expect(await Promise.all(ids.map(course.stateOf))).toEqual([
      'qualified',
      'qualified',
      'unqualified',
      'unqualified',
      'unqualified',
    ])
    // 7/9 and 3/4 are less than 80 %; official leave is not due.
    expect(
      await Promise.all(
        [whole, enough, little, last].map(async (one) => (await entryOf(one ?? '')).value['attendance']),
      ),
    ).toEqual([100, 100, 60, 75])
    const kept = await traces(ids)
    expect(kept.map(({ registered, posted }) => [registered, posted])).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
    expect(kept.map(({ number }) => number).slice(0, 3)).toEqual([
      `PX${today().slice(0, 4)}-0001-00001`,
      `PX${today().slice(0, 4)}-0001-00002`,
      null,
    ])

    // What was revoked stands against the hours, whole, and the gap is there again.
    const [first] = people
    if (!first || whole === undefined) throw new Error('nobody')
    const before = await creditOf(first)
    expect(before.list).toMatchObject([{ hours: 40, certificate: `PX${today().slice(0, 4)}-0001-00001` }])
    const papers = await first.get<OwnCertificates>('/api/v1/forms/certificates')
    expect(papers.data.list).toMatchObject([{ caseId: whole, title: '结业证书' }])
    const paper = await printed(region, first, { form: 'completionCertificate', about: whole })
    const verified = () => verifiedAs(region, codeIn(paper.text))
    expect(await verified()).toMatchObject({ title: '结业证书', state: 'valid' })
    expect(JSON.stringify(await verified())).toContain(before.list[0]?.certificate ?? '?')
    expect((await course.act(school, whole, 'revoke', { reason: '替课' })).data.state).toBe('unqualified')
    const after = await creditOf(first)
    expect(after.list.map(({ hours }) => hours).toSorted((a, b) => a - b)).toEqual([-40, 40])
    expect([before.gap < after.gap, after.raw]).toEqual([true, 0])
    expect((await verified())?.state).toBe('revoked')
    expect((await first.get<OwnCertificates>('/api/v1/forms/certificates')).data.list).toEqual([])

    // Once again, once: with the same number, and a score of its own.
    expect((await course.act(school, whole, 'retake')).status).toBe(400)
    expect((await course.act(school, whole, 'retake', { reason: '补课' })).data.state).toBe('learning')
    expect((await course.act(school, whole, 'pass')).status).toBe(409)
    await course.act(school, whole, 'grade', { value: { score: 90 } })
    expect((await course.act(school, whole, 'pass')).data.state).toBe('qualified')
    expect((await traces([whole]))[0]?.number).toBe(`PX${today().slice(0, 4)}-0001-00001`)
    expect((await creditOf(first)).raw).toBe(40)
    await course.act(school, whole, 'revoke', { reason: '核查' })
    expect((await course.act(school, whole, 'retake', { reason: '补课' })).status).toBe(409)
  })

  it('by the sessions attended where the project says so, of the own class alone (26)', async () => {
    const { school } = region.people
    const { id } = await course.opened({
      byAttended: true,
      classes: [
        { className: '一班', headTeacher: '陶叙白', maxCount: 1 },
        { className: '二班', headTeacher: '韦南星', maxCount: 8 },
      ],
      sessions: [...course.sessions(5, 4, '一班'), ...course.sessions(5, 4)],
    })
    const [one, two] = [await course.teacher(), await course.teacher()]
    const [first, second] = [await course.enrolled(id, one), await course.enrolled(id, two)]
    await course.begun(id)
    expect([(await entryOf(first)).value['className'], (await entryOf(second)).value['className']]).toEqual([
      '一班',
      '二班',
    ])
    const full = await course.act(school, second, 'changeClass', { value: { className: '一班' } })
    expect([full.status, full.msg]).toEqual([409, '一班已经满员'])
    const unknown = await course.act(school, second, 'changeClass', { value: { className: '三班' } })
    expect(unknown.data.errors?.[0]?.field).toBe('className')
    for (const session of await course.sessionsOf(id)) {
      const { data } = await school.get<LedSession>(`/api/v1/presence/sessions/${session}`)
      const [absent] = data.title.includes('第 5 讲') ? ['缺勤'] : ['出勤']
      await course.marked(
        session,
        data.people.map(({ name }) => [name, absent ?? '']),
      )
    }
    await course.actOn(id, 'assess')
    await course.actOn(id, 'finish')
    await course.swept()
    expect([(await creditOf(one)).raw, (await creditOf(two)).raw]).toEqual([32, 16])
  })

  it.each([
    [true, [160, 160]],
    [false, [0, 320]],
  ])('across the turn of a year: by session %s, %j tenths (34)', async (bySessionYear, tenths) => {
    const next = Number(today().slice(0, 4)) + 1
    const days = [
      ...[28, 29, 30, 31].map((day) => `${next}-12-${day}`),
      ...[4, 5, 6, 7].map((day) => `${next + 1}-01-0${day}`),
    ]
    const sessions = days.map((day, n) => ({
      title: `第 ${n + 1} 讲`,
      lecturer: '陶叙白',
      startsAt: `${day}T08:30`,
      endsAt: `${day}T11:30`,
      hours: 4,
      mode: '1',
    }))
    const { id } = await course.opened({
      sessions,
      bySessionYear,
      creditHours: 32,
      startDate: days[0],
      endDate: days.at(-1),
    })
    const who = await course.teacher()
    const entry = await course.enrolled(id, who)
    await course.begun(id)
    await course.actOn(id, 'assess')
    await course.actOn(id, 'finish')
    await course.swept()
    const given = async () =>
      Promise.all(
        [next, next + 1].map(async (one) => {
          const { data } = await who.get<CreditAnswer>(`/api/v1/train/credit?year=${one}`)
          return Math.round(10 * data.raw)
        }),
      )
    expect(await given()).toEqual(tenths)
    // What was revoked is gone in each of the years; passed again it is there once.
    expect((await course.act(region.people.school, entry, 'revoke', { reason: '替课' })).status).toBe(200)
    expect(await given()).toEqual([0, 0])
    await course.act(region.people.school, entry, 'retake', { reason: '申诉成立' })
    expect((await course.act(region.people.school, entry, 'pass')).data.state).toBe('qualified')
    expect(await given()).toEqual(tenths)
  })

  it('fails nobody where the roll was never called', async () => {
    const { id } = await course.opened({ sessions: course.sessions(2, 20) })
    const who = await course.teacher()
    const entry = await course.enrolled(id, who)
    await course.begun(id)
    await course.actOn(id, 'assess')
    await course.actOn(id, 'finish')
    await course.swept()
    expect(await course.stateOf(entry)).toBe('qualified')
    // Typed by hand with the number of its certificate it would count twice (37).
    const [kept] = await region.db.query<{ organizer: string; number: string }>(sql`
      select organizer, certificate_no as number from rec_training_registration where owner_id = ${who.teacherId}`)
    const typed = {
      trainingYear: Number(today().slice(0, 4)),
      trainingKind: '03',
      projectName: '我参加的研修',
      organizer: kept?.organizer ?? '',
      trainingLevel: '5',
      trainingWay: '1',
      startDate: today(),
      endDate: today(),
      creditKind: '2',
      creditHours: 40,
      certificateNo: kept?.number ?? '',
      attachments: [],
    }
    const url = '/api/v1/records/trainingRegistration'
    const draft = await who.post<{ id: string; version: number }>(url, typed)
    const sent =
      draft.status === 200
        ? await who.post(`${url}/${draft.data.id}/submit`, { version: draft.data.version })
        : draft
    expect(sent.status).toBe(400)
    expect(JSON.stringify(sent)).toContain('该证书编号的培训已经登记过')
  })
})

describe('sessions of a project', () => {
  it('are led by its office alone, follow the timetable, and are closed with the project', async () => {
    const { school, area, siblingSchool, otherSchool, teacher } = region.people
    const { id } = await course.opened({ sessions: course.sessions(2, 20) })
    const who = await course.teacher()
    await course.enrolled(id, who)
    const [first = '', second = ''] = await course.sessionsOf(id)
    const url = (session: string) => `/api/v1/presence/sessions/${session}`
    for (const one of [area, siblingSchool, otherSchool]) expect((await one.get(url(first))).status).toBe(404)
    expect((await teacher.get(url(first))).status).toBe(404)
    const led = (await school.get<LedSession>(url(first))).data
    expect(led).toMatchObject({ single: false, hours: 20, people: [{ name: who.name, status: '6' }] })
    const own = (await who.get<{ list: OwnSession[] }>('/api/v1/presence/mine')).data.list
    expect(own.map((one) => one.id).toSorted()).toEqual([first, second].toSorted())
    expect((await teacher.get<{ list: OwnSession[] }>('/api/v1/presence/mine')).data.list).toEqual([])
    expect((await school.put(`/api/v1/presence/days/${first}`, {})).status).toBe(400)
    expect((await school.post(`/api/v1/presence/days/${first}/cancel`, { reason: '停课' })).status).toBe(404)
    expect((await school.post(`${url(first)}/fix`)).status).toBe(409)

    // One session moves, one goes: the marks stay with the one that is left, whose times stay with them.
    await course.marked(second, [[who.name, '出勤']])
    const view = await school.get<{ version: number; title: string; value: { sessions: object[] } }>(
      `/api/v1/train/project/${id}`,
    )
    const { version, title, value } = view.data
    const put = (sessions: readonly object[]) =>
      school.put<{ version: number }>(`/api/v1/train/project/${id}`, {
        version,
        title,
        value: { ...value, sessions },
      })
    const moved = { ...value.sessions[1], startsAt: `${today()}T08:30`, endsAt: `${today()}T09:30` }
    expect((await put([moved])).status).toBe(409)
    expect((await put([{ ...value.sessions[1], title: '第二讲：研讨' }])).status).toBe(200)
    expect(await course.sessionsOf(id)).toEqual([second])
    expect((await school.get<LedSession>(url(second))).data.title).toContain('第二讲：研讨')

    const correction = { wish: '2', reason: '路上堵车' }
    expect((await who.post(`${url(second)}/corrections`, correction)).status).toBe(200)
    expect((await who.post(`${url(first)}/corrections`, correction)).status).toBe(404)
    await course.begun(id)
    await course.actOn(id, 'assess')
    const late = await school.post<{ errors: unknown }>(`${url(second)}/marks`, {
      teacherId: who.teacherId,
      status: '6',
      reason: '核对',
    })
    expect(late.status).toBe(409)
    const [asked] = (await school.get<LedSession>(url(second))).data.corrections
    const decided = await school.post(`${url(second)}/corrections/${asked?.id}`, { accepted: true })
    expect(decided.status).toBe(200)
    expect((await school.get<LedSession>(url(second))).data.people[0]?.status).toBe('2')
  })
})
