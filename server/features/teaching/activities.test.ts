import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { FaceShown } from '../../../catalogue/contract/campaign-face.ts'
import type { OwnRecord, SittingList } from '../../../catalogue/contract/teaching/activities.ts'
import type { ResearcherPage } from '../../../catalogue/contract/teaching/researchers.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { sql } from '../../platform/db/sql.ts'
import { activities, activityIn, summary } from './test-activity.ts'

let region: Region
let life: ReturnType<typeof activityIn>
beforeAll(async () => {
  region = await testRegion('teaching-activities')
  life = activityIn(region)
})
afterAll(() => region.close())

describe('places in an activity', () => {
  it('go up to the cap of each school; the next one waits and is told why, and follows (36)', async () => {
    const id = await life.opened({ ...life.ahead, quota: 30, schoolCap: 3 }, region.people.area)
    const own = await Promise.all([1, 2, 3, 4].map(() => life.teacher()))
    const states = []
    const ids: string[] = []
    for (const who of own) {
      const place = await life.asked(id, who)
      ids.push(place.id)
      states.push(place.data.state)
    }
    expect(states).toEqual(['confirmed', 'confirmed', 'confirmed', 'waitlisted'])
    const other = await life.teacher(region.places.sibling)
    expect((await life.asked(id, other)).data.state).toBe('confirmed')
    const [first = '', , , fourth = ''] = ids
    const [holder] = own
    if (!holder) throw new Error('nobody')
    expect((await life.act(holder, first, 'cancel')).data.state).toBe('cancelled')
    expect(await life.stateOf(fourth)).toBe('offered')
    const [, , , last] = own
    if (!last) throw new Error('nobody')
    expect((await life.act(last, fourth, 'accept')).data.state).toBe('confirmed')
    // One place a person and activity.
    const again = await last.post('/api/v1/teaching/place', { about: { campaign: id }, value: {} })
    expect(again.status === 200 ? (await life.asked(id, last)).status : again.status).toBe(400)
  })

  it('are not fewer than those who have one (37)', async () => {
    const id = await life.opened({ ...life.ahead, quota: 3 })
    for (const who of await Promise.all([1, 2].map(() => life.teacher()))) await life.asked(id, who)
    const refused = await life.edit(id, { quota: 1 })
    expect([refused.status, refused.data.errors]).toEqual([
      400,
      [{ field: 'quota', message: '已占 2 个，不能少于这个数' }],
    ])
    expect((await life.edit(id, { quota: 2 })).status).toBe(200)
  })

  it('are held by invitations until they are answered, with what somebody is invited for', async () => {
    const { school, siblingSchool, area, teacher } = region.people
    const id = await life.opened({ ...life.ahead, quota: 1 })
    const [one, two] = [await life.teacher(), await life.teacher()]
    const task = { lessonTitle: '背影', lessonSubject: '13' }
    const bare = await life.invited(id, { teachers: [one.teacherId], lessonTitle: '背影' })
    expect([bare.status, bare.data.errors]).toEqual([
      400,
      [{ field: 'lessonSubject', message: '授课的请选择学科' }],
    ])
    expect((await life.invited(id, { teachers: [2_000_000_000] })).status).toBe(400)
    const report = await life.invited(id, { teachers: [one.teacherId, two.teacherId], ...task })
    expect(report.data.done).toMatchObject([{ teacherId: one.teacherId, state: 'invited' }])
    expect(report.data.refused).toMatchObject([{ name: two.name, message: '名额已满，可以列入候补' }])
    const place = report.data.done[0]?.id ?? ''
    expect((await life.asked(id, two)).data.state).toBe('waitlisted')
    expect((await life.act(two, place, 'accept')).status).toBe(404)
    expect((await life.act(one, place, 'decline')).data.state).toBe('cancelled')
    const board = await life.board(id)
    expect(board.data).toMatchObject({ mine: true, places: { quota: 1, used: 1, waiting: 1 } })
    expect((await life.board(id, area)).status).toBe(404)
    expect((await life.board(id, siblingSchool)).status).toBe(404)
    expect((await life.board(id, teacher)).status).toBe(403)
    expect((await life.invited(id, { teachers: [one.teacherId] }, siblingSchool)).status).toBe(404)
    expect((await life.invited(id, { teachers: [one.teacherId] }, teacher)).status).toBe(403)
    const found = await school.get<{ total: number }>(
      `${activities}/${id}/candidates?q=${encodeURIComponent(one.name)}`,
    )
    expect(found.data.total).toBe(1)
    expect((await school.get(`${activities}/${id}/candidates?page=0`)).status).toBe(400)
  })
})

