import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { researchStatistics, resultStatistics } from '../../../catalogue/contract/analysis/fixed.ts'
import { dictionary } from '../../../catalogue/dictionaries/dictionaries.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { countPeople } from './test-counted-people.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('figures-fixed')
  const { school, sibling, otherSchool } = region.places
  const project = (executionStatus: string, approvalNo: string, startMonth = '2024-03') => ({
    projectName: `课题${approvalNo}`,
    projectLevel: approvalNo === 'A' ? '2' : '4',
    approvalNo,
    executionStatus,
    startMonth,
  })
  const person = (placeId: number, records: Record<string, object[]>, mainSubject = '14') => ({
    placeId,
    since: '2015-09-01',
    recordedOn: '2020-01-01',
    records: { basicInfo: [{ name: '数', mainSubject, schoolStage: '2' }], ...records } as Readonly<
      Record<string, Readonly<Record<string, unknown>>[]>
    >,
  })
  await countPeople(region, [
    person(school, {
      researchRecord: [project('4', 'A'), project('1', 'B')],
      paper: [{ publishMonth: '2024-05' }, { publishMonth: '2023-05' }],
      achievementAward: [{ awardMonth: '2024-06', adminLevel: '41' }],
    }),
    // A member of the same project.
    person(sibling, {
      researchRecord: [project('4', 'A')],
    }),
    person(otherSchool, {
      researchRecord: [project('2', 'C', '2020-09')],
      writing: [{ publishMonth: '2024-01', writingKind: '14' }],
    }),
  ])
  await region.db.execute(sql`
    with b as materialized (select owner_id, main_subject, school_stage from rec_basic_info)
    update teacher t set subject = b.main_subject, stage = b.school_stage
    from b
    where b.owner_id = t.id`)
  await region.db.execute(sql`
    update institution set area_code = '441723' where id = ${region.places.otherDistrict}`)
})
afterAll(() => region.close())

async function read<T extends z.ZodType>(who: Person, name: string, schema: T): Promise<z.output<T>> {
  const answer = await who.get(`/api/v1/page/${name}`)
  expect([name, answer.msg]).toEqual([name, 'ok'])
  return schema.parse(answer.data)
}

describe('the fixed calls of statistics', () => {
  it('count a project once, however many members keep it in their archives', async () => {
    const { city, area, school } = region.people
    const all = await read(city, 'ky_statistics', researchStatistics)
    expect(all.summary).toEqual({ projects: 3, established: 2, closed: 1 })
    expect(all.by_area).toEqual([
      { name: '东区教育局', value: 2 },
      { name: '西区教育局', value: 1 },
    ])
    expect(all.by_subject).toEqual([{ name: '数学', value: 3 }])
    expect((await read(area, 'ky_statistics?level=2', researchStatistics)).summary.projects).toBe(1)
    expect((await read(city, 'ky_statistics?year=2020', researchStatistics)).summary.projects).toBe(1)
    expect((await read(school, 'ky_statistics', researchStatistics)).summary.projects).toBe(2)
    const west = await read(city, 'ky_statistics?area_code=441723', researchStatistics)
    expect(west.summary).toEqual({ projects: 1, established: 0, closed: 0 })
  })

  it('show results by level, area and year', async () => {
    const { city } = region.people
    const all = await read(city, 'result_statistics', resultStatistics)
    expect(all.summary).toEqual({ papers: 2, awards: 1, books: 1 })
    expect(all.by_level).toHaveLength(1)
    expect(all.trend).toEqual([
      { name: '2023', value: 1 },
      { name: '2024', value: 3 },
    ])
    expect((await read(city, 'result_statistics?kind=book&year=2023', resultStatistics)).by_area).toEqual([])
  })

  it('take the kinds of dictionary achievementKind, each counted in its records', async () => {
    const { city } = region.people
    const trend = async (kind: string) =>
      (await read(city, `result_statistics?kind=${kind}`, resultStatistics)).trend
    expect(await trend('308')).toEqual(await trend('paper'))
    const books = await Promise.all(['301', '302', '303', '304', '305', '306', '999'].map(trend))
    expect(books.flat()).toEqual(await trend('book'))
    for (const { code } of dictionary('achievementKind').items)
      expect(Array.isArray(await trend(code)), code).toBe(true)
    const refused = await city.get('/api/v1/page/result_statistics?kind=307')
    expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, 'kind'])
  })

  it('are offices’, within their scope, and refuse in words', async () => {
    const { teacher, admin, area } = region.people
    for (const name of ['ky_statistics', 'result_statistics']) {
      for (const none of [teacher, admin]) expect((await none.get(`/api/v1/page/${name}`)).status).toBe(403)
      for (const [query, field] of [
        ['area_code=441723', 'area_code'],
        ['area_code=1', 'area_code'],
        ['year=x', 'year'],
      ]) {
        const answer = await area.get(`/api/v1/page/${name}?${query}`)
        expect([name, query, answer.status, answer.data.errors[0]?.field]).toEqual([name, query, 400, field])
      }
    }
  })
})
