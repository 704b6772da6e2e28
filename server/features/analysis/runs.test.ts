import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  analysis,
  frozenRuns,
  panel as panelShape,
  type Analysis,
} from '../../../catalogue/contract/analysis/figures.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { freezing } from './runs.ts'
import { countPeople, recordsOf, type Countable } from './test-counted-people.ts'

let region: Region
const lastYear = Number(today().slice(0, 4)) - 1
const on = `${lastYear}-09-01`
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
  region = await testRegion('figures-runs')
  const { db, places } = region
  await db.execute(sql`delete from membership`)
  const at = (placeId: number, more: Partial<Countable> = {}): Countable => ({
    placeId,
    since: '2015-09-01',
    recordedOn: '2020-01-01',
    records: recordsOf(said, lastYear),
    ...more,
  })
  await countPeople(region, [
    ...Array.from({ length: 6 }, () => at(places.school)),
    ...Array.from({ length: 4 }, () => at(places.sibling)),
    at(places.otherSchool, { posted: { placeId: places.school, from: `${lastYear}-03-01` } }),
    at(places.otherSchool, {
      changed: { on: `${lastYear}-10-10`, values: { mainSubject: '22' } },
    }),
    // Came afterwards.
    at(places.school, { since: `${lastYear}-10-01` }),
  ])
})
afterAll(() => region.close())

const read = async (who: Person, query: string): Promise<Analysis> => {
  const answer = await who.get(`/api/v1/analysis/teacherecharts?${query}`)
  expect(answer.msg).toBe('ok')
  return analysis.parse(answer.data)
}
const figures = ({ panels }: Analysis) =>
  panels.map(({ key, cells }) => [key, cells.map(({ row, column, value }) => [row, column, value])])
const job = () => freezing(region.engine, () => today())
const made = () => job().run(new AbortController().signal)

