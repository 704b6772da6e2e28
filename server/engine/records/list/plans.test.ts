import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registry } from '../../../app/records.ts'
import { ownerIn, recordNumber } from '../../access/index.ts'
import { actorOf, testRegion, type Region } from '../../../app/testing/test-region.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { openPlanReader, type PlanReader } from '../../../platform/db/testing/test-plans.ts'
import { snake, tableName } from '../../schema/index.ts'
import { keysStatement, listStatement, rankStatement, spreadWalkStatement, walkStatement } from './list.ts'
import { byKeysStatement } from './taken-out.ts'
import { readListQuery } from './list-query.ts'
import { loadText } from '../read/load-statement.ts'
import { queueStatement } from './queue.ts'

let region: Region
let plans: PlanReader

/** Enough rows, spread over enough offices, that reading a whole table is plainly the dearer way. */
beforeAll(async () => {
  region = await testRegion('plans')
  const { db, places } = region
  await db.query(sql`
    insert into person (name) select '某' || n from generate_series(1, 3000) n`)
  await db.query(sql`
    insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id)
    select p.id, p.name, 'mou ' || p.id, i.id, i.district_id, i.city_id, i.province_id
    from person p, institution i
    where p.name like '某%'
      and i.id = (array[${places.school}, ${places.sibling}, ${places.otherSchool},
          ${places.citySchool}]::int[])[1 + p.id % 4]`)
  for (const definition of Object.values(registry)) {
    const owner =
      definition.owner === 'teacher'
        ? sql`teacher t`
        : sql`(select id, id as institution_id, district_id, city_id, province_id
            from institution, generate_series(1, 300)) t`
    await db.query(sql`
      insert into ${sql.id(tableName(definition.name))} (owner_id, id, version, institution_id, district_id,
          city_id, province_id, recorded_by, sort_key)
      select t.id, gen_random_uuid(), 1, 1000 + t.id % 300, 500 + t.id % 40, 100 + t.id % 10, t.province_id,
        1, lpad((random() * 999999)::int::text, 6, '0')
      from ${owner}`)
    await db.query(sql`
      insert into revision (owner_id, id, type, record_id, no, value, state, edit_no, by_identity,
          holder_institution_id, holder_role, holder_since,
        institution_id, district_id, city_id, province_id, submitted_at, decided_at, step)
      select t.id, gen_random_uuid(), ${definition.name}, gen_random_uuid(), 1, '{}',
        case when t.id % 10 = 0 then 'inReview' when t.id % 10 = 1 then 'returned' else 'approved' end,
        1, 1, t.institution_id, 3, now(), t.institution_id, t.district_id, t.city_id, t.province_id, now(),
          now(), 0
        from ${owner}`)
  }
  await db.query(sql`
    insert into revision_event (owner_id, id, revision_id, record_id, by_identity, action)
    select owner_id, gen_random_uuid(), id, record_id, 1, 'create' from revision`)
  plans = await openPlanReader(region.ownerUrl)
})
afterAll(async () => {
  await plans.close()
  await region.close()
})

describe('the plans of the hot statements, generic', () => {
  it.each(Object.keys(registry))(
    '%s: the first page of each scope runs along its index, without sorting',
    async (name) => {
      const definition = registry[name]
      if (!definition) throw new Error(name)
      const p = region.people
      const query = readListQuery(definition, {})
      for (const [actor, column] of [
        [actorOf(p.school, 3), 'institution'],
        [actorOf(p.area, 4), 'district'],
        [actorOf(p.city, 5), 'city'],
        [actorOf(p.province, 6), 'province'],
      ] as const) {
        const text = await plans.planOf(listStatement(actor, definition, query))
        // The page itself; how the rows are counted may change with how many of the table lie in the scope.
        expect(text, column).toMatch(
          new RegExp(`Index Scan (Backward )?using ${tableName(name)}_${column} on ${tableName(name)} r_1`),
        )
        expect(text, column).not.toMatch(/Sort Key: [^\n]*sort_key/)
      }
    },
  )

  it.each(Object.keys(registry))(
    '%s: what is taken out is found along the index of the scope, and read by ids',
    async (name) => {
      const definition = registry[name]
      if (!definition) throw new Error(name)
      const table = tableName(name)
      const query = readListQuery(definition, {})
      for (const [actor, column] of [
        [actorOf(region.people.school, 3), 'institution'],
        [actorOf(region.people.city, 5), 'city'],
      ] as const) {
        const asked = { among: { place: null }, most: 100_001 }
        const found = await plans.planOf(keysStatement(actor, definition, query, asked))
        expect(found).toMatch(
          new RegExp(`using ${table}_${column} on ${table}|Bitmap Index Scan on ${table}_${column}`),
        )
        expect(found).not.toContain(`Seq Scan on ${table}`)
      }
      const ids = Array.from({ length: 200 }, () => '0197f1c2-0000-7000-8000-000000000001')
      const read = await plans.planOf(byKeysStatement(actorOf(region.people.city, 5), definition, ids))
      // By the ids, whichever index has them: a small table is read along its primary key.
      expect(read).toMatch(new RegExp(`${table}_(id|pkey)[^]*Index Cond: \\(\\(?(x\\.)?id = ANY`))
      expect(read).not.toMatch(new RegExp(`Seq Scan on (${table}|teacher)`))
    },
  )

  it.each(Object.keys(registry))('%s: a single read finds row and revision by their ids', async (name) => {
    const definition = registry[name]
    if (!definition) throw new Error(name)
    const id = recordNumber(1)
    for (const values of [
      [id, true],
      [id, true, ownerIn(id)],
    ]) {
      const text = await plans.planOf({ text: loadText(definition, values.length === 3), values })
      expect(text).toMatch(new RegExp(`${tableName(name)}_(id|pkey)`))
      // What waits of one owner and type is a handful.
      expect(text).toMatch(/revision_(record|one_pending|owner_pending)/)
      expect(text).not.toMatch(new RegExp(`Seq Scan on (revision|${tableName(name)}|teacher|revision_event)`))
    }
  })

  it('a review queue reads the holder index in its order, forwards and backwards', async () => {
    const definition = registry['studyExperience']
    if (!definition) throw new Error('studyExperience')
    for (const sort of ['', 'waiting', '-waiting']) {
      const query = readListQuery(definition, { queue: 'open', sort })
      const text = await plans.planOf(queueStatement(actorOf(region.people.school, 3), definition, query))
      expect(text).toContain(
        sort === 'waiting' ? 'Index Scan Backward using revision_queue' : 'using revision_queue',
      )
      expect(text).not.toContain('Seq Scan on revision')
    }
    expect(() => readListQuery(definition, { sort: 'waiting' })).toThrow()
  })

  it('tells a statement without its index: the same page without the partial predicate would read the table', async () => {
    const definition = registry['studyExperience']
    if (!definition) throw new Error('studyExperience')
    const bare = `select * from ${tableName('studyExperience')} where ${snake('major')} = $1`
    expect(await plans.planOf({ text: bare, values: ['x'] })).toContain('Seq Scan')
  })
})

