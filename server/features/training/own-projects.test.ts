import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CampaignLine } from '../../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { SessionList } from '../../../catalogue/contract/training/enrolments.ts'
import type { OwnProject, ownProjectPage } from '../../../catalogue/contract/training/own-projects.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { courseIn, entries, projects, trainedIn } from './test-course.ts'

type Course = ReturnType<typeof courseIn>
let region: Region
let course: Course
beforeAll(async () => {
  region = await testRegion('training-own-projects')
  course = courseIn(region)
})
afterAll(() => region.close())

const own = '/api/v1/train/own-projects'
const seen = async (who: Person, query = '') =>
  (await who.get<z.output<typeof ownProjectPage>>(`${own}?pageSize=100${query}`)).data
const among = (list: readonly OwnProject[], id: string) => list.find((one) => one.id === id)
const ahead = { startDate: addDays(today(), 30), endDate: addDays(today(), 31) }
const ofCity = { ...ahead, trainingLevel: '3' }

describe('the projects of a teacher', () => {
  it('are open with the seats that are left to the school, or to all', async () => {
    const { city, area } = region.people
    const { district, school } = region.places
    const shared = await course.opened({ quota: 7, ...ofCity }, city)
    const given = await course.opened({ quota: 7, pooled: false, ...ofCity }, city)
    const grant = (who: Person, institution: number, granted: number) =>
      who.put(`${projects}/${given.id}/quota`, { grants: [{ institution, granted }] })
    await grant(city, district, 5)
    await grant(area, school, 2)
    const who = await course.teacher()
    const { list } = await seen(who)
    expect(among(list, shared.id)).toMatchObject({
      left: 7,
      entry: null,
      unmet: [],
      reads: true,
      closed: null,
    })
    expect(among(list, given.id)).toMatchObject({ left: 2, value: { creditHours: 40 } })
  })

  it('say why one does not fit, with the record that says so', async () => {
    const who = await course.teacher()
    await trainedIn(region, who, addDays(today(), -100))
    const lately = await course.opened({ ...ahead, notTrainedYears: 3, notTrainedLevel: '5' })
    const strict = await course.opened({ ...ahead, minTeachingYears: 40 })
    const { list } = await seen(who)
    expect(among(list, lately.id)?.unmet).toEqual([
      {
        advisory: false,
        message: `近 3 年参加过校级以上培训：学科工作坊，${addDays(today(), -100)} 结束`,
      },
    ])
    expect(among(list, strict.id)?.unmet).toEqual([
      { advisory: false, message: '教龄：档案里没有填写，需满 40 年' },
    ])
  })

  it('go with their entry from open to under way, with the place and the hour of the answer', async () => {
    const { school } = region.people
    const { id } = await course.opened({ ...ahead, quota: 1 })
    const [one, two] = [await course.teacher(), await course.teacher()]
    await course.enrolled(id, one)
    const made = await two.post<CaseView>(entries, { about: { campaign: id }, value: { trainingRole: '1' } })
    const draft = among((await seen(two, '&tab=going')).list, id)
    expect([draft?.entry?.state, among((await seen(two)).list, id)]).toEqual(['draft', undefined])
    await course.act(two, made.data.id, 'submit')
    await course.act(school, made.data.id, 'waitlist')
    expect(among((await seen(one, '&tab=going')).list, id)?.entry).toMatchObject({
      state: 'confirmed',
      seatNo: 1,
    })
    expect(among((await seen(two, '&tab=going')).list, id)?.entry).toMatchObject({ place: 1, until: null })
    const [first] = (await seen(one, '&tab=going')).list.flatMap(({ entry }) => entry?.id ?? [])
    await course.act(one, first ?? '', 'cancel', { reason: '家里有事' })
    // Who gave up may enrol again; who waited is asked, with the hour.
    expect(among((await seen(one)).list, id)?.entry).toBeNull()
    const offered = among((await seen(two, '&tab=going')).list, id)?.entry
    expect([offered?.state, offered?.until?.length]).toEqual(['offered', 16])
  })

  it('show nothing of others: no entry, no project of elsewhere, none by invitation', async () => {
    const { school, city } = region.people
    const who = await course.teacher()
    const { id } = await course.opened(ahead)
    const stranger = await region.add(2, region.places.otherSchool, '外校学员')
    const there = await seen(stranger, '&tab=going')
    expect(there.list).toEqual([])
    expect(among((await seen(stranger)).list, id)).toBeUndefined()
    await course.enrolled(id, await course.teacher())
    expect(among((await seen(who)).list, id)?.entry).toBeNull()
    expect((await seen(who, '&tab=going')).list).toEqual([])
    const invited = await course.opened({ ...ofCity, invited: true }, city)
    expect(among((await seen(who)).list, invited.id)).toBeUndefined()
    for (const office of [school, city]) expect((await office.get(own)).status).toBe(403)
  })

  it('are narrowed by kind, way and the own school stage; anything else is refused', async () => {
    const who = await course.teacher()
    await region.db.execute(sql`update teacher set stage = '3' where id = ${who.teacherId}`)
    const { id: junior } = await course.opened({ ...ahead, schoolStage: ['3'], trainingKind: '02' })
    const { id: primary } = await course.opened({ ...ahead, schoolStage: ['2'], trainingKind: '02' })
    const { id: all } = await course.opened({ ...ahead, trainingWay: '2' })
    const found = async (query: string) => {
      const ids = new Set((await seen(who, query)).list.map((one) => one.id))
      return [junior, primary, all].map((id) => ids.has(id))
    }
    expect(await found('&stage=1')).toEqual([true, false, true])
    expect(await found('&trainingKind=02')).toEqual([true, true, false])
    expect(await found('&trainingWay=2')).toEqual([false, false, true])
    for (const bad of ['stage=2', 'trainingKind=zz', 'tab=x', 'q=a'])
      expect((await who.get(`${own}?${bad}`)).status, bad).toBe(400)
  })
})

