import { afterAll, beforeAll, expect, it } from 'vitest'
import { schedule, type Schedule } from '../../../catalogue/contract/schedule.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { activityIn } from '../teaching/test-activity.ts'

const url = '/api/v1/schedule'
let region: Region
beforeAll(async () => {
  region = await testRegion('schedule')
})
afterAll(() => region.close())

const read = async (who: Person, query = ''): Promise<Schedule> =>
  schedule.parse((await who.get(`${url}?${query}`)).data)

it('names the sittings and the kept broadcasts of a teacher, in their order, and nobody else’s', async () => {
  const life = activityIn(region)
  const [who, other] = [await life.teacher(), await life.teacher()]
  const id = await life.opened(life.ahead)
  await life.asked(id, who)
  const tomorrow = addDays(today(), 1)
  const value = {
    title: '大单元教学',
    startTime: `${tomorrow}T10:00`,
    endTime: `${tomorrow}T11:00`,
    visibility: '2',
  }
  const live = await region.db.one<{ id: number }>(sql`
    insert into content (type, value, live, by_identity, institution_id, state, publish_at)
    values ('liveBroadcast', ${sql.json(value)}, ${sql.json(value)}, ${region.people.school.identityId},
      ${region.places.school}, 'published', now())
    returning id`)
  expect((await who.put(`/api/v1/teaching/lives/${live.id}/kept`, { on: true })).status).toBe(200)
  const { from, list } = await read(who)
  expect(from).toBe(today())
  expect(list.map(({ kind, title, isCancelled }) => [kind, title, isCancelled])).toEqual([
    ['live', '大单元教学', false],
    ['activity', expect.stringMatching(/^同课异构《背影》/), false],
  ])
  expect((await read(other)).list).toEqual([])
  expect((await read(who, `from=${addDays(tomorrow, 1)}&days=7`)).list.map(({ kind }) => kind)).toEqual([
    'activity',
  ])
  expect((await read(who, `from=${addDays(today(), 20)}&days=7`)).list).toEqual([])
  // The calendar of the phone has them by the hour, the feed of an office none.
  const feed = async (person: Person) => {
    const { path } = (await person.post<{ path: string }>('/api/v1/user/calendarFeed')).data
    return (await region.app.inject({ method: 'GET', url: path })).body
  }
  const calendar = await feed(who)
  expect(calendar.match(/DTSTART:\d{8}T\d{6}Z/g)).toHaveLength(2)
  expect(calendar).toContain('SUMMARY:大单元教学\r\n')
  expect(await feed(region.people.school)).not.toContain('大单元教学')
  // Who withdraws is expected no more.
  const place = await region.db.one<{ id: string }>(sql`
    select id from process_case where campaign_id = ${id}::uuid and teacher_id = ${who.teacherId}`)
  await life.act(who, place.id, 'cancel')
  expect((await read(who)).list.map(({ kind }) => kind)).toEqual(['live'])
})

it('is a teacher’s, of days that exist', async () => {
  const { teacher, school, admin } = region.people
  for (const none of [school, admin]) expect((await none.get(url)).status).toBe(403)
  for (const query of ['from=2026-02-30', 'from=x', 'days=0', 'days=63', 'days=x'])
    expect([query, (await teacher.get(`${url}?${query}`)).status]).toEqual([query, 400])
})
