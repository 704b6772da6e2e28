import { createHash } from 'node:crypto'
import { to } from 'pg-copy-streams'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '../catalogue/rules/judge.ts'
import { fromRow, fromStored, writableKeys, type Values } from '../server/engine/records/codec.ts'
import { deriveFor } from '../server/engine/records/derive.ts'
import { checkContext } from '../server/engine/records/examine.ts'
import { tableName } from '../server/engine/schema/tables.ts'
import { openDatabase, type Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import { accounts } from './accounts.ts'
import { demoLines, demoPasswords } from './lines.ts'
import { invent, loadDemo } from './load.ts'
import { keys, openTestRegion, records, sortForm, type TestRegion } from './test-region.ts'
import { ownKeysOf } from './writing/examined.ts'

let region: TestRegion
let again: TestRegion
let db: Database

beforeAll(async () => {
  region = await openTestRegion('demo')
  again = await openTestRegion('demoagain')
  db = region.test.db
})
afterAll(async () => {
  await region?.remove()
  await again?.remove()
})

const count = async (from: string): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*)::int as count from ${sql.raw(from)}`)).count

/** Ciphertexts differ each time by their nonce. */
const sealed = /v1\.1\.[\w-]+\.[\w-]+\.[\w-]+/g

interface Column {
  table_name: string
  columns: string
}

/** Tables with their columns, times left out. */
const tablesOf = (database: Database) =>
  database.query<Column>(sql`
    select c.table_name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_migration'
      and c.data_type not like 'timestamp%'
    group by 1 order by 1`)

async function digestOf(database: Database): Promise<Record<string, string>> {
  const out: Record<string, string> = {}
  for (const { table_name, columns } of await tablesOf(database)) {
    const rows = await database.query<{ line: string }>(
      sql`select row(${sql.raw(columns)})::text as line from ${sql.id(table_name)}`,
    )
    const lines = rows.map(({ line }) => line.replace(sealed, 'sealed')).sort()
    out[table_name] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`
  }
  return out
}

