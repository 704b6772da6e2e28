import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  trainingList,
  trainingStatistics,
  type TrainingList,
  type TrainingStatistics,
} from '../../../catalogue/contract/training/figures.ts'
import { trainingColumns, trainingGroups } from '../../../catalogue/figures/training.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { today } from '../../platform/clock/clock.ts'
import { usualRule } from '../../../catalogue/hours/rule.ts'
import { postEntry, recountYear } from '../../engine/ledger/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { hoursIn, openNumbers } from './numbers.ts'
import { countPeople } from '../analysis/test-counted-people.ts'
import { addProject, enrol, failed, followed, learning, passed } from './test-enrolments.ts'

const year = Number(today().slice(0, 4))
const url = '/api/v1/page/training_statistics'
let region: Region
let people: number[] = []
let projects: { x: string; y: string; school: string } = { x: '', y: '', school: '' }

beforeAll(async () => {
  region = await testRegion('training-statistics')
  const { school, sibling, otherSchool, otherDistrict, district } = region.places
  const of = (placeId: number, mainSubject: string, more: object = {}) => ({
    placeId,
    since: '2015-09-01',
    recordedOn: '2020-01-01',
    records: {
      basicInfo: [
        {
          name: '数',
          staffCategory: '11',
          schoolStage: '3',
          mainSubject,
          teachStartMonth: '2010-09',
          ...more,
        },
      ],
    },
  })
  people = await countPeople(region, [
    of(school, '14'),
    of(school, '14'),
    of(school, '13'),
    of(sibling, '13', { teachStartMonth: `${year}-01` }),
    of(sibling, '13'),
    of(otherSchool, '14'),
  ])
  await region.db.execute(sql`
    update institution set area_code = case id when ${district} then '441702' else '441723' end
    where id in (${district}, ${otherDistrict})`)
  // Six full-time teachers: five of the eastern district, of whom three took part, and one of the western.
  projects = {
    x: await addProject(region, { title: 'X', sessions, classes }),
    y: await addProject(region, { title: 'Y', trainingLevel: '4' }),
    school: await addProject(region, { title: '校本', host: otherSchool, trainingLevel: '5' }),
  }
  const [p1 = 0, p2 = 0, p3 = 0, , , west = 0] = people
  await enrol(region, projects.x, p1, passed)
  await enrol(region, projects.y, p1, passed)
  await enrol(region, projects.x, p2, passed)
  await enrol(region, projects.x, p3, learning)
  await enrol(region, projects.school, west, failed, otherSchool)
  await region.db.execute(sql`
    update process_case set value = value || '{"className": "一班"}' where campaign_id = ${projects.x}::uuid`)
  await region.db.execute(sql`
    insert into ledger_balance (owner_id, account, year, category, raw, counted, rule_version)
    select ${p1}::int, 'training', ${year}::int, x.category, x.counted, x.counted, 1
    from (values ('1', 300), ('2', 420), ('3', 180)) as x(category, counted)
    union all select ${p2}::int, 'training', ${year}::int, '1', 300, 300, 1`)
  await followed(region)
})
afterAll(() => region.close())

/** Seconds of a day. */
const day = 86_400

const sessions = [
  {
    title: '单元设计',
    lecturer: '陶叙白',
    startsAt: `${year}-01-05T08:30`,
    endsAt: `${year}-01-05T11:30`,
    hours: 4,
  },
  {
    title: '课例研磨',
    lecturer: '陶叙白',
    startsAt: `${year}-01-06T08:30`,
    endsAt: `${year}-01-06T11:30`,
    hours: 4,
  },
]
const classes = [{ className: '一班', headTeacher: '韦南星', tutors: '陶叙白、谭若棠', maxCount: 9 }]

async function read(who: Person, query = ''): Promise<TrainingStatistics> {
  const answer = await who.get(`${url}?${query}`)
  expect([query, answer.msg]).toEqual([query, 'ok'])
  return trainingStatistics.parse(answer.data)
}
async function list(who: Person, query: string): Promise<TrainingList> {
  const answer = await who.get(`${url}/list?${query}`)
  expect([query, answer.msg]).toEqual([query, 'ok'])
  return trainingList.parse(answer.data)
}
const named = ({ table }: TrainingStatistics, name: string) =>
  table.find((row) => row.name.startsWith(name))?.cells

