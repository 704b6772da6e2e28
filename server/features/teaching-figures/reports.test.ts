import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { figureList, type FigureList } from '../../../catalogue/contract/figure-table.ts'
import { teachingReport, type TeachingReportAnswer } from '../../../catalogue/contract/teaching/reports.ts'
import { rounded } from '../../../catalogue/figures/rounding.ts'
import { groupsOfReport, teachingReports, type TeachingReport } from '../../../catalogue/figures/teaching.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { hashPassword } from '../../app/testing/test-sign-in.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { addFacts, countSignIn, dropFacts } from '../../engine/person-facts/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { countPeople } from '../analysis/test-counted-people.ts'
import { activityIn, summary } from '../teaching/test-activity.ts'
import { monthAfter, monthsBetween } from './asked.ts'

const password = 'Otter-7-kites'
const month = today().slice(0, 7)
const last = monthAfter(month, -1)
let region: Region
let people: number[] = []

beforeAll(async () => {
  region = await testRegion('teaching-reports')
  const { school, sibling, otherSchool, otherDistrict, district } = region.places
  const of = (placeId: number, more: object = {}) => ({
    placeId,
    since: '2015-09-01',
    recordedOn: '2020-01-01',
    records: { basicInfo: [{ name: '数', staffCategory: '11', schoolStage: '3', mainSubject: '14' }] },
    ...more,
  })
  // The last one came from the other district on the 15th of last month.
  const before = [{ placeId: otherSchool, from: '2015-09-01', to: `${last}-14` }]
  people = await countPeople(region, [
    of(school),
    of(school),
    of(sibling),
    of(otherSchool),
    of(school, { since: `${last}-15`, before }),
  ])
  await region.db.execute(sql`
    update institution set area_code = case id when ${district} then '441702' else '441723' end
    where id in (${district}, ${otherDistrict})`)
})
afterAll(() => region.close())

const url = (report: TeachingReport) => `/api/v1/jy/statistics/${report}`
async function read(who: Person, report: TeachingReport, query = ''): Promise<TeachingReportAnswer> {
  const answer = await who.get(`${url(report)}?${query}`)
  expect([query, answer.msg]).toEqual([query, 'ok'])
  return teachingReport.parse(answer.data)
}
async function list(who: Person, report: TeachingReport, query: string): Promise<FigureList> {
  const answer = await who.get(`${url(report)}/list?${query}`)
  expect([query, answer.msg]).toEqual([query, 'ok'])
  return figureList.parse(answer.data)
}
const named = ({ table }: TeachingReportAnswer, name: string) =>
  table.find((row) => row.name.startsWith(name))?.cells
const wrote = (ownerId: number, source: string, day: string, tenths: number) =>
  region.db.transaction((tx) =>
    addFacts(region.engine, tx, { ownerId, source }, [{ kind: 'present', ref: source, day, tenths }]),
  )