describe('the region', () => {
  it('is the same twice, but for times and nonces', async () => {
    expect(await digestOf(again.test.db)).toEqual(await digestOf(db))
  })

  it('holds together on whatever day it is loaded', async () => {
    for (const day of ['2026-01-01', '2027-01-02', '2028-02-29', '2031-12-31']) {
      const scene = await invent(region.engine, day)
      expect(scene.ledger.stories.filter((story) => story.row).length).toBeGreaterThan(1_400)
    }
  })

  it('leaves a database alone that has institutions already', async () => {
    const before = await count('revision')
    const { filesFolder, test } = region
    const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log }
    const hashPassword = async () => 'x'
    await loadDemo({ ownerUrl: test.ownerUrl, keys, records, filesFolder, sortForm, log, hashPassword })
    expect(await count('revision')).toBe(before)
  })

  it('has 300 teachers in twelve schools of every kind', async () => {
    expect(await count('teacher')).toBe(300)
    expect(await count(`institution where level = 'school'`)).toBe(12)
    expect(await count(`institution where level = 'district'`)).toBe(5)
    const sizes = await db.query<{ n: number }>(
      sql`select count(*)::int as n from teacher group by institution_id`,
    )
    expect(Math.min(...sizes.map((s) => s.n))).toBe(8)
    expect(Math.max(...sizes.map((s) => s.n))).toBe(60)
    const direct = await db.one(sql`
      select s.district_id, p.level, s.area_code from institution s join institution p on p.id = s.parent_id
      where s.level = 'school' and s.district_id is null`)
    expect(direct).toEqual({ district_id: null, level: 'city', area_code: '441702' })
  })

  it('has basic information for all, contact details for nine in ten, pay for nearly all, groups in every school', async () => {
    expect(await count('rec_basic_info where voided_at is null')).toBe(300)
    expect(await count('rec_contact_info')).toBeGreaterThan(255)
    expect(await count('rec_contact_info')).toBeLessThan(290)
    expect(await count('(select distinct owner_id from rec_salary) x')).toBeGreaterThan(280)
    const groups = await db.query<{ n: number }>(
      sql`select count(*)::int as n from rec_subject_group group by owner_id`,
    )
    expect(groups).toHaveLength(12)
    expect(groups.every(({ n }) => n >= 2 && n <= 6)).toBe(true)
  })

  it('has every state, and twenty-five study experiences and six changes of basic information waiting at the school', async () => {
    const states = await db.query<{ type: string; state: string }>(sql`
      select distinct type, state from revision where type in ('studyExperience', 'basicInfo') order by 1, 2`)
    const all = ['approved', 'draft', 'inReview', 'rejected', 'returned', 'voided', 'withdrawn']
    for (const type of ['basicInfo', 'studyExperience']) {
      expect(states.filter((s) => s.type === type).map((s) => s.state)).toEqual(all)
    }
    const waiting = await db.query(sql`
      select v.type, count(*)::int as n, count(*) filter (where v.warnings <> '[]')::int as warned,
        count(*) filter (where v.base_version > 0)::int as changes, count(*) filter (where v.previous_id is
        not null)::int as again
      from revision v join identity a on a.institution_id = v.holder_institution_id and a.role = 3 join
      person p on p.id = a.person_id
      where p.login_name = 'school' and v.state = 'inReview' group by 1 order by 1`)
    expect(waiting).toEqual([
      { type: 'basicInfo', n: 6, warned: 0, changes: 6, again: 1 },
      { type: 'studyExperience', n: 25, warned: 6, changes: 6, again: 3 },
    ])
    expect(await count(`revision where state = 'inReview' and appealed`)).toBeGreaterThanOrEqual(3)
    expect(await count(`rec_study_experience where voided_at is not null`)).toBeGreaterThanOrEqual(1)
  })

  it('staffs every institution but one district', async () => {
    const empty = await db.query<{ name: string }>(sql`
      select i.name from institution i where not exists (
        select 1 from identity a where a.institution_id = i.id and a.role between 3 and 6)`)
    expect(empty.map((i) => i.name)).toEqual(['阳西县教育局'])
  })

  it('lets every account sign in, and gives everybody else an activation code', async () => {
    const known = await db.query<{ login_name: string }>(
      sql`select login_name from person where password_hash is not null`,
    )
    expect(known.map((p) => p.login_name).sort()).toEqual(accounts.map((a) => a.login).sort())
    expect(await count('person where password_hash is null and activation_hash is null')).toBe(0)
    expect(demoLines().filter((line) => accounts.some((a) => line.trim().startsWith(a.login)))).toHaveLength(
      accounts.length,
    )
    expect([...demoPasswords]).toEqual(['Chunfeng#2026'])
  })

  it('has exactly one open personnel membership for every teacher, at their institution', async () => {
    const wrong = await db.query(sql`
      select t.id from teacher t left join membership m on m.teacher_id = t.id and m.kind = 'personnel' and
      m.to_on is null
      group by t.id having count(m.*) <> 1 or bool_or(m.institution_id is distinct from t.institution_id)`)
    expect(wrong).toEqual([])
  })
})

interface Effective {
  id: string
  owner_id: number
  version: number
  value: Values & { attachments: string[] }
  submitted_at: string | null
}

/** Typed rows with the revision that is in force. */
const effective = (type: string) =>
  db.query<Effective & Record<string, unknown>>(sql`
    select r.*, v.value, v.submitted_at from ${sql.id(tableName(type))} r
      left join revision v on v.owner_id = r.owner_id and v.record_id = r.id and v.state = 'approved' and
      v.superseded_at is null
        and v.edit_no = r.version and v.applied_version = r.version and v.applied_at = r.applied_at
    where r.voided_at is null`)

