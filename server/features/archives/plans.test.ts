import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ArchiveDocument } from '../../../catalogue/contract/archive/archive.ts'
import { registry } from '../../app/records.ts'
import { actorOf, testRegion, type Region } from '../../app/testing/test-region.ts'
import { archiveAtStatement } from '../../engine/history/index.ts'
import { effectiveStatement, openCountsStatement, openStatement } from '../../engine/records/index.ts'
import { tableName } from '../../engine/schema/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { openPlanReader, type PlanReader } from '../../platform/db/testing/test-plans.ts'
import { verifiedStatement } from './facts.ts'
import { neighboursStatement, teachersStatement } from './list.ts'
import { archiveOrder } from './order.ts'
import { timelineStatement } from './timeline.ts'

let region: Region
let plans: PlanReader
const definitions = archiveOrder(registry)
let owners: number[] = []

/**
 * Twelve hundred teachers of one district with three records of every type each, beside six hundred of
 * another.
 */
beforeAll(async () => {
  region = await testRegion('archive_plans')
  const { db, places } = region
  await db.query(sql`insert into person (name) select '某' || n from generate_series(1, 1800) n`)
  await db.query(sql`
    insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id)
    select p.id, p.name, 'mou ' || lpad(p.id::text, 6, '0'), i.id, i.district_id, i.city_id, i.province_id
    from person p, institution i
    where p.name like '某%'
      and i.id = (array[${places.school}, ${places.school}, ${places.otherSchool}]::int[])[1 + p.id % 3]`)
  for (const definition of definitions) {
    const [times, table] = [definition.cardinality === 'one' ? 1 : 3, sql.id(tableName(definition.name))]
    await db.query(sql`
      insert into ${table} (owner_id, id, version, institution_id, district_id, city_id, province_id,
          recorded_by, sort_key)
      select t.id, gen_random_uuid(), 1, t.institution_id, t.district_id, t.city_id, t.province_id, 1, n::text
      from teacher t, generate_series(1, ${times}) n`)
    await db.query(sql`
      insert into revision (owner_id, id, type, record_id, no, value, state, edit_no, by_identity,
          institution_id, district_id, city_id, province_id, applied_at, applied_version, changed)
      select r.owner_id, gen_random_uuid(), ${definition.name}, r.id, 1, '{}', 'approved', 1, 1,
        r.institution_id, r.district_id, r.city_id, r.province_id,
        now(), 1, '{name}' from ${table} r`)
  }
  await db.query(sql`
    insert into revision_event (owner_id, id, revision_id, record_id, by_identity, action)
    select owner_id, gen_random_uuid(), id, record_id, 1, 'create' from revision`)
  owners = (
    await db.query<{ id: number }>(
      sql`select id from teacher where district_id = ${places.district} order by name_sort limit 20`,
    )
  ).map(({ id }) => id)
  plans = await openPlanReader(region.ownerUrl)
}, 180_000)
afterAll(async () => {
  await plans.close()
  await region.close()
})

it('a whole archive is read by its owner: every type, what is under way, what was, who verified, what happened', async () => {
  const area = actorOf(region.people.area, 4)
  const [owner = 0] = owners
  const statements: [string, Sql][] = [
    ['effective', effectiveStatement(area, definitions, [owner])],
    ['open', openStatement(area, definitions, [owner])],
    ['as of', archiveAtStatement(owner, '2026-01-01T00:00:00+08:00')],
    ['verified', verifiedStatement(owner, 'infinity')],
    ['timeline', timelineStatement(registry, area, owner, { page: 1, pageSize: 20 })],
  ]
  for (const [word, statement] of statements) {
    const text = await plans.planOf(statement)
    expect(text, word).not.toMatch(/Seq Scan on (rec_|revision|revision_event)/)
  }
  const text = await plans.planOf(effectiveStatement(area, definitions, [owner]))
  for (const { name } of definitions)
    expect(text, name).toMatch(new RegExp(`${tableName(name)}_(pkey|single)`))
})

it('a page of the managers’ list runs along the name index of each scope, and completeness of twenty is read by owner', async () => {
  const p = region.people
  for (const [actor, column] of [
    [actorOf(p.school, 3), 'institution'],
    [actorOf(p.area, 4), 'district'],
    [actorOf(p.city, 5), 'city'],
    [actorOf(p.province, 6), 'province'],
  ] as const) {
    const text = await plans.planOf(teachersStatement(actor, { page: 1, pageSize: 20 }))
    expect(text, column).toMatch(new RegExp(`Index (Only )?Scan using teacher_${column} on teacher t_1`))
  }
  for (const [actor, column] of [
    [actorOf(p.school, 3), 'institution'],
    [actorOf(p.area, 4), 'district'],
    [actorOf(p.city, 5), 'city'],
    [actorOf(p.province, 6), 'province'],
  ] as const) {
    const text = await plans.planOf(neighboursStatement(actor, owners[9] ?? 0, {}))
    expect(
      text.match(new RegExp(`Index Scan (Backward )?using teacher_${column}`, 'g')),
      column,
    ).toHaveLength(2)
    // How all of them are counted may change with how many lie in the scope; the neighbours are never sorted
    // for.
    expect(text, column).not.toContain('Sort Key')
  }
  const area = actorOf(p.area, 4)
  for (const statement of [
    effectiveStatement(area, definitions, owners),
    openStatement(area, definitions, owners),
    openCountsStatement(owners),
  ]) {
    expect(await plans.planOf(statement)).not.toMatch(/Seq Scan on (rec_|revision)/)
  }
  expect(await plans.planOf(openCountsStatement(owners))).toMatch(/revision_(owner_pending|one_pending)/)
})

it('the first page of twelve hundred and a document of a hundred records read what they show, not what lies beside', async () => {
  const area = actorOf(region.people.area, 4)
  const [owner = 0] = owners
  const { total } = (await region.people.area.get<{ total: number }>('/api/v1/archives')).data
  const { sections } = (await region.people.area.get<ArchiveDocument>(`/api/v1/archive/${owner}`)).data
  const shown = sections.reduce((sum, one) => sum + one.count, 0)
  expect(total).toBeGreaterThanOrEqual(1200)
  expect(shown).toBeGreaterThanOrEqual(100)
  const page = await plans.rowsRead(teachersStatement(area, { page: 1, pageSize: 20 }))
  const document = [
    effectiveStatement(area, definitions, [owner]),
    openStatement(area, definitions, [owner]),
    archiveAtStatement(owner, `${today()}T00:00:00+08:00`),
    verifiedStatement(owner, 'infinity'),
  ]
  // All teachers of the scope are counted once, at worst by passing over the six hundred of the other
  // district.
  expect(page).toBeLessThan(total + 600 + 100)
  for (const statement of document)
    expect(await plans.rowsRead(statement), statement.text.slice(0, 60)).toBeLessThan(5 * shown)
})
