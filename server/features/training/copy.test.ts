import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { courseIn, projects } from './test-course.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('training-copy')))
afterAll(() => region.close())

it('a project from last year’s is a draft with its timetable a year later, and opens as it is', async () => {
  const { school, area, siblingSchool } = region.people
  const course = courseIn(region)
  const sessions = [
    {
      title: '开班',
      lecturer: '陶叙白',
      startsAt: `${addDays(today(), 1)}T08:30`,
      endsAt: `${addDays(today(), 1)}T11:30`,
      hours: 40,
      mode: '1',
    },
  ]
  const { id } = await course.opened({ sessions, paid: '1.00', quotaReturnsOn: addDays(today(), 1) })
  const copy = (who: Person, body: object = {}) => who.post<{ id: string }>(`${projects}/${id}/copies`, body)
  const made = await copy(school)
  expect(made.status, made.msg).toBe(200)
  const { data } = await school.get<CampaignView>(`${projects}/${made.data.id}`)
  const day = addDays(today(), 365)
  expect(data).toMatchObject({
    state: 'draft',
    entries: 0,
    value: {
      startDate: day,
      endDate: day,
      quotaReturnsOn: day,
      projectYear: Number(day.slice(0, 4)),
      sessions: [{ startsAt: `${day}T08:30`, endsAt: `${day}T11:30` }],
    },
  })
  expect(data.value['paid'] ?? null).toBeNull()
  expect((await course.actOn(made.data.id, 'open')).data.state).toBe('recruiting')
  for (const who of [area, siblingSchool]) expect((await copy(who)).status).toBe(404)
  for (const days of [0, 1_101, 'x']) expect((await copy(school, { days })).status).toBe(400)
})
