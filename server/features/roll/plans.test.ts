import { afterAll, beforeAll, expect, it } from 'vitest'
import { rollQuery } from '../../../catalogue/contract/archive/roll.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { actorOf, testKeys, testRegion, type Region } from '../../app/testing/test-region.ts'
import { openPlanReader, type PlanReader } from '../../platform/db/testing/test-plans.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import {
  alikeStatement,
  rollKeysStatement,
  rollStatement,
  statusCountsStatement,
  teachersStatement,
} from './statement.ts'

let region: Region
let plans: PlanReader

/**
 * Twenty thousand teachers of four hundred schools, a tenth of them in the district that asks, with basic
 * information.
 */
beforeAll(async () => {
  region = await testRegion('roll-plans')
  const { db, places } = region
  await db.query(sql`
    insert into institution (parent_id, level, province_id, city_id, district_id, code, name, name_sort, kind,
      school_type, area_code)
    select i.id, 'school', i.province_id, i.city_id, i.district_id, 'R' || n, '第' || n || '小学', 'di ' || n, '40',
      '211', '441702'
    from generate_series(1, 400) n
    join institution i on i.id = case when n % 10 = 0 then ${places.district}::int else ${places.otherCity}::int end`)
  await db.query(sql`
    with someone as (insert into person (name) select '众' || n from generate_series(1, 20000) n returning id, name),
      taught as (
        insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id, status)
        select s.id, s.name, 'zhong ' || lpad(s.id::text, 6, '0') || '|z', i.id, i.district_id, i.city_id,
          i.province_id, case when s.id % 20 = 0 then '01' else '11' end
        from someone s
        join institution i on i.code = 'R' || (1 + substring(s.name from 2)::int % 400)
        returning id, name, institution_id, district_id, city_id, province_id)
    insert into rec_basic_info (owner_id, id, version, institution_id, district_id, city_id, province_id, recorded_by,
      sort_key, name, birth_date, title_level)
    select id, gen_random_uuid(), 1, institution_id, district_id, city_id, province_id, 1, name, name,
      date '1970-01-01' + id % 10000, case when id % 200 = 0 then '1' else '2' end
    from taught`)
  plans = await openPlanReader(region.ownerUrl)
})
afterAll(async () => {
  await plans.close()
  await region.close()
})

const all = { place: null, ids: null, first: null }
const asked = (role: Role, query: object): Sql => {
  const { school, area, city, province } = region.people
  const person = { 3: school, 4: area, 5: city, 6: province }[role as 3 | 4 | 5 | 6]
  return rollStatement(actorOf(person, role), rollQuery.parse({ pageSize: 50, ...query }), all)
}

it('the first page of every scope runs along the index of its names, and is never sorted for', async () => {
  for (const [role, column] of [
    [3, 'institution'],
    [4, 'district'],
    [5, 'city'],
    [6, 'province'],
  ] as const)
    for (const sort of ['name', '-name']) {
      const plan = await plans.planOf(asked(role, { sort }))
      expect(plan, column).toMatch(new RegExp(`Index Scan (Backward )?using teacher_${column}`))
      expect(plan, column).not.toContain('Seq Scan on rec_basic_info')
    }
  // What is counted is read once, up to ten thousand and one, and the page beside it.
  expect(await plans.rowsRead(asked(6, {}))).toBeLessThan(11_500)
  expect(await plans.rowsRead(asked(4, {}))).toBeLessThan(2 * 2_100 + 400)
})

it('a search finds people by the index of their names, whatever the scope', async () => {
  for (const keyword of ['众7777', 'zhong019999', '林疏'])
    for (const role of [3, 4, 5, 6] as const) {
      const plan = await plans.planOf(asked(role, { keyword }))
      expect(plan).toContain('teacher_found')
      expect(plan).not.toContain('Seq Scan on teacher')
    }
})

it('a filter reads the people of the scope and their basic information at most twice, for the total and the page', async () => {
  // A row that a bitmap finds is counted in the index and in the table.
  for (const query of [{ titleLevel: '1' }, { ageFrom: 50 }, { state: 'retired' }])
    expect(await plans.rowsRead(asked(4, query)), JSON.stringify(query)).toBeLessThan(9 * 2_100)
})

it('the numbers of the groups and the people alike read what they are about', async () => {
  const { school } = region.people
  expect(await plans.rowsRead(statusCountsStatement(region.places.school))).toBeLessThan(100)
  const ids = (await region.db.query<{ id: number }>(sql`select id from teacher order by id limit 50`)).map(
    ({ id }) => id,
  )
  const statement = alikeStatement(actorOf(school, 3), ids)
  expect(await plans.planOf(statement)).not.toMatch(/Seq Scan on (rec_basic_info|teacher)/)
  expect(await plans.rowsRead(statement)).toBeLessThan(500)
})

it('a question about a number reads one person by its keyed hash', async () => {
  const plan = await plans.planOf(sql`
    select id from person where id_no_key = ${testKeys.blind('id_no', '44999919900101001X')}`)
  expect(plan).toContain('person_id_no_key')
})

it('what is taken out is found once along the index of names, and read by numbers', async () => {
  const actor = actorOf(region.people.city, 5)
  const query = rollQuery.parse({})
  const among = { place: null, ids: null, first: null }
  const found = await plans.planOf(rollKeysStatement(actor, query, among, 100_001))
  expect(found).toMatch(/teacher_city/)
  expect(found).not.toContain('Seq Scan on teacher')
  const read = await plans.planOf(teachersStatement(actor, [1, 2, 3]))
  expect(read).toContain('teacher_pkey')
  expect(read).not.toContain('Seq Scan on teacher')
})
