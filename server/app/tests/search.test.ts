import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { archivePage } from '../../../catalogue/contract/archive/archive.ts'
import type { RecordPage } from '../../../catalogue/contract/archive/records.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { openPlanReader } from '../../platform/db/testing/test-plans.ts'
import { sql } from '../../platform/db/sql.ts'
import { calledTeachers } from '../../engine/access/index.ts'
import { teachersStatement } from '../../features/archives/list.ts'
import { sortForm } from '../sort-form.ts'
import { actorOf, testRegion, type Person, type Region } from '../testing/test-region.ts'

/** More rows than one answer may read (engine/records/list/wide-list.ts), of teachers in two districts. */
const rows = 110_000
const teachers = 22_000
let region: Region

beforeAll(async () => {
  region = await testRegion('search')
  const { db, places } = region
  const names = ['欧阳明', '张三丰', '单小红', '曾国强', '张明', '李三']
  const forms = names.map(sortForm)
  await db.query(sql`insert into person (name) select '某' || n from generate_series(1, ${teachers}) n`)
  await db.query(sql`
    insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id)
    select p.id, f.name, f.form, i.id, i.district_id, i.city_id, i.province_id
    from (select id, row_number() over (order by id) as n from person where name like '某%') p
      join institution i on i.id = (array[${places.sibling}, ${places.otherSchool}]::int[])[1 + p.n % 2]
      join unnest(${[...names, '某人']}::text[], ${[...forms, 'mou ren|mr']}::text[]) with ordinality f (name,
          form, place) on f.place = least(p.n, ${names.length + 1})`)
  await db.query(sql`
    insert into rec_study_experience (owner_id, id, version, institution_id, district_id, city_id,
        province_id, recorded_by, sort_key, education_school, degree_level, education_level)
    select t.id, gen_random_uuid(), 1, t.institution_id, t.district_id, t.city_id, t.province_id, 1,
      lpad(n::text, 6, '0'),
      '杏川师范大学', case when n % 20000 = 0 then '2' else '4' end, case when n % 2 = 0 then '21' else '31' end
    from generate_series(1, ${rows}) n
    join (select t.*, row_number() over (order by t.institution_id = ${places.otherSchool}, t.id) - 1 as place
      from teacher t
      join person p on p.id = t.person_id
      where p.name like '某%') t
      on t.place = n % ${teachers}`)
  await db.query(sql`analyze`)
})
afterAll(() => region.close())

const url = '/api/v1/records/studyExperience'
const encoded = encodeURIComponent

describe('a teacher is found', () => {
  const names = async (who: Person, q: string) =>
    (await who.get<{ list: { name: string }[] }>(`/api/v1/teachers?q=${encoded(q)}`)).data.list.map(
      ({ name }) => name,
    )
  const listed = async (who: Person, q: string) =>
    (await who.get<z.infer<typeof archivePage>>(`/api/v1/archives?q=${encoded(q)}`)).data.list.map(
      ({ name }) => name,
    )

  it.each([
    ['张', ['张明', '张三丰']],
    ['三', ['李三', '张三丰']],
    ['三丰', ['张三丰']],
    ['zhangs', ['张三丰']],
    ['zhang san', ['张三丰']],
    ['ZSF', ['张三丰']],
    ['sanfeng', ['张三丰']],
    ['shanxiao', ['单小红']],
    ['zengguo', ['曾国强']],
    ['ouyangming', ['欧阳明']],
    ['魑', []],
    ['qqq', []],
    ["'", []],
    ['\\', []],
    ["张' | '三", []],
    ['%', []],
  ])('by %s, whatever the scope', async (q, expected) => {
    for (const who of [region.people.province, region.people.city]) {
      expect(await names(who, q)).toEqual(expected)
      expect(await listed(who, q)).toEqual(expected)
    }
    expect(await names(region.people.otherCity, q)).toEqual([])
  })

  it('by an index in a city and a province, among thousands', async () => {
    const plans = await openPlanReader(region.ownerUrl)
    const { city, province } = region.people
    for (const actor of [actorOf(city, 5), actorOf(province, 6)]) {
      for (const q of ['张', '三丰', 'zhang', 'zsf', '魑']) {
        for (const statement of [
          calledTeachers(actor, q),
          teachersStatement(actor, { q, page: 1, pageSize: 20 }),
        ]) {
          const text = await plans.planOf(statement)
          expect(text, `${actor.role} ${q}`).toContain('on teacher_found')
          // Nor are all read in the order of their names until enough fit.
          expect(text, `${actor.role} ${q}`).not.toMatch(
            /(Seq Scan on|using teacher_(district|city|province) on) teacher/,
          )
        }
      }
    }
    await plans.close()
  })
})

