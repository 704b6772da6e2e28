import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionList } from '../../../catalogue/contract/training/enrolments.ts'
import type { CourseRoster, RosterPage } from '../../../catalogue/contract/training/rosters.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { courseIn, projects } from './test-course.ts'

let region: Region
let course: ReturnType<typeof courseIn>
beforeAll(async () => {
  region = await testRegion('training-rosters')
  course = courseIn(region)
})
afterAll(() => region.close())

type Faults = { readonly errors?: readonly { readonly field: string; readonly message: string }[] }
const rosterOf = (who: Person, id: string, query = '') =>
  who.get<CourseRoster>(`${projects}/${id}/roster${query}`)
const scores = (who: Person, id: string, rows: readonly (readonly [string, string])[]) =>
  who.post<Faults & { written: number; same: number }>(`${projects}/${id}/scores`, {
    rows: rows.map(([one, score], n) => ({ row: n + 1, who: one, score })),
  })

describe('the roster of a project', () => {
  it('has learners by sessions with marks and attendance, and takes scores all or none', async () => {
    const { school, area, siblingSchool, otherSchool, teacher } = region.people
    const { id, title } = await course.opened({ sessions: course.sessions(5, 8), passScore: 60 })
    const [one, two] = [await course.teacher(), await course.teacher()]
    for (const who of [one, two]) await course.enrolled(id, who)
    expect((await school.get<RosterPage>('/api/v1/train/rosters')).data.list).toEqual([])
    await course.begun(id)
    const sessions = await course.sessionsOf(id)
    for (const [n, session] of sessions.slice(0, 4).entries())
      await course.marked(session, [
        [one.name, '出勤'],
        [two.name, n < 2 ? '请假' : '出勤'],
      ])
    const listed = await school.get<RosterPage>('/api/v1/train/rosters')
    expect(listed.data.list).toMatchObject([{ id, title, learners: 2, sessions: 5, qualified: 0 }])
    const { data } = await rosterOf(school, id)
    expect(data.sessions.map(({ called }) => called)).toEqual([true, true, true, true, false])
    expect(data.list).toMatchObject([
      { seatNo: 1, name: one.name, attendance: 100, enough: true, score: null },
      { seatNo: 2, name: two.name, attendance: 50, enough: false },
    ])
    expect(data.list[1]?.statuses[sessions[0] ?? '']).toBe('4')
    const below = await rosterOf(school, id, '?below=1')
    expect(below.data.list.map(({ name }) => name)).toEqual([two.name])

    const wrong = await scores(school, id, [
      ['1', '101'],
      ['谁', '88'],
      ['2', '90'],
    ])
    expect([wrong.status, wrong.data.errors]).toEqual([
      400,
      [
        { field: 'rows.1', message: '第 1 行：成绩“101”应为 0 至 100 的整数' },
        { field: 'rows.2', message: '第 2 行：“谁”不是学习中的学员' },
      ],
    ])
    expect((await rosterOf(school, id)).data.list[1]?.score).toBeNull()
    expect(
      (
        await scores(school, id, [
          ['1', '88'],
          [one.name, '90'],
        ])
      ).status,
    ).toBe(400)
    const rows = [
      ['1', '88'],
      [two.name, ''],
    ] as const
    expect((await scores(school, id, rows)).data).toEqual({ written: 1, same: 0 })
    expect((await scores(school, id, rows)).data).toEqual({ written: 0, same: 1 })

    // Taken out as it stands: the values of the marks, within the reader's scope.
    const order = (query: object) => ({
      list: 'train/roster',
      query,
      columns: ['seatNo', 'name', 'session1', 'attendance', 'score', 'state'],
      format: 'csv',
      purpose: '1',
    })
    const taken = await school.post<{ rows: number; filters: string[] }>(
      '/api/v1/exports',
      order({ project: id, below: '1' }),
    )
    expect(taken.data).toMatchObject({ rows: 1, filters: ['到课率低于 80%'] })
    expect((await siblingSchool.post('/api/v1/exports', order({ project: id }))).status).toBe(404)
    expect((await school.post('/api/v1/exports', order({ project: 'x' }))).status).toBe(400)

    // Offices above see it and write nothing; schools beside do not learn of it.
    expect((await rosterOf(area, id)).status).toBe(404)
    for (const who of [siblingSchool, otherSchool]) expect((await rosterOf(who, id)).status).toBe(404)
    for (const who of [siblingSchool, area]) expect((await scores(who, id, rows)).status).toBe(404)
    expect((await rosterOf(teacher, id)).status).toBe(404)
    expect((await scores(teacher, id, rows)).status).toBe(404)
    for (const query of ['?state=x', '?below=2', '?page=0', '?who=1'])
      expect((await rosterOf(school, id, query)).status).toBe(400)
    for (const query of ['?state=draft', '?year=x'])
      expect((await school.get(`/api/v1/train/rosters${query}`)).status).toBe(400)

    const week = await school.get<SessionList>(`/api/v1/train/sessions?from=${addDays(today(), -5)}`)
    expect(week.data.list.map(({ came, expected, leads }) => [came, expected, leads])).toEqual([
      [1, 2, true],
      [1, 2, true],
      [2, 2, true],
      [2, 2, true],
      [0, 2, true],
    ])
  })

  it('of an office above shows a school its own learners alone, and takes no scores from it', async () => {
    const { area, school, siblingSchool } = region.people
    const { id } = await course.opened({ trainingLevel: '4' }, area)
    const who = await course.teacher()
    const value = { trainingRole: '1' }
    const made = await who.post<{ id: string }>('/api/v1/train/enrolment', { about: { campaign: id }, value })
    await course.act(who, made.data.id, 'submit')
    await course.act(school, made.data.id, 'approve')
    expect((await course.act(area, made.data.id, 'approve')).data.state).toBe('confirmed')
    expect((await rosterOf(school, id)).data.list).toMatchObject([{ name: who.name }])
    expect((await rosterOf(siblingSchool, id)).data.list).toEqual([])
    expect((await scores(school, id, [[who.name, '90']])).status).toBe(403)
  })
})