describe('training by area', () => {
  it('counts people once and entries each (P1 passed X and Y, P2 passed X, P3 learns; five teachers)', async () => {
    const answer = await read(region.people.city, 'area_code=441702')
    expect(named(answer, '东区')).toMatchObject({
      staff: 5,
      people: 3,
      peopleRate: 60,
      times: 4,
      qualified: 3,
      passRate: 100,
      hours: 120,
      hoursEach: 24,
      met: 1,
      metRate: 20,
      // Five teachers, of whom one began this year.
      untrained: 4,
    })
    expect(answer.summary).toEqual({ projects: 2, people: 3, hours: 120, rate: 20 })
    const behind = await list(region.people.city, 'area_code=441702&row=all&column=people')
    expect(behind.total).toBe(3)
    expect(behind.list.map(({ teacherId }) => teacherId)).toEqual(people.slice(0, 3))
  })

  it('shows the places one step below, which lead further down', async () => {
    const answer = await read(region.people.city)
    expect(answer.table[0]?.key).toBe('all')
    expect(named(answer, '西区')).toMatchObject({ staff: 1, people: 1, passRate: 0 })
    expect(answer.table.find(({ name }) => name.startsWith('东区'))).toMatchObject({ drill: '441702' })
    expect(answer.total).toBe(answer.table.length - 1)
    const down = await read(region.people.city, 'area_code=441702')
    expect(down.place.path.map(({ name }) => name)).toEqual(expect.arrayContaining([answer.place.name]))
    const second = await read(region.people.city, 'page=2&pageSize=1')
    expect([second.table.length, second.table[0]?.key === 'all']).toEqual([1, false])
  })

  it('opens under every number a list with as many rows', async () => {
    const { city } = region.people
    for (const group of ['area', 'school', 'fair', 'age', 'urban', 'subject', 'project', 'tutor'] as const) {
      const { table } = await read(city, `group_by=${group}&pageSize=100`)
      for (const { key, cells } of table)
        for (const column of trainingColumns[group]) {
          const number = cells[column.key]
          if (column.opens === undefined || !number) continue
          const asked = `group_by=${group}&row=${encodeURIComponent(key)}&column=${column.key}`
          const { total, list: rows } = await list(city, `${asked}&pageSize=100`)
          expect([asked, total, rows.length]).toEqual([asked, number, number])
        }
    }
  })

  it('pages entries without leaving out or repeating one', async () => {
    const asked = 'row=all&column=times'
    const whole = (await list(region.people.city, asked)).list.map(({ key }) => key)
    const pages = []
    for (const page of [1, 2, 3])
      pages.push(...(await list(region.people.city, `${asked}&pageSize=2&page=${page}`)).list)
    expect(pages.map(({ key }) => key)).toEqual(whole)
    expect(new Set(whole).size).toBe(5)
  })

  it('narrows by stage, subject and level', async () => {
    const { city } = region.people
    expect((await read(city, 'subject=14')).table[0]?.cells).toMatchObject({ staff: 3, people: 3, times: 4 })
    expect((await read(city, 'level=3')).table[0]?.cells).toMatchObject({ staff: 6, people: 3, times: 3 })
    expect((await read(city, 'stage=2')).table[0]?.cells).toMatchObject({
      staff: 0,
      people: 0,
      metRate: null,
    })
    const subjects = await read(city, 'group_by=subject')
    expect(named(subjects, '数学')).toMatchObject({ staff: 3, people: 3 })
  })

  it('follows what is posted to the accounts of hours', async () => {
    const numbers = openNumbers(region.db, 0)
    const set = hoursIn(usualRule(year))
    const [, , , , , west = 0] = people
    expect((await numbers.of(set))[2 * west]).toBe(0)
    await region.db.transaction((tx) =>
      postEntry(tx, {
        ownerId: west,
        account: 'training',
        year: year - 1,
        category: '2',
        source: 'registration',
        tenths: 80,
        from: null,
        to: null,
        certificate: '',
        of: { type: 'test', id: 'a' },
        by: null,
        version: 1,
      }),
    )
    expect((await numbers.of(hoursIn(usualRule(year - 1))))[2 * west]).toBe(80)
    await region.db.transaction((tx) => recountYear(tx, { ownerId: west, account: 'training', year }))
    expect([(await numbers.of(set))[2 * west], numbers.changes()]).toEqual([0, 2])
  })

  it('of a year without anything says so, with the years that have something', async () => {
    const answer = await read(region.people.city, `year=${year - 1}`)
    expect(answer.summary.people).toBe(0)
    expect(answer.years).toEqual([year])
  })
})

describe('training by project, tutor and office', () => {
  it('counts what became of the entries of the place', async () => {
    const { city, area } = region.people
    const answer = await read(city, 'group_by=project')
    expect(named(answer, 'X')).toMatchObject({
      quota: 10,
      used: 3,
      learning: 1,
      qualified: 2,
      passRate: 100,
      hours: 80,
    })
    expect(answer.total).toBe(3)
    // The district sees projects of its people and of its schools, not those of its neighbour.
    const east = await read(area, 'group_by=project')
    expect(east.table.map(({ name }) => name).toSorted()).toEqual(['X', 'Y'])
  })

  it('counts classes, sessions and hours of tutors', async () => {
    const answer = await read(region.people.city, 'group_by=tutor')
    expect(named(answer, '陶叙白')).toMatchObject({
      classes: 1,
      sessions: 2,
      hours: 8,
      learners: 3,
      last: `${year}-01-06 08:30`,
    })
    expect(named(answer, '谭若棠')).toMatchObject({ classes: 1, sessions: 0, hours: 0, last: null })
  })

  it('counts what offices handled and what lies with them', async () => {
    const { places, people: staff } = region
    const step = {
      from: 'recommending',
      to: 'recommending',
      move: 'approve',
      by: places.district,
      waited: 7 * day,
    }
    const returned = { ...step, move: 'return', to: 'returned', waited: 14 * day }
    await enrol(region, projects.y, people[3] ?? 0, [step])
    await enrol(region, projects.y, people[4] ?? 0, [step, returned])
    const answer = await read(staff.city, 'group_by=manager')
    expect(named(answer, '东区')).toMatchObject({
      done: 3,
      // Seven days have five working days, whatever day it is.
      average: 6.7,
      longest: 10,
      returnRate: 33.3,
      pending: 0,
    })
    const behind = await list(staff.city, `group_by=manager&row=p${places.district}&column=done`)
    expect(behind.list.map(({ values }) => values[1]).toSorted()).toEqual(['退回', '通过', '通过'])
  })
})