describe('a report of teaching research', () => {
  it('counts hours where somebody worked that day: 6.0 at the old school, 3.5 at the new (55)', async () => {
    const [, , , , moved = 0] = people
    await wrote(moved, 'a', `${last}-10`, 60)
    await wrote(moved, 'b', `${last}-20`, 35)
    const asked = `start=${last}&end=${last}`
    const answer = await read(region.people.city, 'learning', asked)
    expect(named(answer, '西区')).toMatchObject({ times: 1, people: 1, hours: 6 })
    expect(named(answer, '东区')).toMatchObject({ times: 1, people: 1, hours: 3.5 })
    // One person: the total is counted, not added.
    expect(answer.summary).toMatchObject({ times: 2, people: 1, hours: 9.5 })
    const east = await read(region.people.area, 'learning', asked)
    expect(east.summary).toMatchObject({ times: 1, hours: 3.5 })
    for (const source of ['a', 'b'])
      await region.db.transaction((tx) => dropFacts(tx, { ownerId: moved, source }))
    expect((await read(region.people.city, 'learning', asked)).summary).toMatchObject({ times: 0, people: 0 })
  })

  it('divides by the people in post: 1 240.5 hours of 512 are 2.42 each (56)', () => {
    expect(rounded(12_405, 10 * 512, { decimals: 2 })).toBe(2.42)
  })

  it('counts sign-ins of teachers by month, each person once', async () => {
    const { teacher, city, area } = region.people
    const before = await read(city, 'users')
    await region.db.execute(sql`
      update person set login_name = 'reader', password_hash = ${await hashPassword(password)}, password_changed_at = now()
      where id = ${teacher.personId}`)
    for (const account of ['reader', 'reader']) {
      const payload = { account, password }
      const answer = await region.app.inject({ method: 'POST', url: '/api/v1/login', payload })
      expect(answer.statusCode).toBe(200)
    }
    await countSignIn(region.db, 2_000_000_000)
    const after = await read(city, 'users')
    const active = Number(after.summary['active'])
    expect(active).toBeGreaterThan(0)
    expect(Number(after.summary['signIns']) - Number(before.summary['signIns'] ?? 0)).toBe(2)
    expect((await list(city, 'users', 'row=all&column=active')).total).toBe(active)
    expect((await read(area, 'users', `start=${monthAfter(month, -3)}&end=${last}`)).summary).toMatchObject({
      active: 0,
      activeRate: 0,
    })
  })

  /** An activity with a lecturer and an observer who came, archived; both sittings are marked for the lecturer. */
  async function archived() {
    const life = activityIn(region)
    const [lecturer, observer] = [await life.teacher(), await life.teacher()]
    const id = await life.opened({ signupEnd: minuteIn(-181) })
    const task = { lessonTitle: '背影', lessonSubject: '13', lessonGrade: '08' }
    const invited = await life.invited(id, { teachers: [lecturer.teacherId], ...task })
    await life.act(lecturer, invited.data.done[0]?.id ?? '', 'accept')
    const other = await life.invited(id, { teachers: [observer.teacherId] })
    const place = other.data.done[0]?.id ?? ''
    await life.act(observer, place, 'accept')
    await life.actOn(id, 'start')
    await life.swept()
    const board = await life.board(id)
    const [first, second] = board.data.sittings
    await life.marked(first?.id ?? '', [lecturer.name, observer.name])
    await life.marked(second?.id ?? '', [lecturer.name])
    await life.actOn(id, 'end')
    await life.edit(id, { summary, noSheets: '当天集体评议，没有填表。' })
    await life.actOn(id, 'archive')
    await life.swept()
    return { life, id, lecturer, observer, place, sitting: first?.id ?? '' }
  }

  it('follows an activity into its archive and out again', async () => {
    const { city, area, school } = region.people
    const { life, id, lecturer } = await archived()
    const answer = await read(city, 'learning')
    expect(named(answer, '东区')).toMatchObject({ activities: 1, times: 3, people: 2, taught: 1, hours: 5.5 })
    const behind = await list(city, 'learning', 'row=all&column=times')
    expect(behind.list.map(({ values }) => [values[2], values[3]].join(' '))).toEqual(
      expect.arrayContaining([expect.stringMatching(/《背影》\d+ 上课/)]),
    )
    const [taught] = (await list(area, 'learning', 'row=all&column=taught')).list
    expect([taught?.name, taught?.values[3]]).toEqual([lecturer.name, '背影'])
    expect((await life.actOn(id, 'unarchive', { reason: '纪要要改' }, school)).data.state).toBe('ended')
    await life.swept()
    expect(named(await read(city, 'learning'), '东区')).toMatchObject({ times: 0, taught: 0, activities: 1 })
  })

  it('follows a mark that is corrected after it was archived: a counter-entry, and the list agrees (57)', async () => {
    const { city, school } = region.people
    const { life, id, observer, place, sitting } = await archived()
    const corrections = `/api/v1/presence/sessions/${sitting}/corrections`
    const corrected = async (wish: string, reason: string) => {
      const asked = await observer.post<{ id: string }>(corrections, { way: 'in', wish, reason })
      expect(asked.status, asked.msg).toBe(200)
      const answer = await school.post(`${corrections}/${asked.data.id}`, { accepted: true, note: '' })
      expect(answer.status, answer.msg).toBe(200)
    }
    const state = async () => {
      const { table } = await read(city, 'learning')
      const cells = table.find(({ name }) => name.startsWith('东区'))?.cells
      const { total } = await list(city, 'learning', 'row=all&column=times')
      const entries = await region.db.query<{ tenths: number }>(sql`
        select tenths from ledger_entry where owner_id = ${observer.teacherId} order by id`)
      return [await life.stateOf(place), cells?.['times'], total, entries.map(({ tenths }) => tenths)]
    }
    expect(await state()).toEqual(['recorded', 3, 3, [20]])
    await corrected('6', '当天请假，签到表登记错了')
    expect(await state()).toEqual(['missed', 2, 2, [20, -20]])
    await corrected('1', '核对照片，确实在场')
    expect(await state()).toEqual(['recorded', 3, 3, [20, -20, 20]])
    await life.actOn(id, 'unarchive', { reason: '纪要要改' }, school)
    await life.swept()
    expect(await state()).toEqual(['confirmed', 0, 0, [20, -20, 20, -20]])
  })

  it('tells of items outside of their reach only that they are there', async () => {
    const { city } = region.people
    const { school, district, otherSchool, otherDistrict } = region.places
    const item = (id: number, place: number, above: number, key: number, title: string) => sql`
      insert into shelf (kind, item_id, version, reach, reach_key, institution_id, district_id, city_id, title, terms,
        subject, stage, published_at)
      select 'resource', ${id}, 1, '1', ${key}, ${place}, ${above}, i.city_id, ${title}, to_tsvector('simple', ''), '14',
        '3', now()
      from institution i where i.id = ${place}`
    await region.db.execute(item(900_001, school, district, 0, '公开的课件'))
    await region.db.execute(item(900_002, otherSchool, otherDistrict, otherSchool, '校内的课件'))
    await region.db.execute(sql`
      insert into use_event (day, kind, item_id, version, person_id, institution_id, act)
      select ${today()}::date, 'resource', 900001, 1, p.id, ${school}, a
      from (select min(id) as id from person) p, unnest(array['view', 'download']) a`)
    const charts = await read(city, 'resource-charts')
    expect(named(charts, '资源')).toMatchObject({ passed: 2, used: 1, users: 1 })
    const behind = await list(city, 'resource-charts', 'row=resource&column=passed')
    expect(behind.list.map(({ name }) => name).toSorted()).toEqual(['公开的课件', '（仅在其单位内共享）'])
    expect((await read(city, 'resource-charts', 'group_by=subject&subject=14')).summary).toMatchObject({
      passed: 2,
    })
    const months = await read(city, 'resources', 'group_by=month')
    expect([months.total, months.table[1]?.key, months.table[1]?.cells['passed']]).toEqual([13, month, 2])
    // Neither stage nor subject is asked of what was begun: the tables by kind and month heed neither.
    for (const [report, by] of [
      ['resource-charts', 'kind'],
      ['resources', 'month'],
    ] as const) {
      const narrowed = await read(city, report, `group_by=${by}&stage=5&subject=21`)
      expect([by, narrowed.summary]).toEqual([by, (await read(city, report, `group_by=${by}`)).summary])
    }
    // Schools of fewer than ten people have no rate.
    const schools = await read(city, 'resources')
    expect(schools.table.slice(1).every(({ cells }) => cells['each'] === null)).toBe(true)
  })

  it('opens under every number a list with as many rows', async () => {
    const { city } = region.people
    for (const report of teachingReports)
      for (const group of groupsOfReport[report]) {
        const { table, columns } = await read(city, report, `group_by=${group}&pageSize=100`)
        for (const { key, cells } of table)
          for (const column of columns) {
            const number = cells[column.key]
            if (!column.opens || !number) continue
            const asked = `group_by=${group}&row=${encodeURIComponent(key)}&column=${column.key}&pageSize=100`
            const { total, list: rows } = await list(city, report, asked)
            expect([report, asked, total, rows.length]).toEqual([report, asked, number, number])
          }
      }
  })
})

