import { read as xlsx, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  analysis,
  countedPersons,
  type Analysis,
  type FigureCell,
  type Report,
} from '../../../catalogue/contract/analysis/figures.ts'
import { indicatorOf } from '../../../catalogue/figures/indicators.ts'
import { atOnce } from '../../../catalogue/figures/page-twins.ts'
import { publicPages, publicPanel } from '../../../catalogue/figures/public-panel.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { countPeople, recordsOf, type Countable } from './test-counted-people.ts'

/** The twenty teachers of figures.md, section 9, through the database and the API. */
const on = '2026-09-01'
const lines = `1 P 2 F 1971-03-15 31 3 13 1990 N 2 372 2005
2 P 2 F 1985-06-20 21 2 14 2007 Y 2 401 2012
3 P 2 M 1990-11-02 21 3 22 2013 N 2 365 2015
4 P 2 F 1998-08-31 21 4 24 2021 N 2 210 2021
5 P 2 F 2002-09-01 21 9 41 2025 N 3 60 2025
6 P 2 M 1966-12-05 41 3 13 1986 N 2 360 1998
7 P - F 1980-01-10 21 3 - - N 2 362 2010 cat 13
8 P - F 1979-06-15 61 9 - - N 0 0 2008 cat 14
9 P 2 F 1996-04-01 21 9 13 2024 N 2 80 2024 cat 55 编外
10 N 2 F 1988-10-12 21 3 25 2010 Y 2 380 2014
11 N 2 M 1995-07-07 14 4 15 2020 N 4 330 2020
12 N 3 F 1979-02-28 21 2 14 2001 Y 3 366 2009
13 N 3 M 1983-12-01 31 3 16 2006 N 3 300 2016 编外
14 N 3 F 1993-05-05 21 9 41 2017 N 3 120 2017 status 14
15 N 3 F 1966-01-20 21 2 13 1988 N 3 0 1995 status 04 编外
16 J 3 M 1970-05-18 21 1 13 1992 Y 4 420 2003
17 J 3 F 1986-09-02 21 3 22 2008 Y 3 361 2026
18 J 3 F 1975-08-08 33 5 20 1997 N 3 355 2001
19 J 3 M 1965-03-03 31 3 17 1985 N 3 0 1990 status 01
20 J 3 F - 21 4 21 2019 N 0 340 2019`

let region: Region
let school: Readonly<Record<string, number>>
let area: Person

const orNull = (text: string | undefined) => (text === undefined || text === '-' ? null : text)

const term = (schoolYear: number, semester: string, weeklyHours: number, teachingStatus = '20') => ({
  schoolYear,
  semester,
  schoolStage: '2',
  teachingStatus,
  weeklyHours,
})
/** Lessons a week of some of them, which the fixture of the domain does not have. */
const lessons: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  '1': [term(2026, '1', 10), term(2025, '2', 14)],
  '2': [term(2025, '2', 12), term(2025, '1', 9), term(2025, '2', 4)],
  '3': [term(2024, '1', 20)],
  '4': [term(2026, '1', 8, '10')],
}

function personOf(line: string): Countable {
  const [
    no,
    place = '',
    stage,
    sex,
    birth,
    education,
    title = '9',
    subject,
    teaching,
    bone,
    certificate,
    hours,
    here,
  ] = line.split(' ')
  const placeId = school[place] ?? 0
  const status = /status (\d+)/.exec(line)?.[1]
  const category = /cat (\d+)/.exec(line)?.[1]
  return {
    placeId,
    since: `${here}-09-01`,
    ...(status !== undefined && { status }),
    ...(no === '17' && {
      before: [{ placeId: school['P'] ?? 0, from: '2014-09-01', to: '2026-08-31' }],
    }),
    ...(no === '3' && { posted: { placeId: school['N'] ?? 0, from: on } }),
    recordedOn: '2026-08-01',
    records: {
      teachingRecord: [...(lessons[no ?? ''] ?? [])],
      ...recordsOf(
        {
          stage: orNull(stage),
          sex: sex === 'F' ? '2' : '1',
          birth: orNull(birth),
          education: orNull(education),
          title,
          subject: orNull(subject),
          teaching: orNull(teaching) && `${teaching}-09`,
          backbone: bone === 'Y',
          certificate: certificate ?? '0',
          hours: Number(hours),
          ...(category !== undefined && { category }),
          established: !line.includes('编外'),
        },
        2026,
      ),
    },
  }
}

