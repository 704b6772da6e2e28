import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SeatBoard } from '../../../catalogue/contract/training/enrolments.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { courseIn, projects } from './test-course.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('training-seat-board')))
afterAll(() => region.close())

it('is opened level by level by the offices above, and by nobody beside', async () => {
  const { city, area, otherArea, school, teacher } = region.people
  const { district, otherDistrict, school: ofSchool, city: ofCity } = region.places
  const course = courseIn(region)
  const days = {
    startDate: addDays(today(), 30),
    endDate: addDays(today(), 31),
    trainingLevel: '3',
    pooled: false,
  }
  const { id } = await course.opened({ quota: 10, ...days }, city)
  const grant = (who: Person, institution: number, granted: number) =>
    who.put(`${projects}/${id}/quota`, { grants: [{ institution, granted }] })
  expect((await grant(city, district, 6)).status).toBe(200)
  expect((await grant(area, ofSchool, 4)).status).toBe(200)
  const someone = await course.teacher()
  await school.post(`${projects}/${id}/nominations`, { teachers: [someone.teacherId] })
  const board = (who: Person, of?: number | string) =>
    who.get<SeatBoard>(`${projects}/${id}/seats${of === undefined ? '' : `?of=${of}`}`)
  const rows = ({ pools }: SeatBoard) => pools.map((one) => [one.institutionId, one.granted, one.whole.held])
  const own = (await board(city)).data
  expect(rows(own)).toEqual([
    [ofCity, 10, 1],
    [district, 6, 1],
  ])
  expect(own.counts).toEqual({ recommending: 1 })
  expect(rows((await board(city, district)).data)).toEqual([
    [district, 6, 1],
    [ofSchool, 4, 1],
  ])
  expect(rows((await board(area, ofSchool)).data)).toEqual([[ofSchool, 4, 1]])
  // Above or beside the reader: as if it were not there.
  for (const [who, of] of [
    [area, ofCity],
    [area, otherDistrict],
    [otherArea, district],
    [school, district],
  ] as const)
    expect((await board(who, of)).status).toBe(404)
  expect((await board(otherArea)).data.counts).toEqual({})
  expect((await board(city, 'x')).status).toBe(400)
  expect((await board(teacher)).status).toBe(403)
})