describe('the statistics of training', () => {
  it('are offices’, each within its scope', async () => {
    const { teacher, admin, area, school, city } = region.people
    for (const none of [teacher, admin]) {
      expect((await none.get(url)).status).toBe(403)
      expect((await none.get(`${url}/list?row=all&column=people`)).status).toBe(403)
    }
    expect((await area.get(`${url}?area_code=441723`)).status).toBe(404)
    expect((await area.get(`${url}/list?area_code=441723&row=all&column=people`)).status).toBe(404)
    expect((await city.get(`${url}?area_code=999999`)).status).toBe(404)
    expect((await read(school)).table[0]?.cells).toMatchObject({ staff: 3 })
    const foreign = `group_by=project&row=${projects.school}&column=used`
    expect((await area.get(`${url}/list?${foreign}`)).status).toBe(400)
    const office = `group_by=manager&row=p${region.places.otherDistrict}&column=done`
    expect((await area.get(`${url}/list?${office}`)).status).toBe(400)
  })

  it('refuse in words what they cannot answer', async () => {
    const { city } = region.people
    for (const [query, field] of [
      ['area_code=1', 'area_code'],
      ['year=x', 'year'],
      ['group_by=x', 'group_by'],
      ['stage=x', 'stage'],
      ['subject=x', 'subject'],
      ['level=9', 'level'],
      ['export=2', 'export'],
      ['page=0', 'page'],
    ]) {
      const answer = await city.get(`${url}?${query}`)
      expect([query, answer.status, answer.data.errors[0]?.field]).toEqual([query, 400, field])
    }
    for (const [query, field] of [
      ['row=all&column=metRate', 'column'],
      ['row=p0&column=people', 'row'],
      ['group_by=project&row=x&column=used', 'row'],
      ['group_by=manager&row=x&column=done', 'row'],
    ]) {
      const answer = await city.get(`${url}/list?${query}`)
      expect([query, answer.status, answer.data.errors[0]?.field]).toEqual([query, 400, field])
    }
  })

  it('are taken out with a purpose, tables and lists alike', async () => {
    const { city } = region.people
    expect((await read(city, 'export=1')).table).toHaveLength((await read(city)).total + 1)
    for (const [name, query, columns, rows] of [
      ['train/statistics', { group_by: 'project' }, ['name', 'used', 'hours'], 3],
      ['train/statistics-list', { row: 'all', column: 'times' }, ['name', 'institution', 'value0'], 5],
    ] as const) {
      const made = await city.post<{ rows: number }>('/api/v1/exports/preview', {
        list: name,
        query,
        columns,
        purpose: '1',
      })
      expect([name, made.msg, made.data.rows]).toEqual([name, 'ok', rows])
    }
  })

  it('answers by every group, page by page, as a whole and as a file', async () => {
    const { city, stranger } = region.people
    for (const group of trainingGroups) {
      const asked = await city.get<TrainingStatistics>(`${url}?group_by=${group}&pageSize=1`)
      expect([group, asked.status, asked.msg]).toEqual([group, 200, 'ok'])
      const { table, total, columns, series } = trainingStatistics.parse(asked.data)
      expect(columns.map(({ key }) => key)).toEqual(trainingColumns[group].map(({ key }) => key))
      expect(series.length, group).toBe(Math.min(1, total))
      // The row of everything has what can be added up.
      const rows = table.filter(({ key }) => key !== 'all')
      expect([group, rows.flatMap(({ cells }) => columns.filter(({ key }) => !(key in cells)))]).toEqual([
        group,
        [],
      ])
      const all = (await city.get<TrainingStatistics>(`${url}?group_by=${group}&export=1`)).data
      expect([group, all.series.length, all.total]).toEqual([group, total, total])
      const made = await city.post<{ rows: number }>('/api/v1/exports/preview', {
        list: 'train/statistics',
        query: { group_by: group },
        columns: ['name', columns[0]?.key],
        purpose: '1',
      })
      expect([group, made.msg, made.data.rows]).toEqual([group, 'ok', all.table.length])
    }
    const refused = await city.get<object>(`${url}?group_by=province`)
    expect([refused.status, refused.msg.startsWith('应为 area')]).toEqual([400, true])
    expect((await stranger.get(url)).status).toBe(403)
  })
})