beforeAll(async () => {
  region = await testRegion('figures-fixture')
  const { db, places } = region
  // A county with nobody else in it.
  const add = async (name: string, code: string, type: string, stages: string[]) =>
    (
      await db.one<{ id: number }>(sql`
        insert into institution (parent_id, level, province_id, city_id, district_id, code, name, kind, area_code,
          school_type, school_run_type, school_stages)
        select id, 'school', province_id, city_id, id, ${code}, ${name}, '40', '441702', ${type}, '21',
          ${stages}::text[]
        from institution
        where id = ${places.emptyDistrict}
        returning id`)
    ).id
  school = {
    P: await add('甲小学', 'FP', '211', ['2']),
    N: await add('乙九年一贯制学校', 'FN', '312', ['2', '3']),
    J: await add('丙初中', 'FJ', '311', ['3']),
  }
  await db.execute(sql`
    delete from membership where institution_id = ${places.southSchool}`)
  area = await region.add(4, places.emptyDistrict, '南区员')
  const numbers = [
    ['P', '2', 100, 4],
    ['N', '2', 60, 2],
    ['N', '3', 45, 1],
    ['J', '3', 55, 2],
  ] as const
  for (const [key, stage, students, classes] of numbers)
    await db.execute(sql`
      insert into rec_student_numbers (owner_id, id, version, institution_id, district_id, city_id, province_id,
        recorded_by, school_year, school_stage, students, classes)
      select i.id, ${uuidv7()}, 1, i.id, i.district_id, i.city_id, i.province_id, ${area.identityId}, 2026, ${stage},
        ${students}, ${classes}
      from institution i
      where i.id = ${school[key]}`)
  for (const [key, year, subject, quota] of [
    ['P', 2026, '13', 3],
    ['P', 2026, '14', 1],
    ['P', 2026, '22', 2],
    ['P', 2025, '13', 30],
    ['J', 2025, '13', 2],
    ['J', 2027, '13', 9],
  ] as const)
    await db.execute(sql`
      insert into rec_staff_quota (owner_id, id, version, institution_id, district_id, city_id, province_id,
        recorded_by, school_year, subject, quota)
      select i.id, ${uuidv7()}, 1, i.id, i.district_id, i.city_id, i.province_id, ${area.identityId}, ${year},
        ${subject}, ${quota}
      from institution i
      where i.id = ${school[key]}`)
  await countPeople(region, lines.split('\n').map(personOf))
})
afterAll(() => region.close())

const read = async (report: Report, query = `on=${on}`): Promise<Analysis> => {
  const answer = await area.get(`/api/v1/analysis/${report}?${query}`)
  expect([answer.status, answer.msg]).toEqual([200, 'ok'])
  return analysis.parse(answer.data)
}
const panelIn = ({ panels }: Analysis, key: string) => {
  const found = panels.find((one) => one.key === key)
  if (!found) throw new Error(`no panel ${key}`)
  return found
}
const cellIn = (page: Analysis, key: string, row: string, column = 'all'): FigureCell => {
  const found = panelIn(page, key).cells.find((cell) => cell.row === row && cell.column === column)
  if (!found) throw new Error(`no cell ${key} ${row} ${column}`)
  return found
}
const fraction = ({ numerator, denominator, value }: FigureCell) => [`${numerator}/${denominator}`, value]

