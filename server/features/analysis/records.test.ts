import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordFigures, recordsBehind } from '../../../catalogue/contract/analysis/figures.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { countPeople, recordsOf } from './test-counted-people.ts'

let region: Region
const said = {
  stage: '2',
  sex: '2',
  birth: '1990-01-01',
  education: '21',
  title: '2',
  subject: '14',
  teaching: '2012-09',
  backbone: true,
  certificate: '2',
  hours: 400,
}
beforeAll(async () => {
  region = await testRegion('figures-records')
  const { school, otherSchool } = region.places
  await countPeople(
    region,
    [school, school, otherSchool].map((placeId, n) => ({
      placeId,
      since: '2015-09-01',
      recordedOn: '2020-01-01',
      records: {
        ...recordsOf({ ...said, sex: n === 0 ? '1' : '2' }, 2024),
        trainingRegistration: [
          { trainingYear: 2024, trainingKind: '1', creditKind: '1', creditHours: 30 },
          { trainingYear: 2025, trainingKind: '1', creditKind: '2', creditHours: 12 },
        ],
      },
    })),
  )
})
afterAll(() => region.close())

const read = async (who: Person, type: string, query = '') => {
  const answer = await who.get(`/api/v1/analysis/records/${type}?${query}`)
  expect([type, answer.msg]).toEqual([type, 'ok'])
  return recordFigures.parse(answer.data)
}
const rowsOf = (page: Awaited<ReturnType<typeof read>>, dimension: string) => {
  const found = page.panels.find(({ key }) => key.endsWith(`.${dimension}`))
  return found?.rows.map(({ key, label }) => [
    label,
    ...(found.cells.filter(({ row }) => row === key).map(({ value }) => value) ?? []),
  ])
}

describe('records by dimension', () => {
  it('are counted with their owners, in the reader’s scope', async () => {
    const { area, city } = region.people
    const own = await read(area, 'trainingRegistration')
    expect([own.records, own.owners]).toEqual([4, 2])
    expect(rowsOf(own, 'trainingYear')?.toSorted()).toEqual([
      ['2024', 2, 2],
      ['2025', 2, 2],
    ])
    const all = await read(city, 'trainingRegistration')
    expect([all.records, all.owners]).toEqual([6, 3])
    const part = await read(city, 'trainingRegistration', `institution=${region.places.otherSchool}`)
    expect([part.records, part.owners]).toEqual([2, 1])
    expect(rowsOf(await read(city, 'basicInfo'), 'gender')).toEqual([
      ['女', 2, 2],
      ['男', 1, 1],
    ])
  })

  it('have a panel for every dimension of every type that declares some, and sums of measures', async () => {
    const { city } = region.people
    const { types } = await read(city, 'basicInfo')
    expect(types.length).toBeGreaterThan(30)
    for (const { name } of types) expect((await read(city, name)).panels.length).toBeGreaterThan(0)
    await region.db.execute(sql`
      insert into rec_student_numbers (owner_id, id, version, institution_id, district_id, city_id, province_id,
        recorded_by, school_year, school_stage, students, classes)
      select id, gen_random_uuid(), 1, id, district_id, city_id, province_id, ${city.identityId}, 2026, '2', 480, 12
      from institution
      where id = any(${[region.places.school, region.places.sibling]}::int[])`)
    const page = await read(city, 'studentNumbers')
    expect([page.ownersLabel, rowsOf(page, 'schoolStage')]).toEqual(['单位数', [['小学', 2, 2, 960, 24]]])
  })

  it('open the list behind each figure, which has exactly as many rows', async () => {
    const { province: city } = region.people
    const { types } = await read(city, 'basicInfo')
    let opened = 0
    for (const { name } of types)
      for (const { key, cells } of (await read(city, name)).panels)
        for (const { row, column, value } of cells.filter(({ opens }) => opens)) {
          const address = new URLSearchParams({ panel: key, row, column, pageSize: '100' })
          const answer = await city.get(`/api/v1/analysis/records/${name}/list?${address}`)
          expect([key, row, answer.msg]).toEqual([key, row, 'ok'])
          const { total, list, columns } = recordsBehind.parse(answer.data)
          expect([key, row, column, total, list.length]).toEqual([key, row, column, value, value])
          expect(list.every(({ owner, values }) => owner !== '' && values.length === columns.length)).toBe(
            true,
          )
          opened += 1
        }
    expect(opened).toBeGreaterThan(40)
    const list = '/api/v1/analysis/records/trainingRegistration/list'
    const year = (column: string) => `panel=trainingRegistration.trainingYear&row=v2024&column=${column}`
    const own = recordsBehind.parse((await region.people.area.get(`${list}?${year('owners')}`)).data)
    expect([own.title, own.total, own.unit]).toEqual(['培训登记：培训年度为2024', 2, '人'])
    for (const [query, field] of [
      ['panel=x&row=v2024&column=records', 'panel'],
      [year('records').replace('v2024', 'v1999'), 'row'],
      [year('hours'), 'column'],
      ["panel=trainingRegistration.trainingYear&row='or'1&column=records", 'row'],
    ] as const) {
      const answer = await city.get<{ errors: { field: string }[] }>(`${list}?${query}`)
      expect([query, answer.status, answer.data.errors[0]?.field]).toEqual([query, 400, field])
    }
    expect((await city.get(`${list}?${year('records')}&institution=999999`)).status).toBe(404)
    expect((await region.people.school.get(`${list}?${year('records')}`)).status).toBe(403)
  })

  it('are the authorities’, within their scope', async () => {
    const { school, teacher, area } = region.people
    for (const none of [school, teacher])
      expect((await none.get('/api/v1/analysis/records/basicInfo')).status).toBe(403)
    expect((await area.get('/api/v1/analysis/records/none')).status).toBe(404)
    expect((await area.get('/api/v1/analysis/records/constructor')).status).toBe(404)
    expect(
      (await area.get(`/api/v1/analysis/records/basicInfo?institution=${region.places.city}`)).status,
    ).toBe(404)
  })
})