describe('every record', () => {
  it('has one approved revision in force with its version and its value', async () => {
    for (const [type, definition] of Object.entries(records)) {
      for (const row of await effective(type)) {
        expect(row.value, `${type} ${row.id}`).not.toBeNull()
        const { attachments, ...stored } = row.value
        const mine = fromStored(keys, definition, row.id, fromRow(definition, row))
        const theirs = fromStored(keys, definition, row.id, stored)
        const pick = (values: Values) =>
          Object.fromEntries(writableKeys(definition).map((k) => [k, values[k] ?? null]))
        expect(pick(mine)).toEqual(pick(theirs))
        expect(row['attachments']).toEqual(attachments)
      }
    }
    expect(await count(`(select 1 from revision where state = 'approved' and superseded_at is null) x`)).toBe(
      (
        await Promise.all(Object.keys(records).map((t) => count(`${tableName(t)} where voided_at is null`)))
      ).reduce((a, b) => a + b),
    )
  })

  it('that is in force passes the rules of whoever wrote it', async () => {
    for (const type of ['basicInfo', 'studyExperience', 'contactInfo', 'salary', 'subjectGroup']) {
      const definition = records[type]
      if (!definition) throw new Error(type)
      for (const row of await effective(type)) {
        const values = fromStored(keys, definition, row.id, row.value)
        const only = row.submitted_at === null ? ownKeysOf(definition, 3) : undefined
        const found = judge(definition, values, row.value.attachments.length, checkContext(), only)
        expect(found.errors, `${type} of ${row.owner_id}`).toEqual([])
      }
    }
  })

  it('has the derived fields that the engine would compute', async () => {
    const columns = sql`select owner_id, id, is_first_education::text || is_highest_education::text as f
    from rec_study_experience
      union all select owner_id, id, concat_ws('|', highest_education, highest_education_school,
      highest_degree_level, highest_degree)
      from rec_basic_info order by 1, 2`
    const before = await db.query(columns)
    await db.transaction(async (tx) => {
      for (let owner = 1; owner <= 300; owner += 1) {
        for (const type of ['studyExperience', 'basicInfo'])
          await deriveFor(region.engine, tx, records[type] as never, owner)
      }
    })
    expect(await db.query(columns)).toEqual(before)
  })

  it('keeps the rules across records', async () => {
    expect(
      await db.query(sql`select 1 from rec_basic_info group by institution_id, staff_no having count(*) > 1`),
    ).toEqual([])
    expect(await db.query(sql`select 1 from rec_salary group by owner_id, year having count(*) > 1`)).toEqual(
      [],
    )
    expect(
      await db.query(sql`select 1 from rec_subject_group group by owner_id, name having count(*) > 1`),
    ).toEqual([])
    const twice = await db.query(sql`
      select 1 from rec_subject_group g, unnest(g.members) m group by g.owner_id, g.group_kind, m having
      count(*) > 1`)
    expect(twice).toEqual([])
  })
})

/** What sealed values of the region look like. */
const plain = /449999(19|20)\d{9}[\dX]|19[89]00000\d{3}|@example\.cn|号\d+栋/

describe('sealed values', () => {
  it('stand in no table in the open', async () => {
    const [study, basic, contact] = ['studyExperience', 'basicInfo', 'contactInfo'].map(
      (type) => records[type],
    )
    if (!study || !basic || !contact) throw new Error('records')
    for (const row of (await effective('contactInfo')).slice(0, 40)) {
      const opened = fromStored(keys, contact, row.id, row.value)
      expect(['mobile', 'email'].every((key) => plain.test(String(opened[key])))).toBe(true)
    }
    const owner = openDatabase({ url: region.test.ownerUrl, max: 1 })
    for (const { table_name } of await tablesOf(db)) {
      const text = await owner.transaction(async ({ client }) => {
        const chunks: Buffer[] = []
        for await (const chunk of client.query(to(`copy "${table_name}" to stdout`)))
          chunks.push(chunk as Buffer)
        return Buffer.concat(chunks).toString('utf8')
      })
      expect(plain.exec(text)?.[0] ?? null, table_name).toBeNull()
    }
    await owner.close()
  })
})
