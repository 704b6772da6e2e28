import { afterAll, beforeAll, expect, it } from 'vitest'
import { institutionQuery } from '../../../catalogue/contract/administration/institutions.ts'
import { actorOf, testRegion, type Region } from '../../app/testing/test-region.ts'
import { openPlanReader, type PlanReader } from '../../platform/db/testing/test-plans.ts'
import { sql } from '../../platform/db/sql.ts'
import { figuresStatement } from './figures.ts'
import { yearsStatement } from './quota.ts'
import { pageStatement, whereOf } from './list.ts'

let region: Region
let plans: PlanReader

/** Twenty thousand schools, as a large province has them, a tenth of them in the city that asks. */
beforeAll(async () => {
  region = await testRegion('institution-plans')
  const { db, places } = region
  await db.query(sql`
    insert into institution (parent_id, level, province_id, city_id, district_id, code, name, name_sort, kind,
      school_type, area_code)
    select i.id, 'school', i.province_id, i.city_id, i.district_id, 'N' || n, '第' || n || '小学',
      'di ' || n || ' xiao xue|d' || n || 'xx', '40', '211', '441702'
    from generate_series(1, 20000) n
    join institution i on i.id = case when n % 10 = 0 then ${places.district}::int else ${places.otherCity}::int end`)
  plans = await openPlanReader(region.ownerUrl)
})
afterAll(async () => {
  await plans.close()
  await region.close()
})

const planFor = async (asked: object, role: 4 | 5 | 6 = 5) => {
  const { area, city, province } = region.people
  const person = { 4: area, 5: city, 6: province }[role]
  const query = institutionQuery.parse({ pageSize: 50, ...asked })
  return pageStatement(await whereOf(region.db, actorOf(person, role), query), query)
}

it('the first page of every scope is read along the index of names, and no more than it shows', async () => {
  for (const role of [4, 5, 6] as const) {
    const statement = await planFor({ category: 'school' }, role)
    const plan = await plans.planOf(statement)
    expect(plan).toMatch(/Index Scan using institution_(district|city|province)_sort/)
    expect(plan).not.toContain('Sort')
    expect(await plans.rowsRead(statement)).toBeLessThan(600)
  }
})

it('a search reads the institutions of the scope once at most', async () => {
  for (const q of ['小学', 'dxx', 'N777']) {
    expect(await plans.rowsRead(await planFor({ q }))).toBeLessThan(3_000)
    expect(await plans.rowsRead(await planFor({ q }, 6))).toBeLessThan(25_000)
  }
})

it('the figures of one school read its own people and rows, however many others there are', async () => {
  const { db, places, people } = region
  await db.query(sql`
    with someone as (insert into person (name) select '众' || n from generate_series(1, 20000) n returning id, name),
      taught as (
        insert into teacher (person_id, name, name_sort, institution_id)
        select s.id, s.name, 'zhong|z', i.id
        from someone s
        join institution i on i.code = 'N' || substring(s.name from 2)
        returning id, institution_id),
      placed as (
        insert into membership (teacher_id, id, institution_id, kind, from_on)
        select id, gen_random_uuid(), institution_id, 'personnel', '2020-09-01' from taught)
    insert into rec_basic_info (owner_id, id, version, institution_id, recorded_by, in_establishment)
    select id, gen_random_uuid(), 1, institution_id, 1, true from taught`)
  await db.query(sql`
    insert into rec_staff_quota (owner_id, id, version, institution_id, recorded_by, school_year, subject, quota)
    select id, gen_random_uuid(), 1, id, 1, 2025, '13', 9 from institution`)
  const fresh = await openPlanReader(region.ownerUrl)
  const statement = figuresStatement(actorOf(people.area, 4), places.school)
  const plan = await fresh.planOf(statement)
  for (const table of ['teacher', 'membership', 'rec_basic_info', 'rec_staff_quota', 'institution'])
    expect(plan).not.toContain(`Seq Scan on ${table}`)
  expect(await fresh.rowsRead(statement)).toBeLessThan(100)
  const some = await db.query<{ id: number }>(sql`select id from institution where code like 'N%' limit 50`)
  const lines = await fresh.planOf(yearsStatement(some.map(({ id }) => id)))
  for (const table of ['teacher', 'membership', 'rec_basic_info', 'rec_staff_quota', 'institution'])
    expect(lines).not.toContain(`Seq Scan on ${table}`)
  await fresh.close()
})
