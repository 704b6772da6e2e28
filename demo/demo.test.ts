import { to } from 'pg-copy-streams'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../server/platform/testing/test-extent.ts'
import { judge } from '../catalogue/rules/judge.ts'
import {
  answersFor,
  checkContext,
  deriveFor,
  fromRow,
  fromStored,
  type Values,
  writableKeys,
} from '../server/engine/records/index.ts'
import { snake, tableName } from '../server/engine/schema/index.ts'
import { today } from '../server/platform/clock/clock.ts'
import { openDatabase, type Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import { accounts } from './accounts.ts'
import { demoLines, demoPasswords } from './lines.ts'
import { invent, loadDemo } from './load.ts'
import { countOf, countsBy, effectiveOf, sampled, tablesOf } from './test-queries.ts'
import { keys, openTestRegion, records, sortForm, type TestRegion } from './test-region.ts'

let region: TestRegion
let db: Database

beforeAll(async () => {
  // A value that the rules refuse on the day it was written stops the loading.
  region = await openTestRegion('demo', { judged: everything ? 'all' : 'recent' })
  db = region.test.db
}, 180_000)
afterAll(() => region?.remove())

const count = (from: string) => countOf(db, from)
const countBy = (expression: string, from: string) => countsBy(db, expression, from)
const effective = (type: string) => effectiveOf(db, type)

describe('the region', () => {
  it('holds together on whatever day it is loaded', async () => {
    const days = ['2028-02-29', ...(everything ? ['2026-01-01', '2027-01-02', '2031-12-31'] : [])]
    for (const day of days) {
      const scene = await invent(region.engine, day, ['senior', 'point', 'direct'])
      expect(scene.ledger.lives.filter((story) => story.row).length).toBeGreaterThan(4_000)
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

  it('has over two thousand teachers in over forty schools of every kind, in three cities', async () => {
    expect(await count('teacher')).toBeGreaterThanOrEqual(2_000)
    expect(await count('teacher')).toBeLessThanOrEqual(2_200)
    expect(await count(`institution where level = 'school' and closed_on is null`)).toBeGreaterThanOrEqual(42)
    expect(await count(`institution where level = 'city'`)).toBe(3)
    const kinds = await countBy('school_type', `institution where level = 'school'`)
    for (const kind of ['111', '211', '218', '311', '312', '341', '342', '345', '365', '514'])
      expect(kinds[kind] ?? 0, kind).toBeGreaterThan(0)
    const stages = await countBy('stage', 'teacher')
    expect(Object.keys(stages)).toEqual(['1', '2', '3', '4', '6', 'A'])
    const cities = await countBy('city_id', 'teacher')
    expect(Object.values(cities).every((n) => n > 100)).toBe(true)
    const sizes = await db.query<{ n: number }>(
      sql`select count(*)::int as n from teacher group by institution_id`,
    )
    expect(Math.min(...sizes.map((s) => s.n))).toBe(8)
    const direct = await db.query(sql`
      select s.name, p.level, s.area_code from institution s join institution p on p.id = s.parent_id
      where s.level = 'school' and s.district_id is null and s.name like '%扬帆%'`)
    expect(direct).toEqual([{ name: '阳江市扬帆实验学校', level: 'city', area_code: '441702' }])
  })

  it('has a bulge of ages between 35 and 50, few over 55 and no woman over 55 but some', async () => {
    const ages = await db.query<{ gender: string; age: number; n: number }>(sql`
      select gender, 2025 - left(birth_date::text, 4)::int as age, count(*)::int as n
      from rec_basic_info
      group by 1, 2`)
    const share = (low: number, high: number, gender?: string) => {
      const of = ages.filter((a) => gender === undefined || a.gender === gender)
      const all = of.reduce((sum, a) => sum + a.n, 0)
      return of.filter((a) => a.age >= low && a.age <= high).reduce((sum, a) => sum + a.n, 0) / all
    }
    expect(share(35, 50)).toBeGreaterThan(0.45)
    expect(share(35, 50)).toBeLessThan(0.65)
    expect(share(20, 29)).toBeGreaterThan(0.08)
    expect(share(60, 99)).toBe(0)
    expect(share(56, 59, '2')).toBeLessThan(0.03)
    expect(share(55, 59, '1')).toBeGreaterThan(0.05)
  })

  it('has titles that rise with age: none or junior when young, half of the older ones senior, hardly any full professors', async () => {
    const rows = await db.query<{ age: number; level: string; n: number }>(sql`
      select 2025 - left(birth_date::text, 4)::int as age, title_level as level, count(*)::int as n
      from rec_basic_info
      group by 1, 2`)
    const share = (low: number, high: number, levels: string) => {
      const of = rows.filter((r) => r.age >= low && r.age <= high)
      return (
        of.filter((r) => levels.includes(r.level)).reduce((sum, r) => sum + r.n, 0) /
        of.reduce((sum, r) => sum + r.n, 0)
      )
    }
    expect(share(20, 28, '12')).toBe(0)
    expect(share(20, 28, '49')).toBeGreaterThan(0.95)
    expect(share(38, 48, '3')).toBeGreaterThan(0.4)
    expect(share(48, 59, '12')).toBeGreaterThan(0.25)
    expect(share(48, 59, '12')).toBeLessThan(0.7)
    expect(share(20, 59, '1')).toBeGreaterThan(0)
    expect(share(20, 59, '1')).toBeLessThan(0.02)
    const women = await db.query<{ stage: string; share: number }>(sql`
      select school_stage as stage, avg((gender = '2')::int)::float8 as share from rec_basic_info group by 1`)
    expect(women.find((w) => w.stage === '1')?.share).toBeGreaterThan(0.9)
    expect(women.find((w) => w.stage === '4')?.share).toBeLessThan(0.65)
  })

  it('has records of all types, and every reviewed type in every state', async () => {
    const states = await db.query<{ type: string; state: string }>(
      sql`select distinct type, state from revision`,
    )
    for (const [type, { regime }] of Object.entries(records)) {
      const found = states.filter((s) => s.type === type).map((s) => s.state)
      const all =
        regime === 'reviewed' || regime === 'mixed'
          ? ['approved', 'draft', 'inReview', 'rejected', 'returned', 'voided', 'withdrawn']
          : ['approved']
      expect(found.sort(), type).toEqual(all)
    }
    const voided = Object.entries(records).filter(([, { regime }]) => regime === 'reviewed')
    for (const [type] of voided)
      expect(await count(`${tableName(type)} where voided_at is not null`), type).toBeGreaterThan(0)
  })

  it('numbers every record with its owner', async () => {
    const carries = sql`substr(r.record::text, 15, 1) = '8'
      and ('x' || right(r.record::text, 8))::bit(32)::int = r.owner_id`
    const tables = [...Object.keys(records).map(tableName), 'revision', 'revision_event', 'file_use']
    for (const table of tables) {
      const number = sql.id(table.startsWith('rec_') ? 'id' : 'record_id')
      const { all, without } = await db.one<{ all: number; without: number }>(sql`
        select count(*)::int as all, count(*) filter (where not (${carries}))::int as without
        from (select ${number} as record, owner_id from ${sql.id(table)}) r`)
      expect([table, all > 0, without]).toEqual([table, true, 0])
    }
  })

  it('gives the officers something to do', async () => {
    const waiting = await db.query<{ login_name: string; type: string; n: number }>(sql`
      select p.login_name, v.type, count(*)::int as n from revision v
        join identity a on a.institution_id = v.holder_institution_id and a.role = v.holder_role
        join person p on p.id = a.person_id
      where v.state = 'inReview' and p.login_name is not null group by 1, 2`)
    const of = (login: string) => waiting.filter((w) => w.login_name === login)
    const total = (login: string) => of(login).reduce((sum, w) => sum + w.n, 0)
    expect(total('school')).toBeGreaterThanOrEqual(60)
    expect(of('school').length).toBeGreaterThanOrEqual(25)
    expect(total('area')).toBeGreaterThanOrEqual(30)
    expect(total('city')).toBeGreaterThanOrEqual(15)
    expect(of('city').find((w) => w.type === 'titleCertification')?.n).toBeGreaterThanOrEqual(5)
    for (const login of ['cityschool', 'school2', 'area2', 'province'])
      expect(total(login), login).toBeGreaterThanOrEqual(5)
  })

  it('remembers ten years: what was in force then differs from what is now', async () => {
    const then = `${Number(today().slice(0, 4)) - 10}-12-01`
    const changed = await countBy(
      'a.type',
      `revision a join revision b on b.owner_id = a.owner_id and b.record_id = a.record_id and b.superseded_at is null and b.state = 'approved'
       where a.applied_at < '${then}' and a.superseded_at > '${then}'`,
    )
    for (const type of ['basicInfo', 'postAppointment', 'contactInfo', 'workExperience'])
      expect(changed[type] ?? 0, type).toBeGreaterThan(20)
    const salaries = await countBy('year', 'rec_salary')
    expect(Object.keys(salaries).length).toBeGreaterThanOrEqual(10)
  })

  it('holds archives that an examination finds fault with, and people who may be the same', async () => {
    const missing = await count(
      'teacher t where not exists (select 1 from rec_language_ability l where l.owner_id = t.id)',
    )
    expect(missing).toBeGreaterThan(3)
    expect(missing).toBeLessThan(60)
    expect(await count(`rec_basic_info where title_level <> '1' and position_grade = '104'`)).toBeGreaterThan(
      3,
    )
    const twins = await db.query(sql`
      select 1 from rec_basic_info group by name, birth_date having count(distinct institution_id) > 1`)
    expect(twins.length).toBeGreaterThanOrEqual(3)
  })

  it('has groups in every school', async () => {
    const groups = await db.query<{ n: number }>(
      sql`select count(*)::int as n from rec_subject_group group by owner_id`,
    )
    expect(groups).toHaveLength(await count(`institution where level = 'school' and closed_on is null`))
    expect(groups.every(({ n }) => n >= 2 && n <= 13)).toBe(true)
  })

  it('has two years of pupils, a quota by subject that adds up to the whole, and posts, in every school', async () => {
    const schools = await count(`institution where level = 'school' and closed_on is null`)
    const kept = await db.query<{ years: number; quota: number; whole: number; posts: number }>(sql`
      select (select count(distinct school_year)::int from rec_student_numbers where owner_id = i.id) as years,
        (select sum(quota)::int from rec_staff_quota
          where owner_id = i.id
            and school_year = (select max(school_year) from rec_staff_quota)) as quota,
        (select sum(posts)::int from rec_approved_post where owner_id = i.id) as posts, i.staff_quota as whole
      from institution i
      where i.level = 'school' and i.closed_on is null`)
    expect(kept).toHaveLength(schools)
    for (const { years, quota, whole, posts } of kept) {
      expect([years, quota]).toEqual([2, whole])
      expect(posts).toBeGreaterThan(0)
    }
  })

  it('has twenty-five study experiences and six changes of basic information waiting at the school of the journeys', async () => {
    const waiting = await db.query(sql`
      select v.type, count(*)::int as n, count(*) filter (where v.warnings <> '[]')::int as warned,
        count(*) filter (where v.base_version > 0)::int as changes, count(*) filter (where v.previous_id is
        not null)::int as again
      from revision v join identity a on a.institution_id = v.holder_institution_id and a.role = 3 join
      person p on p.id = a.person_id
      where p.login_name = 'school' and v.state = 'inReview' and v.type in ('studyExperience', 'basicInfo')
      group by 1
      order by 1`)
    expect(waiting).toEqual([
      { type: 'basicInfo', n: 6, warned: 0, changes: 6, again: 1 },
      { type: 'studyExperience', n: 25, warned: 6, changes: 6, again: 3 },
    ])
    expect(await count(`revision where state = 'inReview' and appealed`)).toBeGreaterThanOrEqual(3)
    expect(await count(`rec_study_experience where voided_at is not null`)).toBeGreaterThanOrEqual(1)
  })

  it('staffs every institution but one district', async () => {
    const empty = await db.query<{ name: string }>(sql`
      select i.name from institution i where i.level <> 'centre' and i.closed_on is null and not exists (
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

  it('has centres, a closed school and a former name to look at', async () => {
    expect(await count(`institution where level = 'centre'`)).toBe(3)
    expect(await count('institution where closed_on is not null')).toBe(1)
    expect(await count('institution_former')).toBe(1)
  })

  it('has exactly one open personnel membership for every teacher, at their institution', async () => {
    const wrong = await db.query(sql`
      select t.id from teacher t left join membership m on m.teacher_id = t.id and m.kind = 'personnel' and
      m.to_on is null
      group by t.id having count(m.*) <> 1 or bool_or(m.institution_id is distinct from t.institution_id)`)
    expect(wrong).toEqual([])
  })
})

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
    for (const [type, definition] of Object.entries(records)) {
      for (const row of await effective(type)) {
        const values = fromStored(keys, definition, row.id, row.value)
        const only = row.submitted_at === null ? answersFor({ role: 3 }, definition) : undefined
        const found = judge(definition, values, row.value.attachments.length, checkContext(), only)
        expect(found.errors, `${type} of ${row.owner_id}`).toEqual([])
      }
    }
  })

  it('has the derived fields that the engine would compute', async () => {
    const derived = Object.values(records).flatMap((definition) => {
      const keys = Object.keys(definition.fields).filter((key) => definition.fields[key]?.derived)
      return keys.length > 0 ? [{ definition, columns: sql.join(keys.map((key) => sql.id(snake(key)))) }] : []
    })
    const read = () =>
      Promise.all(
        derived.map(({ definition, columns }) =>
          db.query(
            sql`select owner_id, id, ${columns}
              from ${sql.id(tableName(definition.name))} r
              where ${sampled}
              order by 1, 2`,
          ),
        ),
      )
    const before = await read()
    const owners = await db.query<{ id: number }>(
      sql`select id as id from teacher where id <= 60 or id % 6 = 0`,
    )
    await db.transaction(async (tx) => {
      for (const { id } of owners)
        for (const definition of Object.values(records)) await deriveFor(region.engine, tx, definition, id)
    })
    expect(await read()).toEqual(before)
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
    expect(
      await db.query(
        sql`select 1 from rec_teacher_qualification group by qualification_no having count(*) > 1`,
      ),
    ).toEqual([])
    const twice = await db.query(sql`
      select 1 from rec_subject_group g, unnest(g.members) m group by g.owner_id, g.group_kind, m having
      count(*) > 1`)
    expect(twice).toEqual([])
  })
})

/** What sealed values of the region look like. */
const plain = /449999(19|20)\d{9}[\dX]|19[89]0000\d{4}|@example\.cn|号\d+栋/

/**
 * Numbers of records end in that of their owner, whose digits beside random ones may look like a mobile
 * number.
 */
const numbers = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

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
    const most = everything ? '' : 'limit 500'
    for (const { table_name } of await tablesOf(db)) {
      const text = await owner.transaction(async ({ client }) => {
        const chunks: Buffer[] = []
        for await (const chunk of client.query(to(`copy (select * from "${table_name}" ${most}) to stdout`)))
          chunks.push(chunk as Buffer)
        return Buffer.concat(chunks).toString('utf8').replace(numbers, '')
      })
      expect(plain.exec(text)?.[0] ?? null, table_name).toBeNull()
    }
    await owner.close()
  })
})