describe('the fixture of the domain', () => {
  it('counts staff and teachers, each person once, by either membership', async () => {
    const page = await read('teacher_Statistics')
    expect(cellIn(page, 'staff', 'all').value).toBe(17)
    const own = await read('teacher_analysis')
    expect(cellIn(own, 'fulltime', 'all').value).toBe(15)
    const [p, n, j] = ['P', 'N', 'J'].map((key) => `p${school[key]}`)
    const bySchool = (given: Analysis) => [p, n, j].map((key) => cellIn(given, 'fulltime', key ?? '').value)
    expect(bySchool(own)).toEqual([6, 5, 4])
    expect(bySchool(await read('teacher_analysis', `on=${on}&basis=teaching`))).toEqual([5, 6, 4])
    const stages = panelIn(own, 'fulltime.stage')
    const ofStage = (stage: string) =>
      stages.cells.filter(({ row }) => row === stage).reduce((sum, { value }) => sum + (value ?? 0), 0)
    expect(['2', '3'].map(ofStage)).toEqual([8, 7])
    expect(
      panelIn(await read('teacher_Statistics'), 'outside').cells.find(({ row }) => row === 'all')?.value,
    ).toBe(2)
  })

  it('works out ages, shares and education', async () => {
    const ages = await read('teacherage')
    expect(fraction(cellIn(ages, 'avgAge', 'all'))).toEqual(['578/14', 41.3])
    expect(fraction(cellIn(ages, 'young', 'all'))).toEqual(['5/14', 35.7])
    expect(fraction(cellIn(ages, 'old', 'all'))).toEqual(['4/14', 28.6])
    const bands = panelIn(ages, 'ageBand')
    const ofBand = (row: string) =>
      bands.cells.filter((cell) => cell.row === row).reduce((sum, { value }) => sum + (value ?? 0), 0)
    expect(bands.rows.map(({ key }) => ofBand(key))).toEqual([1, 1, 2, 3, 2, 1, 1, 3, 0, 1])
    expect(panelIn(ages, 'avgAge').excluded).toEqual([{ reason: '出生日期未填', persons: 1 }])
    const charts = await read('teacherecharts')
    const women = panelIn(charts, 'female').cells
    const sum = (key: 'numerator' | 'denominator') => women.reduce((all, cell) => all + (cell[key] ?? 0), 0)
    expect([sum('numerator'), sum('denominator')]).toEqual([10, 15])
    const page = await read('teacher_Statistics')
    expect(fraction(cellIn(page, 'eduOk', 'all'))).toEqual(['14/15', 93.3])
    expect(fraction(cellIn(page, 'eduUp', '2'))).toEqual(['6/8', 75])
    expect(fraction(cellIn(page, 'eduUp', '3'))).toEqual(['5/7', 71.4])
    expect(fraction(cellIn(page, 'cert', 'all'))).toEqual(['14/15', 93.3])
    const own = await read('teacher_analysis')
    expect(fraction(cellIn(own, 'senior', 'all'))).toEqual(['3/15', 20])
    // The latest term of the last two school years, all stages of a person together.
    expect(fraction(cellIn(own, 'hours', 'all'))).toEqual(['26/2', 13])
    expect(fraction(cellIn(own, 'h360', 'all'))).toEqual(['8/14', 57.1])
    expect(panelIn(own, 'h360').excluded).toEqual([
      { reason: '从教不满五年，或从教起始年月未填', persons: 1 },
    ])
  })

  it('tells who came and who left since the school year began', async () => {
    const page = await read('teacher_analysis')
    const ofSchools = (key: string) =>
      ['P', 'N', 'J'].map(
        (one) => panelIn(page, key).cells.find(({ row }) => row === `p${school[one]}`)?.value ?? 0,
      )
    // One moved within the county: into a school and out of another one, and neither into the county nor out
    // of it.
    expect([...ofSchools('inflow'), cellIn(page, 'inflow', 'all').value]).toEqual([0, 0, 1, 0])
    expect([...ofSchools('outflow'), cellIn(page, 'outflow', 'all').value]).toEqual([1, 0, 0, 0])
    expect(fraction(cellIn(page, 'turnover', `p${school['P']}`))).toEqual(['1/7', 14.3])
    expect(fraction(cellIn(page, 'turnover', 'all'))).toEqual(['0/15', 0])
    const list = countedPersons.parse(
      (
        await area.get(
          `/api/v1/analysis/teacher_analysis/persons?on=${on}&panel=outflow&row=p${school['P']}&column=all`,
        )
      ).data,
    )
    expect(list.list.map(({ institution }) => institution)).toEqual(['甲小学'])
    const years = panelIn(await read('teacherage'), 'renewal')
    const at = (row: string, column: string) =>
      years.cells.find((cell) => cell.row === row && cell.column === column)?.value
    expect([at('s2025', 'entered'), at('s2021', 'entered'), at('s2026', 'entered')]).toEqual([1, 1, 0])
    expect([at('s2026', 'expected'), at('s2027', 'expected'), at('s2025', 'expected')]).toEqual([1, 0, null])
  })

  it('sets people in post against the quota of each subject, the newest that has begun', async () => {
    const page = await read('teacher_analysis')
    const gap = panelIn(page, 'gap')
    const lineOf = (row: string) => gap.cells.filter((cell) => cell.row === row).map(({ value }) => value)
    expect(gap.columns.map(({ label }) => label)).toEqual(['缺口', '核定编制', '在编在岗'])
    expect(Object.fromEntries(gap.rows.map(({ key }) => [key, lineOf(key)]))).toEqual({
      '13': [2, 5, 3],
      '14': [0, 1, 1],
      '20': [-1, 0, 1],
      '21': [-1, 0, 1],
      '22': [0, 2, 2],
      '24': [-1, 0, 1],
      '41': [-1, 0, 1],
      '99': [-2, 0, 2],
      all: [-4, 8, 12],
    })
    expect(gap.excluded).toEqual([{ reason: '所在单位没有分学科核定编制', persons: 4 }])
    for (const { row, column, value } of gap.cells.filter(({ opens }) => opens)) {
      const list = await area.get(
        `/api/v1/analysis/teacher_analysis/persons?on=${on}&panel=gap&row=${row}&column=${column}`,
      )
      expect([row, countedPersons.parse(list.data).total]).toEqual([row, value])
    }
    const none = await area.get(
      `/api/v1/analysis/teacher_analysis/persons?on=${on}&panel=gap&row=13&column=gap`,
    )
    expect(none.status).toBe(400)
    const places = panelIn(page, 'gap.place')
    const at = (key: string, subject: string) =>
      places.cells.find(({ row, column }) => row === `p${school[key]}` && column === subject)?.value
    expect([at('P', '13'), at('P', '99'), at('J', '13'), at('J', '14')]).toEqual([1, -2, 1, null])
    expect(places.rows.map(({ label }) => label)).toEqual(['甲小学', '丙初中', '合计'])
    const some = await read('teacher_analysis', `on=${on}&stage=2`)
    expect(some.panels.some(({ key }) => key.startsWith('gap'))).toBe(false)
  })

  it('sets teachers against students and classes, within one stage', async () => {
    const own = await read('teacher_analysis')
    expect([cellIn(own, 'ratio', 'all', '2').value, cellIn(own, 'ratio', 'all', '3').value]).toEqual([
      20, 14.3,
    ])
    const page = await read('teacher_Statistics')
    const exactly = (key: string, row: string, stage: string) => {
      const { numerator = 0, denominator = 1 } = cellIn(page, key, row, stage)
      return (numerator * 100) / denominator
    }
    expect([
      cellIn(page, 'classRatio', 'all', '2').value,
      cellIn(page, 'classRatio', 'all', '3').value,
    ]).toEqual([1.33, 2.33])
    expect([exactly('h100edu', 'all', '2'), exactly('h100edu', 'all', '3')]).toEqual([4.375, 5])
    expect(cellIn(page, 'h100edu', `p${school['N']}`, '2').value).toBe(3.33)
    expect([exactly('h100bone', 'all', '2'), exactly('h100bone', 'all', '3')]).toEqual([1.25, 3])
    expect([exactly('h100art', 'all', '2'), exactly('h100art', 'all', '3')]).toEqual([1.875, 1])
    expect([cellIn(page, 'cv', 'all', '2').value, cellIn(page, 'cv', 'all', '3').value]).toEqual([
      0.184, 0.101,
    ])
  })

  it('finds who rotated and who retires', async () => {
    const own = await read('teacher_analysis')
    expect(fraction(cellIn(own, 'exchange', 'all'))).toEqual(['2/11', 18.2])
    expect(fraction(cellIn(own, 'exchBone', 'all'))).toEqual(['1/2', 50])
    const ages = await read('teacherage')
    const retiring = panelIn(ages, 'retire')
    const inYear = (row: string) =>
      retiring.cells.filter((cell) => cell.row === row).reduce((sum, { value }) => sum + (value ?? 0), 0)
    expect(['overdue', 'y0', 'y1', 'y2', 'y3', 'y4'].map(inYear)).toEqual([1, 1, 0, 0, 0, 0])
  })

  it('tells the public nothing of four people and fewer, and rounds what stands beside them', async () => {
    const panel = publicPanel(panelIn(await read('teacher_analysis'), 'fulltime'))
    const told = (row: string) => {
      const { value, hidden, few } = panel.cells.find((cell) => cell.row === row) ?? {}
      return few ? '<5' : hidden ? 'hidden' : value
    }
    expect(['P', 'N', 'J'].map((key) => told(`p${school[key]}`))).toEqual([5, 5, '<5'])
    expect(panel.cells.find(({ row }) => row === 'all')).toMatchObject({ value: 20, about: true })
    const indicator = indicatorOf('senior')
    if (!indicator) throw new Error('senior')
    const senior = { panel: panelIn(await read('teacher_analysis'), 'senior'), indicator }
    const [page] = atOnce(publicPages([{ key: '', panels: [senior] }]))
    const shares = page?.panels[0]?.cells ?? []
    expect(shares.length).toBeGreaterThan(0)
    // Three of fifteen, and schools of fewer than ten: no share is said, nor who is above the line.
    expect(shares.map(({ value, numerator }) => [value, numerator])).toEqual(
      shares.map(() => [null, undefined]),
    )
  })

  it('goes out as a workbook: a cover that says what was counted how, and a sheet for each panel', async () => {
    const url = `/api/v1/analysis/teacher_analysis/workbook?on=${on}`
    const file = await region.app.inject({ url, headers: { token: area.token } })
    expect(file.statusCode).toBe(200)
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(
      '队伍分析-南区教育局-2026-09-01.xlsx',
    )
    const book = xlsx(file.rawPayload, { type: 'buffer' })
    const page = await read('teacher_analysis')
    expect(book.SheetNames).toHaveLength(page.panels.length + 1)
    const rowsOf = (name: string) =>
      utils.sheet_to_json<(string | number)[]>(book.Sheets[name] ?? {}, { header: 1, blankrows: false })
    const cover = rowsOf('封面').map(([head, text]) => [head, text])
    expect(cover).toContainEqual(['统计时点', on])
    expect(cover).toContainEqual(['统计口径', '一人只算一次，按人事关系所在单位'])
    const senior = book.SheetNames.find((name) => name.endsWith('高级职称比例')) ?? ''
    expect(rowsOf(senior)).toContainEqual(['项目', '高级职称比例（%）', '分子', '分母'])
    expect(rowsOf(senior)).toContainEqual(['合计', 20, 3, 15])
    const one = await region.app.inject({ url: `${url}&panel=senior`, headers: { token: area.token } })
    expect(xlsx(one.rawPayload, { type: 'buffer' }).SheetNames).toHaveLength(2)
    expect((await area.get(`${url}&panel=none`)).status).toBe(400)
    expect((await region.people.school.get(url)).status).toBe(403)
  })

  it('opens behind every figure a list of exactly as many people', async () => {
    let lists = 0
    for (const report of [
      'teacher_analysis',
      'teacher_Statistics',
      'teacherage',
      'teacherecharts',
    ] as const) {
      const page = await read(report)
      for (const { key, unit, cells } of page.panels)
        for (const cell of cells.filter(({ opens }) => opens).slice(0, 12)) {
          const answer = await area.get(
            `/api/v1/analysis/${report}/persons?on=${on}&panel=${key}&row=${cell.row}&column=${cell.column}`,
          )
          const list = countedPersons.parse(answer.data)
          const mean = ['岁', '年', '节', '∶1'].includes(unit)
          const figure = mean ? cell.denominator : (cell.numerator ?? cell.value)
          expect([key, cell.row, cell.column, list.total]).toEqual([key, cell.row, cell.column, figure])
          expect(list.list).toHaveLength(Math.min(20, list.total))
          lists += 1
        }
    }
    expect(lists).toBeGreaterThan(150)
  })
})