describe('a frozen first of September', () => {
  it('is made for the administrator or the province, once the day is over, and said in the audit', async () => {
    const { admin, province, city, school } = region.people
    const url = '/api/v1/analysis/runs'
    for (const none of [city, school]) {
      expect((await none.get(url)).status).toBe(403)
      expect((await none.post(url, { on, reason: '试' })).status).toBe(403)
    }
    for (const [body, field] of [
      [{ on: `${lastYear}-09-02`, reason: '试' }, 'on'],
      [{ on: `${lastYear + 40}-09-01`, reason: '试' }, 'on'],
      [{ on, reason: ' ' }, 'reason'],
    ] as const) {
      const answer = await province.post(url, body)
      expect([answer.status, answer.data.errors[0]?.field]).toEqual([400, field])
    }
    expect((await province.post(url, { on, reason: '补报去年的数据' })).msg).toBe('ok')
    expect((await admin.post(url, { on, reason: '再来一次' })).status).toBe(409)
    const audit = await region.db.query(
      sql`select facts ->> 'on' as "on" from audit where action = 'figures.asked'`,
    )
    expect(audit).toEqual([{ on }])
  })

  it('keeps the figures of that day whatever is changed afterwards; a correction is another version', async () => {
    const { city, province } = region.people
    const query = `on=${on}`
    const built = await read(city, query)
    expect([built.frozen, built.version]).toEqual([false, null])
    expect(await made()).toBe(true)
    expect(await made()).toBe(false)
    const frozen = await read(city, query)
    expect([frozen.frozen, frozen.version, frozen.dates]).toEqual([true, 1, [{ on, version: 1 }]])
    expect(figures(frozen)).toEqual(figures(built))
    const totals = await region.db.query(sql`
      select institution_id as id, persons from figure_total where mark = 'fulltime' order by 1`)
    const { places } = region
    expect(totals).toEqual(
      [
        { id: places.school, persons: 6 },
        { id: places.sibling, persons: 4 },
        { id: places.otherSchool, persons: 2 },
      ].toSorted((a, b) => a.id - b.id),
    )
    // Somebody finds that one of them never was there.
    await region.db.execute(sql`
      update membership set from_on = ${`${lastYear}-09-02`}::date
      where teacher_id = (select min(teacher_id) from membership where institution_id = ${places.sibling})`)
    expect(figures(await read(city, query))).toEqual(figures(frozen))
    await province.post('/api/v1/analysis/runs', { on, reason: '一名教师当时不在岗' })
    expect(await made()).toBe(true)
    const corrected = await read(city, `${query}&basis=personnel`)
    expect([corrected.version, corrected.dates]).toEqual([2, [{ on, version: 2 }]])
    const all = (page: Analysis) =>
      page.panels.find(({ key }) => key === 'fulltime')?.cells.find(({ row }) => row === 'all')?.value
    expect([all(frozen), all(corrected)]).toEqual([12, 11])
    const { list } = frozenRuns.parse((await province.get('/api/v1/analysis/runs')).data)
    expect(list.map(({ version, state, persons }) => [version, state, persons])).toEqual([
      [2, 'done', 11],
      [1, 'done', 12],
    ])
  })

  it('is a point of the lines along the years, beside those of another place', async () => {
    const { city, area, school } = region.people
    const { places } = region
    const url = '/api/v1/analysis/teacherecharts'
    const trend = async (query: string) => {
      const answer = await city.get(`${url}/trend?${query}`)
      expect([query, answer.msg]).toEqual([query, 'ok'])
      return panelShape.parse(answer.data)
    }
    const all = await trend('panel=fulltime')
    expect([all.form, all.rows.map(({ key }) => key)]).toEqual(['lines', [on, today()]])
    const now = (await read(city, '')).panels.find(({ key }) => key === 'fulltime')?.cells
    const nowAll = now?.find(({ row }) => row === 'all')?.value
    expect(all.cells.map(({ column, value }) => [column, value])).toEqual([
      ['all:all', 11],
      ['all:all', nowAll],
    ])
    const list = await city.get<{ total: number }>(
      `${url}/persons?panel=fulltime&row=all&column=all&on=${on}`,
    )
    expect(list.data.total).toBe(11)
    const two = await trend(`panel=fulltime&institution=${places.district}&versus=${places.otherDistrict}`)
    expect(two.columns.map(({ label }) => label)).toEqual(['东区教育局', '西区教育局'])
    expect(two.cells.filter(({ row }) => row === on).map(({ value }) => value)).toEqual([9, 2])
    const stages = await trend('panel=female')
    expect(stages.columns.map(({ label }) => label)).toEqual(['小学'])
    for (const [query, field] of [
      ['panel=titleMix.age', 'panel'],
      ['panel=nothing', 'panel'],
      ['', 'panel'],
      ['panel=fulltime&on=2999-01-01', 'on'],
    ] as const) {
      const answer = await city.get<{ errors: { field: string }[] }>(`${url}/trend?${query}`)
      expect([query, answer.status, answer.data.errors[0]?.field]).toEqual([query, 400, field])
    }
    expect((await area.get(`${url}/trend?panel=fulltime&versus=${places.otherDistrict}`)).status).toBe(404)
    expect((await school.get(`${url}/trend?panel=fulltime`)).status).toBe(403)
  })

  it('is compared with today, cell by cell, a merged school through its successor', async () => {
    const { city, area } = region.people
    const { places, db } = region
    const page = await read(city, `compare=${on}`)
    const cells = page.panels.find(({ key }) => key === 'fulltime')?.cells ?? []
    expect(cells.find(({ row }) => row === 'all')).toMatchObject({ before: 11 })
    await db.execute(sql`
      update institution set closed_on = current_date, successor_id = ${places.school} where id = ${places.sibling}`)
    const soon = { timeout: 10_000, interval: 300 }
    const bySchool = async () => {
      const merged = await read(area, `on=${on}`)
      const panel = merged.panels.find(({ key }) => key === 'fulltime')
      return panel?.cells.map(({ row, value }) => [row, value])
    }
    await expect.poll(bySchool, soon).toEqual([
      [`p${places.school}`, 9],
      ['all', 9],
    ])
    const now = await read(area, '')
    expect(now.places).toMatchObject([{ id: places.school, merged: true }])
  })

  it('comes by itself in September, once', async () => {
    const year = lastYear - 3
    const own = freezing(region.engine, () => `${year}-09-02`)
    await own.run(new AbortController().signal)
    await own.run(new AbortController().signal)
    await freezing(region.engine, () => `${year - 1}-10-01`).run(new AbortController().signal)
    await freezing(region.engine, () => `${year - 1}-09-01`).run(new AbortController().signal)
    const runs = await region.db.query(sql`
      select on_day as "on", version, state, by_identity as by from figure_run where on_day < ${on}::date`)
    expect(runs).toEqual([{ on: `${year}-09-01`, version: 1, state: 'done', by: null }])
  })
})