describe('statements that differ for what they cost, not for what they find', () => {
  const definition = registry['studyExperience']
  if (!definition) throw new Error('studyExperience')
  const nowhere = { place: null }
  const idsOf = async (statement: Sql) =>
    (await region.db.query<{ id: string | null }>(statement)).map(({ id }) => id)

  it('a far page has the rows that its place in the list says', async () => {
    const actor = actorOf(region.people.province, 6)
    const all = await idsOf(
      keysStatement(actor, definition, readListQuery(definition, {}), { among: nowhere, most: 3_000 }),
    )
    for (const page of [1, 25, 26, 100]) {
      const query = readListQuery(definition, { page: String(page) })
      const from = (page - 1) * query.pageSize
      const found = await idsOf(listStatement(actor, definition, query))
      expect(found, `page ${page}`).toEqual(all.slice(from, from + query.pageSize))
      expect(found).toHaveLength(query.pageSize)
    }
  })

  it('a filter looks through a distributed database for the same page, which lies at the same place', async () => {
    const actor = actorOf(region.people.province, 6)
    await region.db.query(sql`update rec_study_experience set education_level = '21' where owner_id % 7 = 0`)
    for (const [page, sort] of [
      ['1', ''],
      ['3', ''],
      ['1', definition.pages.list.order],
    ] as const) {
      const query = readListQuery(definition, { page, sort, educationLevel: '21' })
      const found = await idsOf(walkStatement(actor, definition, query, { ...nowhere, upTo: 100_000 }))
      expect(found).toHaveLength(query.pageSize + 1)
      expect(await idsOf(spreadWalkStatement(actor, definition, query, nowhere))).toEqual(found)
      const [row] = await region.db.query<{ id: string; sort_key: string }>(sql`
        select id, sort_key from rec_study_experience where id = ${found.at(-1)}`)
      if (!row) throw new Error('no row')
      const { rank } = await region.db.one<{ rank: number }>(
        rankStatement(actor, definition, query, { among: nowhere, row }),
      )
      const upTo = (rows: number) =>
        idsOf(walkStatement(actor, definition, query, { ...nowhere, upTo: rows }))
      expect((await upTo(rank)).at(-1)).toBe(row.id)
      expect(await upTo(rank - 1)).not.toContain(row.id)
    }
  })

  it('a queue is searched by name in the rows or among all teachers, within the same scope', async () => {
    const { school, area } = region.people
    for (const [actor, queue, q] of [
      [actorOf(school, 3), 'open', '某10'],
      [actorOf(area, 4), 'returned', '某1'],
      [actorOf(area, 4), 'returned', 'mou'],
    ] as const) {
      const query = readListQuery(definition, { queue, q })
      const ids = async (spread: boolean) =>
        (await idsOf(queueStatement(actor, definition, query, { place: null, spread }))).toSorted()
      const found = await ids(false)
      expect(found[0], q).not.toBeNull()
      expect(await ids(true), q).toEqual(found)
    }
  })

  it('what was sent back at one moment has an order in its queue, so that no page repeats or loses one', async () => {
    const actor = actorOf(region.people.area, 4)
    const found: string[] = []
    for (const page of ['1', '2', '3']) {
      const query = readListQuery(definition, { queue: 'returned', page })
      const rows = await region.db.query<{ revision_id: string }>(queueStatement(actor, definition, query))
      found.push(...rows.map(({ revision_id }) => revision_id))
    }
    expect(found).toHaveLength(60)
    expect(found).toEqual(found.toSorted().toReversed())
  })
})