describe('a replacement', () => {
  const replace = (who: Person, id: string, entry: string, teacherId: number | null, reason = '生病') =>
    who.post<Faults & { id: string; state: string; seatNo: number }>(`${projects}/${id}/replacements`, {
      entry,
      teacherId,
      reason,
    })

  it('gives seat and class to who waits, or asks; what was agreed counts', async () => {
    const { school, area, teacher } = region.people
    const { id } = await course.opened({ quota: 1 })
    const [one, two, three] = [await course.teacher(), await course.teacher(), await course.teacher()]
    const first = await course.enrolled(id, one)
    const made = await two.post<{ id: string }>('/api/v1/train/enrolment', {
      about: { campaign: id },
      value: { trainingRole: '1' },
    })
    await course.act(two, made.data.id, 'submit')
    expect((await course.act(school, made.data.id, 'approve')).data.state).toBe('waitlisted')
    expect((await replace(teacher, id, first, two.teacherId)).status).toBe(403)
    expect((await replace(area, id, first, two.teacherId)).status).toBe(404)
    expect((await replace(school, id, first, two.teacherId, ' ')).status).toBe(400)
    expect((await replace(school, id, first, null)).status).toBe(400)
    const outside = await region.add(2, region.places.otherSchool, '外校')
    expect((await replace(school, id, first, outside.teacherId)).data.errors?.[0]?.field).toBe('teacherId')
    const done = await replace(school, id, first, two.teacherId)
    expect(done.data).toEqual({ id: made.data.id, state: 'confirmed', seatNo: 1 })
    expect(await course.stateOf(first)).toBe('cancelled')
    expect((await replace(school, id, first, three.teacherId)).status).toBe(409)
    const asked = await replace(school, id, made.data.id, three.teacherId)
    expect(asked.data).toMatchObject({ state: 'toConfirm', seatNo: 1 })
    expect((await course.act(three, asked.data.id, 'agree')).data.state).toBe('confirmed')
  })

  it('after the start only while enough can be attended: 8 of 10, not 7 (15)', async () => {
    const { school } = region.people
    const later = Array.from({ length: 8 }, (_, n) => ({
      title: `后 ${n + 1} 讲`,
      lecturer: '陶叙白',
      startsAt: `${addDays(today(), n + 1)}T08:30`,
      endsAt: `${addDays(today(), n + 1)}T11:30`,
      hours: 4,
      mode: '1',
    }))
    const replacedAfter = async (past: number) => {
      const sessions = [...course.sessions(past, 4), ...later.slice(0, 10 - past)]
      const { id } = await course.opened({ sessions })
      const [one, two] = [await course.teacher(), await course.teacher()]
      const entry = await course.enrolled(id, one)
      await course.begun(id)
      for (const session of (await course.sessionsOf(id)).slice(0, past))
        await course.marked(session, [[one.name, '出勤']])
      return { two, id, ...(await replace(school, id, entry, two.teacherId)) }
    }
    const possible = await replacedAfter(2)
    expect(possible.data).toMatchObject({ state: 'toConfirm', seatNo: 1 })
    expect((await course.actOn(possible.id, 'assess')).status).toBe(409)
    expect((await course.act(possible.two, possible.data.id, 'agree')).data.state).toBe('learning')
    const refused = await replacedAfter(3)
    expect([refused.status, refused.msg]).toEqual([
      409,
      '已经上了 3 场，还有 7 场，接替的学员达不到到课率要求',
    ])
  })
})