describe('an activity', () => {
  it('is archived whole: what is missing is named, rows and hours are written, and taken back (39–41)', async () => {
    const { school } = region.people
    const [lecturer, listener, absent] = [await life.teacher(), await life.teacher(), await life.teacher()]
    const id = await life.opened({ signupEnd: minuteIn(-181) })
    const task = { lessonTitle: '背影', lessonSubject: '13', lessonGrade: '08' }
    const invited = await life.invited(id, { teachers: [lecturer.teacherId], ...task })
    const lesson = invited.data.done[0]?.id ?? ''
    expect((await life.act(lecturer, lesson, 'accept')).data.state).toBe('confirmed')
    const silent = await life.invited(id, { teachers: [absent.teacherId] })
    expect((await life.actOn(id, 'start')).data.state).toBe('ongoing')
    await life.swept()
    expect(await life.stateOf(silent.data.done[0]?.id ?? '')).toBe('cancelled')
    const walkIns = `${activities}/${id}/walk-ins`
    const came = await school.post<{ done: { id: string }[] }>(walkIns, {
      teachers: [listener.teacherId, absent.teacherId],
    })
    expect(came.data.done).toHaveLength(2)
    expect((await lecturer.post(walkIns, { teachers: [1] })).status).toBe(403)
    expect((await school.post(walkIns, { teachers: [] })).status).toBe(400)

    const { data } = await life.board(id)
    const [first, second] = data.sittings
    if (!first || !second) throw new Error('no sittings')
    expect((await life.marked(first.id, [lecturer.name])).status).toBe(200)
    expect((await life.marked(second.id, [lecturer.name, listener.name])).status).toBe(200)
    expect((await life.actOn(id, 'end')).data.state).toBe('ended')
    const refused = await life.actOn(id, 'archive')
    expect(refused.status).toBe(409)
    expect(refused.msg).toBe(
      `活动纪要不少于 50 个字，现有 0 个；${lecturer.name}的《背影》没有提交的听课表，请补交或在活动里写明原因`,
    )
    await life.edit(id, { summary, noSheets: '当天集体评议，没有填表。' })
    const foreseen = await life.board(id)
    expect(foreseen.data.archive).toEqual({
      activityRecords: 1,
      lessonRecords: 1,
      absent: 1,
      hours: 5,
      lacks: [],
    })
    expect((await life.actOn(id, 'archive')).data.state).toBe('archived')
    await life.swept()
    expect(await life.stateOf(lesson)).toBe('recorded')
    const listed = async (who: typeof lecturer) => (await who.get<OwnRecord>('/api/v1/teaching/record')).data
    expect((await listed(lecturer)).sums).toMatchObject({ activities: 1, taught: 1, hours: 3.5 })
    expect((await listed(listener)).sums).toMatchObject({ activities: 1, taught: 0, hours: 1.5 })
    expect((await listed(absent)).sums).toMatchObject({ activities: 0, hours: 0 })
    const written = await lecturer.get<{ list: { record: object }[]; total: number }>(
      '/api/v1/records/lessonRecord',
    )
    expect(written.data.total).toBe(1)
    expect(JSON.stringify(written.data.list)).toContain('背影')
    const hours = (who: typeof lecturer) =>
      region.db.query<{ tenths: number; source: string }>(sql`
        select tenths, source from ledger_entry where owner_id = ${who.teacherId} order by at, id`)
    expect(await hours(listener)).toEqual([{ tenths: 15, source: 'teachingResearch' }])

    // What is archived stays as it is.
    expect((await life.edit(id, { leader: '他人' })).status).toBe(409)
    // A row that was edited meanwhile is named, and nothing is taken back.
    await region.db.execute(sql`
      update rec_activity_record set version = version + 1 where owner_id = ${listener.teacherId}`)
    const changed = await life.actOn(id, 'unarchive', { reason: '漏了一个人' })
    expect([changed.status, changed.msg]).toEqual([
      409,
      `${listener.name}的“教研活动”在归档以后改过，请先改回，再撤销归档`,
    ])
    await region.db.execute(sql`
      update rec_activity_record set version = version - 1 where owner_id = ${listener.teacherId}`)
    expect((await life.actOn(id, 'unarchive', { reason: '漏了一个人' })).data.state).toBe('ended')
    await life.swept()
    expect(await life.stateOf(lesson)).toBe('confirmed')
    expect((await hours(listener)).map(({ tenths }) => tenths)).toEqual([15, -15])
    const { left } = await region.db.one<{ left: number }>(sql`
      select count(*)::int as left from rec_lesson_record where owner_id = ${lecturer.teacherId} and voided_at is null`)
    expect(left).toBe(0)
    expect((await life.actOn(id, 'archive')).data.state).toBe('archived')
    await life.swept()
    expect((await hours(listener)).map(({ tenths }) => tenths)).toEqual([15, -15, 15])
  })

  it('is shown on the portal as it stands, and taken down again, by its host alone', async () => {
    const { school, siblingSchool, teacher } = region.people
    const id = await life.opened()
    const face = `${activities}/${id}/face`
    const shown = await school.post<FaceShown>(face, {})
    expect(shown.data.face).toMatchObject({ state: 'published', visibility: '1' })
    const content = `/api/v1/jy/activity/${shown.data.face?.contentId ?? 0}`
    const read = await teacher.get<{ title: string; place: string | null }>(content)
    expect(read.data.title).toMatch(/^同课异构《背影》/)
    await life.edit(id, { place: '报告厅' })
    const again = await school.post<FaceShown>(face, {})
    expect(again.data.face?.contentId).toBe(shown.data.face?.contentId)
    expect((await teacher.get<{ place: string }>(content)).data.place).toBe('报告厅')
    // What everybody may read waits for the district.
    expect((await school.post<FaceShown>(face, { visibility: '2' })).data.face?.state).toBe('inReview')
    expect((await school.post(face, {})).status).toBe(409)
    expect((await school.post(face, { visibility: '9' })).status).toBe(400)
    expect((await siblingSchool.post(face, {})).status).toBe(404)
    expect((await teacher.post(face, {})).status).toBe(403)
    const other = await life.opened()
    expect((await school.del(`${activities}/${other}/face`)).status).toBe(404)
    await school.post(`${activities}/${other}/face`, {})
    expect((await school.del<FaceShown>(`${activities}/${other}/face`)).data.face?.state).toBe('takenDown')
    const draft = await life.drafted(life.ahead)
    expect((await school.post(`${activities}/${draft.id}/face`, {})).status).toBe(409)
  })

  it('is begun like another one a week later, by its host alone', async () => {
    const { school, siblingSchool } = region.people
    const id = await life.opened()
    const copies = `${activities}/${id}/copies`
    const made = await school.post<{ id: string }>(copies, {})
    const [before, after] = [
      await school.get<CampaignView>(`${activities}/${id}`),
      await school.get<CampaignView>(`${activities}/${made.data.id}`),
    ]
    expect(after.data).toMatchObject({ state: 'draft', title: before.data.title })
    expect(Date.parse(String(after.data.value['startTime']))).toBe(
      Date.parse(String(before.data.value['startTime'])) + 7 * 86_400_000,
    )
    expect((await siblingSchool.post(copies, {})).status).toBe(404)
    expect((await school.post(copies, { days: 0 })).status).toBe(400)
  })

  it('names what is wrong with its times, and does not open when it is over', async () => {
    const late = await life.drafted({ ...life.ahead, signupEnd: minuteIn(4 * 1440) })
    const opened = await life.actOn(late.id, 'open')
    expect([opened.status, opened.data.errors?.map(({ message }) => message)]).toEqual([
      400,
      expect.arrayContaining(['报名截止不得晚于活动开始']),
    ])
    const over = { startTime: minuteIn(-180), endTime: minuteIn(-10), signupEnd: minuteIn(-190) }
    const sittings = [{ title: '上课', startsAt: minuteIn(-180), endsAt: minuteIn(-20), hours: 1 }]
    const past = await life.drafted({ ...over, sittings })
    expect((await life.actOn(past.id, 'open')).status).toBe(400)
    const rubric = [{ item: '提问', weight: 90, best: '好', poor: '差' }]
    const odd = await life.drafted({ ...life.ahead, rubric })
    expect((await life.actOn(odd.id, 'open')).status).toBe(400)
  })

  it('tells those who have a place when it is called off, and lists its sittings for the host', async () => {
    const { school, teacher } = region.people
    const id = await life.opened()
    const who = await life.teacher()
    const place = await life.asked(id, who)
    const listed = await school.get<SittingList>('/api/v1/teaching/sittings')
    expect(listed.data.list.filter(({ activityId }) => activityId === id)).toMatchObject([
      { title: '上课', came: 0, expected: 1 },
    ])
    expect((await teacher.get('/api/v1/teaching/sittings')).status).toBe(403)
    expect((await life.actOn(id, 'cancel', { reason: '台风' })).data.state).toBe('cancelled')
    await life.swept()
    expect(await life.stateOf(place.id)).toBe('cancelled')
    expect((await who.get('/api/v1/teaching/record?year=x')).status).toBe(400)
    expect((await school.get('/api/v1/teaching/record')).status).toBe(403)
  })
})