describe('the list of projects for offices', () => {
  const listed = async (who: Person, query: string) =>
    (await who.get<{ list: CampaignLine[] }>(`${projects}?pageSize=100${query}`)).data.list

  it('says who waits of those whom the office may read, and is narrowed by year, host and places', async () => {
    const { city, school, otherSchool, area } = region.people
    const year = Number(today().slice(0, 4))
    const { id } = await course.opened({ ...ofCity, quota: 1 }, city)
    const { id: mine } = await course.opened({ ...ahead, projectYear: year - 1 })
    for (const move of ['approve', 'waitlist']) {
      const who = await course.teacher()
      const made = await who.post<CaseView>(entries, {
        about: { campaign: id },
        value: { trainingRole: '1' },
      })
      await course.act(who, made.data.id, 'submit')
      for (const office of [school, area]) await course.act(office, made.data.id, 'approve')
      await course.act(city, made.data.id, move)
    }
    const line = async (who: Person) => (await listed(who, '')).find((one) => one.id === id)
    expect((await line(city))?.waiting).toBe(1)
    expect((await line(school))?.waiting).toBe(1)
    expect((await line(otherSchool))?.waiting).toBe(0)
    const ids = async (query: string) => {
      const found = new Set((await listed(school, query)).map((one) => one.id))
      return [found.has(id), found.has(mine)]
    }
    expect(await ids(`&projectYear=${year}`)).toEqual([true, false])
    expect(await ids(`&projectYear=${year - 1}`)).toEqual([false, true])
    expect([await ids('&mine=1'), await ids('&mine=0')]).toEqual([
      [false, true],
      [true, false],
    ])
    // The city shares its places: the school was granted none of them.
    expect(await ids('&placed=1')).toEqual([false, true])
    for (const bad of ['projectYear=999', 'projectYear=x', 'mine=2', 'placed=0'])
      expect((await school.get(`${projects}?${bad}`)).status, bad).toBe(400)
  })
})

it('the timetable is narrowed to one project, and says which others there are', async () => {
  const { school, otherSchool } = region.people
  const timetable = { creditHours: 8, sessions: course.sessions(1, 8) }
  const { id: one } = await course.opened(timetable)
  const { id: two } = await course.opened(timetable)
  const query = `/api/v1/train/sessions?from=${addDays(today(), -2)}&to=${today()}`
  const of = async (who: Person, project: string) =>
    (await who.get<SessionList>(`${query}&project=${project}`)).data
  const narrowed = await of(school, one)
  expect(narrowed.list.map(({ projectId }) => projectId)).toEqual([one])
  expect(narrowed.projects.map(({ id }) => id)).toEqual(expect.arrayContaining([one, two]))
  expect(await of(otherSchool, one)).toMatchObject({ list: [], projects: [] })
  expect((await school.get(`${query}&project=x`)).status).toBe(400)
})

it('the timetable says to a learner what the own mark is, and to nobody else', async () => {
  const { school } = region.people
  const [one, two] = [await course.teacher(), await course.teacher()]
  const { id } = await course.opened({ creditHours: 8, sessions: course.sessions(1, 8) })
  for (const who of [one, two]) await course.enrolled(id, who)
  await course.begun(id)
  const [session = ''] = await course.sessionsOf(id)
  expect((await course.marked(session, [[one.name, '迟到']])).status).toBe(200)
  const query = `/api/v1/train/sessions?from=${addDays(today(), -2)}&to=${today()}&project=${id}`
  const own = async (who: Person) => (await who.get<SessionList>(query)).data.list.map((line) => line.own)
  expect([await own(one), await own(two), await own(school)]).toEqual([['2'], [null], [null]])
})
