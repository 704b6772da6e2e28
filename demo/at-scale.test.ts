import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../server/platform/db/testing/test-database.ts'
import { sql } from '../server/platform/db/sql.ts'
import { loadAtScale } from './at-scale.ts'
import { keys, records, sortForm } from './test-region.ts'

const TEACHERS = 3_000
/** A third is made up, the others are copies. */
const MADE_UP = 1_000
let test: TestDatabase

/** Without their names: those of the parts of a table are the database's own. */
const indexes = () =>
  test.db.query(sql`
    select tablename, replace(indexdef, indexname, '') as definition from pg_indexes
    where schemaname = 'public' order by 1, 2`)
const count = async (from: string): Promise<number> =>
  (await test.db.one<{ count: number }>(sql`select count(*)::int as count from ${sql.raw(from)}`)).count

describe('a database for benchmarks', () => {
  let before: unknown
  beforeAll(async () => {
    test = await openTestDatabase('scale')
    before = await indexes()
    await loadAtScale({
      ownerUrl: test.ownerUrl,
      keys,
      records,
      sortForm,
      teachers: TEACHERS,
      madeUp: MADE_UP,
      seed: 'test',
    })
  })
  afterAll(() => test?.drop())

  it('has its tree, its people and their records, and all its indexes again', async () => {
    expect(await count('institution')).toBe(1_111)
    expect(await count('teacher')).toBe(TEACHERS)
    expect(await count('identity')).toBe(TEACHERS + 1_111)
    expect(await count('(select distinct institution_id from teacher) x')).toBe(1_000)
    expect(await count('rec_basic_info')).toBe(TEACHERS)
    expect(await count('rec_contact_info')).toBe(TEACHERS)
    expect(await count(`(select distinct record_id from revision where type = 'studyExperience') x`)).toBe(
      2 * TEACHERS,
    )
    for (const state of ['draft', 'inReview']) {
      const share = (await count(`revision where state = '${state}'`)) / TEACHERS
      expect(share).toBeGreaterThan(0.07)
      expect(share).toBeLessThan(0.13)
    }
    expect(await indexes()).toEqual(before)
  })

  it('keeps the copies apart: people, records and timelines of their own, and audit rows in order of time', async () => {
    expect(await count('(select distinct record_id from revision) x')).toBe(4 * TEACHERS)
    expect(
      await count(
        'revision v join teacher t on t.id = v.owner_id where v.institution_id <> t.institution_id',
      ),
    ).toBe(0)
    expect(
      await count(
        'revision_event e left join revision v on v.owner_id = e.owner_id and v.id = e.revision_id where v.id is null',
      ),
    ).toBe(0)
    expect(await count('person where name_sort is null')).toBeLessThanOrEqual(1_111)
    expect(await count('audit')).toBe((await count('revision')) + (await count('identity')))
    expect(await count('audit a join audit b on b.id = a.id + 1 where b.at < a.at')).toBe(0)
  })

  it('has one approved revision in force for every typed row', async () => {
    for (const table of ['rec_basic_info', 'rec_contact_info', 'rec_study_experience']) {
      const wrong = await test.db.query(sql`
        select 1 from ${sql.id(table)} r left join revision v on v.owner_id = r.owner_id and v.record_id =
        r.id
          and v.state = 'approved' and v.superseded_at is null and v.edit_no = r.version
        where v.id is null`)
      expect(wrong).toEqual([])
    }
  })
})