describe('reports of teaching research', () => {
  it('are offices’, each within its scope', async () => {
    const { teacher, admin, school, area, city } = region.people
    for (const report of teachingReports) {
      for (const none of [teacher, admin, school]) {
        expect((await none.get(url(report))).status).toBe(403)
        expect((await none.get(`${url(report)}/list?row=all&column=people`)).status).toBe(403)
      }
      expect((await area.get(`${url(report)}?area_code=441723`)).status).toBe(404)
      expect((await city.get(`${url(report)}?area_code=999999`)).status).toBe(404)
    }
    expect((await area.get(`${url('users')}/list?area_code=441723&row=all&column=accounts`)).status).toBe(404)
    const foreign = `row=p${region.places.otherSchool}&column=accounts`
    expect((await area.get(`${url('users')}/list?${foreign}`)).status).toBe(404)
  })

  it('refuse in words what they cannot answer', async () => {
    const { city } = region.people
    for (const [query, field] of [
      ['area_code=1', 'area_code'],
      ['start=2026', 'start'],
      ['end=2026-13', 'end'],
      [`end=${monthAfter(month, 1)}`, 'end'],
      [`start=${month}&end=${last}`, 'start'],
      ['start=2001-01', 'start'],
      ['group_by=x', 'group_by'],
      ['group_by=school', 'group_by'],
      ['stage=x', 'stage'],
      ['subject=x', 'subject'],
      ['export=2', 'export'],
      ['page=0', 'page'],
    ]) {
      const answer = await city.get(`${url('users')}?${query}`)
      expect([query, answer.status, answer.data.errors[0]?.field]).toEqual([query, 400, field])
    }
    for (const query of [
      'row=all&column=signIns',
      'row=all&column=x',
      'column=active',
      'row=all&column=staff',
    ])
      expect([query, (await city.get(`${url('users')}/list?${query}`)).status]).toEqual([query, 400])
    expect((await city.get(`${url('users')}/list?row=p0&column=active`)).status).toBe(404)
    expect((await city.get('/api/v1/jy/statistics/x')).status).toBe(400)
  })

  it('are taken out with a purpose, tables and lists alike', async () => {
    const { city } = region.people
    expect((await read(city, 'users', 'export=1')).table).toHaveLength((await read(city, 'users')).total + 1)
    for (const [name, query, columns] of [
      ['jy/statistics', { report: 'learning' }, ['name', 'times', 'hours']],
      [
        'jy/statistics-list',
        { report: 'users', row: 'all', column: 'active' },
        ['name', 'institution', 'value2'],
      ],
    ] as const) {
      const body = { list: name, query, columns, purpose: '1' }
      const made = await city.post<{ rows: number }>('/api/v1/exports/preview', body)
      expect([name, made.msg, made.data.rows > 0]).toEqual([name, 'ok', true])
      expect((await region.people.teacher.post('/api/v1/exports/preview', body)).status).toBe(403)
    }
  })

  it('know the months between two', () => {
    expect([monthAfter('2026-11', 2), monthAfter('2026-01', -1), monthAfter('2026-12', -12)]).toEqual([
      '2027-01',
      '2025-12',
      '2025-12',
    ])
    expect(monthsBetween('2025-09', '2026-01')).toBe(5)
  })
})