describe('a list of more records than one answer may read', () => {
  it('runs in its own order as far as page 500', async () => {
    const { province } = region.people
    const first = await province.get<RecordPage>(url)
    expect(first.data).toMatchObject({ total: 10_000, totalMore: true, list: { length: 20 } })
    expect((await province.get<RecordPage>(`${url}?page=500`)).data.list).toHaveLength(20)
    const beyond = await province.get(`${url}?page=501`)
    expect(beyond).toMatchObject({
      status: 400,
      data: { errors: [{ field: 'page', message: '只能翻到第 500 页，请筛选后再找' }] },
    })
    // Larger pages come to the same row sooner.
    expect((await province.get<RecordPage>(`${url}?page=100&pageSize=100`)).data.list).toHaveLength(100)
    expect(await province.get(`${url}?page=101&pageSize=100`)).toMatchObject({
      status: 400,
      data: { errors: [{ field: 'page', message: '只能翻到第 10000 条，请筛选后再找' }] },
    })
  })

  it('is not sorted by another column, in whatever direction; of one school it is', async () => {
    const { province } = region.people
    for (const sort of ['educationLevel', '-educationLevel']) {
      const refused = await province.get(`${url}?sort=${sort}`)
      expect(refused.status).toBe(400)
      expect(refused.data.errors).toEqual([
        {
          field: 'sort',
          message: '范围内的记录超过 100000 条，不能按这一栏排序，请先选定市、县（区）或学校',
        },
      ])
      const narrowed = await province.get<RecordPage>(
        `${url}?sort=${sort}&institutionId=${region.places.sibling}`,
      )
      expect(narrowed.data).toMatchObject({ total: 10_000, totalMore: true })
      expect(new Set(narrowed.data.list.map((row) => row['educationLevel']))).toEqual(
        new Set([sort.startsWith('-') ? '31' : '21']),
      )
    }
  })

  it('is filtered while what fits is met soon, and refused with what to do where it is rare', async () => {
    const { province } = region.people
    const common = await province.get<RecordPage>(`${url}?educationLevel=31&page=2`)
    expect(common.data).toMatchObject({ total: 41, totalMore: true, list: { length: 20 } })
    expect(common.data.list.every((row) => row['educationLevel'] === '31')).toBe(true)
    const rare = await province.get(`${url}?degreeLevel=2`)
    expect(rare).toMatchObject({ status: 400, data: { errors: [{ field: 'degreeLevel' }] } })
    expect(rare.msg).toContain('请先选定市、县（区）或学校')
    const there = await province.get<RecordPage>(
      `${url}?degreeLevel=2&institutionId=${region.places.otherDistrict}`,
    )
    expect(there.data.total).toBe(5)
  })

  it('is searched by the owner’s name; what stands in the records is searched in a smaller place', async () => {
    const { province, area } = region.people
    const found = await province.get<RecordPage>(`${url}?q=zsf&sort=-educationLevel`)
    expect(new Set(found.data.list.map(({ ownerName }) => ownerName))).toEqual(new Set(['张三丰']))
    expect(found.data.total).toBe(5)
    const nobody = await province.get(`${url}?q=${encoded('杏川')}`)
    expect(nobody.status).toBe(400)
    expect(nobody.data.errors[0]?.message).toContain('这么大的范围只按姓名搜索')
    expect((await province.get(`${url}?q=${encoded('某')}`)).msg).toContain('请把姓名写完整')
    expect((await area.get<RecordPage>(`${url}?q=${encoded('杏川')}`)).data.total).toBe(10_000)
  })

  it('cannot be narrowed to a place outside the scope, nor to none', async () => {
    const { area, school } = region.people
    for (const [who, place] of [
      [area, region.places.otherSchool],
      [area, region.places.city],
      [school, region.places.sibling],
      [area, 999_999],
    ] as const) {
      const answer = await who.get(`${url}?institutionId=${place}`)
      expect(answer).toMatchObject({
        status: 400,
        data: { errors: [{ field: 'institutionId', message: '范围内没有该单位' }] },
      })
    }
    expect((await area.get<RecordPage>(`${url}?institutionId=${region.places.school}`)).data.total).toBe(0)
  })
})

it('an institution to narrow to is found within the scope only', async () => {
  const { area, province, teacher } = region.people
  const names = async (who: Person, q: string) =>
    (
      await who.get<{ list: { name: string; note: string }[] }>(`/api/v1/institutions?q=${encoded(q)}`)
    ).data.list.map(({ name, note }) => `${note} ${name}`)
  expect(await names(province, '一中')).toEqual(['东区教育局 东区一中', '西区教育局 西区一中'])
  expect(await names(area, '一中')).toEqual(['东区教育局 东区一中'])
  expect((await names(province, ''))[0]).toBe(' 省教育厅')
  const { data } = await area.get<{ list: unknown[] }>(
    `/api/v1/institutions?ids=${region.places.school},${region.places.otherSchool}`,
  )
  expect(data.list).toHaveLength(1)
  expect((await teacher.get('/api/v1/institutions')).status).toBe(403)
})

it('twelve searches that do not come to an end leave the list beside them answering', async () => {
  const { school, province } = region.people
  const own = openDatabase({ url: region.ownerUrl, max: 1 })
  let release = () => {}
  let begun = () => {}
  const held = new Promise<void>((go) => (release = go))
  const locked = new Promise<void>((go) => (begun = go))
  const holding = own.transaction(async (tx) => {
    await tx.execute(sql`lock table quality_finding in access exclusive mode`)
    begun()
    await held
  })
  await locked
  const searches = Promise.all(Array.from({ length: 12 }, () => province.get('/api/v1/quality?q=zsf')))
  // As many as the pool for searches has wait for the lock now.
  for (let waiting = 0; waiting < 2;) {
    ;({ waiting } = await region.db.one<{ waiting: number }>(sql`
      select count(*)::int as waiting
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`))
  }
  for (let i = 0; i < 12; i += 1) expect((await school.get(url)).status).toBe(200)
  release()
  await holding
  await own.close()
  for (const { status, msg } of await searches) expect([200, 400, 429], msg).toContain(status)
})
