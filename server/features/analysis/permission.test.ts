import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analysis, countedPersons, reports } from '../../../catalogue/contract/analysis/figures.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { countPeople, recordsOf } from './test-counted-people.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('figures-permission')))
afterAll(() => region.close())

const url = '/api/v1/analysis/teacher_analysis'
const staff = async (who: Person, query = '') => {
  const { data } = await who.get(`${url}?${query}`)
  const page = analysis.parse(data)
  const counts = page.panels.find(({ key }) => key === 'fulltime')
  return { page, counts }
}

describe('statistics', () => {
  it('are the authorities’, each page of those who have it', async () => {
    const { teacher, school, admin, expert, staff: reviewer, area, city, province } = region.people
    for (const report of reports) {
      for (const none of [teacher, school, admin, expert, reviewer]) {
        expect((await none.get(`/api/v1/analysis/${report}`)).status).toBe(403)
        expect(
          (await none.get(`/api/v1/analysis/${report}/persons?panel=fulltime&row=all&column=all`)).status,
        ).toBe(403)
      }
      expect((await city.get(`/api/v1/analysis/${report}`)).status).toBe(200)
    }
    for (const other of [area, province])
      expect((await other.get('/api/v1/analysis/datajslb')).status).toBe(403)
    expect((await region.app.inject({ url })).statusCode).toBe(401)
  })

  it('are counted within the reader’s scope; what lies outside answers like what is missing', async () => {
    const { area, city } = region.people
    const { places } = region
    expect((await staff(area)).page).toMatchObject({
      place: { id: places.district, kind: 'district', schools: 2 },
      path: [{ id: places.district }],
    })
    const below = await staff(city, `institution=${places.otherDistrict}`)
    expect(below.page.path.map(({ id }) => id)).toEqual([places.city, places.otherDistrict])
    expect(below.page.places.map(({ id }) => id)).toEqual([places.otherSchool])
    for (const id of [places.city, places.otherDistrict, places.citySchool, 999_999_999]) {
      expect((await area.get(`${url}?institution=${id}`)).status).toBe(404)
      const list = `${url}/persons?institution=${id}&panel=fulltime&row=all&column=all`
      expect((await area.get(list)).status).toBe(404)
    }
  })

  it('refuse in words what they do not understand', async () => {
    const { area } = region.people
    for (const [query, field] of [
      ['institution=x', 'institution'],
      ['institution=0', 'institution'],
      ['stage=99', 'stage'],
      ['basis=both', 'basis'],
      ['on=2026-13-01', 'on'],
      ['on=9999-01-01', 'on'],
      ['on=1900-01-01', 'on'],
      ['compare=9999-01-01', 'compare'],
      ['other=1', ''],
    ]) {
      const answer = await area.get(`${url}?${query}`)
      expect([query, answer.status, answer.data.errors[0]?.field]).toEqual([query, 400, field])
    }
    for (const [query, field] of [
      ['panel=none&row=all&column=all', 'panel'],
      ['panel=cv&row=all&column=all', 'panel'],
      ['panel=fulltime&row=p1&column=all', 'row'],
      ['panel=fulltime&row=all&column=2', 'row'],
      ["panel=fulltime'&row=all&column=all", 'panel'],
      ['row=all&column=all', 'panel'],
      ['panel=fulltime&row=all&column=all&page=501', 'page'],
    ]) {
      const answer = await area.get(`${url}/persons?${query}`)
      expect([query, answer.status, answer.data.errors[0]?.field]).toEqual([query, 400, field])
    }
    expect((await area.get('/api/v1/analysis/other')).status).toBe(400)
  })

  it('follow a change, a new teacher and a renamed school within moments', async () => {
    const { area, school } = region.people
    const { places, db } = region
    const said = {
      stage: '3',
      sex: '2',
      birth: '1990-01-01',
      education: '21',
      title: '3',
      subject: '14',
      teaching: '2012-09',
      backbone: false,
      certificate: '3',
      hours: 0,
    }
    const listed = async (key: string) => {
      const { data } = await area.get(
        `/api/v1/analysis/teacherage/persons?panel=ageBand&row=to39&column=${key}&pageSize=100`,
      )
      return countedPersons.parse(data).list.map(({ teacherId }) => teacherId)
    }
    expect(await listed('2')).toEqual([])
    const [id = 0] = await countPeople(region, [
      {
        placeId: places.school,
        since: '2015-09-01',
        recordedOn: '2020-01-01',
        records: recordsOf(said, 2025),
      },
    ])
    const soon = { timeout: 10_000, interval: 300 }
    await expect.poll(() => listed('2'), soon).toEqual([id])
    const passed = async () =>
      countedPersons.parse(
        (
          await area.get(
            `/api/v1/analysis/teacher_Statistics/persons?panel=ethics&row=p${places.school}&column=all`,
          )
        ).data,
      ).total
    expect(await passed()).toBe(0)
    const assessYear = new Date().getFullYear() - 1
    const made = await school.post('/api/v1/records/ethicsAssessment', {
      ownerId: id,
      assessYear,
      assessMonth: `${assessYear}-12`,
      ethicsResult: '1',
      assessUnit: '东区一中',
      isVeto: false,
    })
    expect(made.msg).toBe('ok')
    await expect.poll(passed, soon).toBe(1)
    await db.execute(sql`update institution set name = '东区第一中学' where id = ${places.school}`)
    await expect
      .poll(async () => (await staff(area)).page.places.map(({ name }) => name), soon)
      .toContain('东区第一中学')
    expect(await listed('2')).toEqual([id])
  })
})
