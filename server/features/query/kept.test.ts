import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeptDetail, KeptLine, SearchAnswer } from '../../../catalogue/contract/analysis/query.ts'
import { idNumber, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { openFigures } from '../../engine/figures/index.ts'
import { createLog } from '../../platform/log/log.ts'
import { sql } from '../../platform/db/sql.ts'
import { insertMessages, notify } from '../messages/index.ts'
import type { QueryNeeds } from './options.ts'
import { running } from './rhythm.ts'
import { addPeople, type TestPerson } from './test-people.ts'

const url = '/api/v1/analysis/query'
let region: Region
beforeAll(async () => {
  region = await testRegion('kept-queries')
  const { school, otherSchool } = region.places
  await addPeople(region, [
    person('甲', school),
    person('乙', school),
    person('丙', otherSchool),
    Object.assign(person('丁', otherSchool), { subject: '13' }),
  ])
})
afterAll(() => region.close())

const person = (name: string, place: number): TestPerson => ({
  name,
  place,
  status: '11',
  gender: '2',
  birthDate: '1970-01-01',
  education: '21',
  titleLevel: '2',
  subject: '14',
  teachStart: '1992-09',
  staffCategory: '11',
  inEstablishment: true,
  backbone: false,
  politics: null,
  category: '1',
  trainings: [],
})

const mathematics = { conditions: [[{ field: 'mainSubject', op: 'eq', value: '14' }]] }
const body = (over: object = {}) => ({
  name: '数学教师',
  query: mathematics,
  columns: ['name', 'school'],
  ...over,
})
const kept = async (who: Person, over: object = {}) => {
  const answer = await who.post<{ id: number; version: number; count: number }>(url, body(over))
  expect(answer.msg).toBe('ok')
  return answer.data
}
const list = async (who: Person, which: string) =>
  (await who.get<{ list: KeptLine[] }>(`${url}?which=${which}`)).data.list
const detail = (who: Person, id: number) => who.get<KeptDetail>(`${url}/${id}`)
const titles = async (who: Person) =>
  (await who.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage?pageSize=100')).data.list.map(
    ({ title }) => title,
  )

describe('a kept query', () => {
  it('has a version for each save, with how many it found and the sentence', async () => {
    const { city, otherCity } = region.people
    const first = await kept(city)
    expect([first.version, first.count]).toEqual([1, 3])
    const older = { conditions: [[{ field: 'age', op: 'ge', value: 90 }]] }
    const second = await kept(city, { id: first.id, after: 1, query: older, name: undefined })
    expect([second.version, second.count]).toEqual([2, 0])
    const { data } = await detail(city, first.id)
    expect(data.versions.map(({ no, count }) => [no, count])).toEqual([
      [2, 0],
      [1, 3],
    ])
    expect(data.versions[1]?.sentence).toContain('主要任教学科为数学')
    const stale = await city.post(url, body({ id: first.id, after: 1 }))
    expect([stale.status, stale.msg]).toEqual([409, '该查询已在别处保存为第 2 版，请打开最新的一版再改'])
    expect((await detail(otherCity, first.id)).status).toBe(404)
    expect((await otherCity.post(url, body({ id: first.id }))).status).toBe(404)
    expect((await otherCity.del(`${url}/${first.id}`)).status).toBe(404)
    const twice = await city.post(url, body())
    expect([twice.status, twice.data.errors[0]?.field]).toEqual([400, 'name'])
    await city.put(`${url}/${first.id}`, { name: '九十岁以上' })
    expect((await list(city, 'mine')).map(({ name }) => name)).toEqual(['九十岁以上'])
    expect((await city.del(`${url}/${first.id}`)).status).toBe(200)
    expect(await list(city, 'mine')).toEqual([])
  })

  it('holds no number of a person and nothing that the search would refuse', async () => {
    const { city } = region.people
    const number = idNumber('1980-01-01', true)
    for (const [over, field] of [
      [{ query: { conditions: [[{ field: 'idCardNo', op: 'eq', value: number }]] } }, 'query'],
      [
        { query: { conditions: [[{ field: 'healthStatus', op: 'eq', value: '1' }]] } },
        'conditions.0.0.field',
      ],
      [{ query: { conditions: 'x' } }, 'query.conditions'],
      [{ query: undefined }, 'query'],
      [{ columns: ['salary'] }, 'columns'],
      [{ columns: 'x' }, 'columns'],
      [{ name: '' }, 'name'],
      [{ name: undefined }, 'name'],
      [{ other: 1 }, ''],
    ] as const) {
      const answer = await city.post(url, body(over))
      expect([answer.status, answer.data.errors[0]?.field], JSON.stringify(over)).toEqual([400, field])
      expect(answer.msg).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it('is given to offices below, each of which runs it in its own scope, and taken back', async () => {
    const { city, area, otherArea, otherCity, province } = region.people
    const { id } = await kept(city, { name: '给县区' })
    expect(await list(area, 'shared')).toEqual([])
    await city.put(`${url}/${id}`, { sharedWith: ['4'] })
    expect((await titles(area)).filter((title) => title.includes('给县区'))).toHaveLength(1)
    expect((await list(area, 'shared')).map(({ name, mine, count }) => [name, mine, count])).toEqual([
      ['给县区', false, null],
    ])
    expect(await list(otherCity, 'shared')).toEqual([])
    expect(await list(province, 'shared')).toEqual([])
    const run = async (who: Person) => {
      const { data } = await detail(who, id)
      const query = data.versions[0]?.query
      const found = await who.post<SearchAnswer>('/api/sanalysis/DataAdvancedSearch', {
        ...query,
        limit: 100,
      })
      return found.data.total
    }
    expect([await run(area), await run(otherArea), await run(city)]).toEqual([2, 1, 3])
    // A place of the giver's scope is not the reader's.
    const narrowed = { conditions: mathematics.conditions, place: region.places.otherDistrict }
    await kept(city, { id, name: undefined, query: narrowed })
    expect([await run(area), await run(city)]).toEqual([2, 1])
    expect((await area.put(`${url}/${id}`, { name: '改' })).status).toBe(404)
    expect((await area.post(url, body({ id }))).status).toBe(404)
    const up = await city.put(`${url}/${id}`, { sharedWith: ['5'] })
    expect([up.status, up.data.errors[0]?.field]).toEqual([400, 'sharedWith'])
    await city.put(`${url}/${id}`, { sharedWith: [] })
    expect((await detail(area, id)).status).toBe(404)
  })

  it('that asks what a reader may not read is refused in words', async () => {
    const { city, area } = region.people
    const { id } = await kept(city, { name: '健康' })
    await city.put(`${url}/${id}`, { sharedWith: ['4'] })
    const health = {
      conditions: [[{ field: 'healthStatus', op: 'eq', value: '1' }]],
      people: 'all',
      basis: 'personnel',
    }
    await region.db.execute(
      sql`update custom_query_version set query = ${sql.json(health)} where query_id = ${id}`,
    )
    const { data } = await detail(area, id)
    const { status, msg } = await area.post('/api/sanalysis/DataAdvancedSearch', data.versions[0]?.query)
    expect([status, msg]).toEqual([400, '“healthStatus”不能用来查询，或者您不能查看它'])
    await city.del(`${url}/${id}`)
  })

  it('runs by itself on a working day and tells its keeper how many there are, once', async () => {
    const { city, area } = region.people
    const { id } = await kept(area, { name: '每月看看' })
    const line = await area.put(`${url}/${id}`, { rhythm: 'monthly' })
    expect(line.msg).toBe('ok')
    const own: QueryNeeds = {
      db: region.db,
      engine: region.engine,
      figures: openFigures(region.engine, createLog('silent')),
      log: createLog('silent'),
      notify,
      insertMessages,
    }
    const run = () => running(own).run(new AbortController().signal)
    expect(await run()).toBe(false)
    const { next } = await region.db.one<{ next: boolean }>(sql`
      select next_on > current_date and extract(isodow from next_on) < 6 as next from custom_query where id = ${id}`)
    expect(next).toBe(true)
    await region.db.execute(sql`update custom_query set next_on = '2026-01-05', found = 5 where id = ${id}`)
    expect([await run(), await run()]).toEqual([true, false])
    expect((await titles(area)).filter((title) => title.startsWith('定时查询'))).toEqual([
      '定时查询“每月看看”：现有 2 人，比上次少 3 人',
    ])
    expect((await titles(city)).filter((title) => title.startsWith('定时查询'))).toEqual([])
    expect((await list(area, 'scheduled')).map(({ count }) => count)).toEqual([2])
  })

  it('is taken out as a file of a kept version, with its purpose, in the scope of who asks', async () => {
    const { city, area, otherCity } = region.people
    const { id, version } = await kept(city, { name: '导出', columns: ['name', 'school', 'age'] })
    await city.put(`${url}/${id}`, { sharedWith: ['4'] })
    const ask = (who: Person, of: object) =>
      who.post<{ state: string; rows: number; filters: string[] }>('/api/v1/exports', {
        list: 'query',
        query: { query: String(id), version: String(version) },
        columns: ['name', 'school', 'age', 'idCardNo'],
        format: 'csv',
        purpose: '1',
        ...of,
      })
    const made = await ask(city, {})
    expect([made.msg, made.data.state, made.data.rows]).toEqual(['ok', 'ready', 3])
    expect(made.data.filters.join()).toContain('主要任教学科为数学')
    expect((await ask(area, {})).data.rows).toBe(2)
    expect((await ask(otherCity, {})).status).toBe(404)
    for (const query of [{}, { query: 'x', version: '1' }, { query: String(id), version: '9' }])
      expect([400, 404]).toContain((await ask(city, { query })).status)
  })
})
