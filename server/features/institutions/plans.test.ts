import { afterAll, beforeAll, expect, it } from 'vitest'
import { institutionQuery } from '../../../catalogue/contract/administration/institutions.ts'
import { actorOf, testRegion, type Region } from '../../app/testing/test-region.ts'
import { openPlanReader, type PlanReader } from '../../platform/db/testing/test-plans.ts'
import { sql } from '../../platform/db/sql.ts'
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
}, 60_000)
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