describe('people of teaching research', () => {
  it('are those of records in force within the scope, and no longer when they end', async () => {
    const { area, city, school, otherArea } = region.people
    const leader = await life.teacher()
    const made = await area.post<{ id: string; version: number }>('/api/v1/records/researchTeam', {
      ownerId: leader.teacherId,
      teamKind: '1',
      schoolStage: '3',
      subject: '13',
      startDate: '2025-09-01',
      isFullTime: true,
    })
    expect(made.status, JSON.stringify(made)).toBe(200)
    const found = (who: typeof area, query = '') =>
      who.get<ResearcherPage>(`/api/v1/jy/user?q=${encodeURIComponent(leader.name)}${query}`)
    for (const who of [area, city])
      expect((await found(who)).data.list).toMatchObject([
        { name: leader.name, facts: ['fullTime'], enabled: true, activities: 0 },
      ])
    expect((await found(area, '&fact=groupLeader')).data.total).toBe(0)
    expect((await found(area, '&fact=fullTime&account=none')).data.total).toBe(0)
    expect((await found(otherArea)).data.total).toBe(0)
    expect((await school.get('/api/v1/jy/user')).status).toBe(403)
    for (const query of ['fact=x', 'account=9', 'page=0'])
      expect((await area.get(`/api/v1/jy/user?${query}`)).status).toBe(400)
    await region.db.execute(sql`
      update rec_research_team set end_date = current_date - 2 where owner_id = ${leader.teacherId}`)
    expect((await found(area)).data.total).toBe(0)
  })
})
