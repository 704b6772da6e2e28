import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Actor } from '../catalogue/access/access.ts'
import { analysisQuery, type Report } from '../catalogue/contract/analysis/figures.ts'
import { advancedSearch } from '../catalogue/contract/analysis/query.ts'
import { openFigures, tally } from '../server/engine/figures/index.ts'
import { actorsOf } from '../server/engine/access/index.ts'
import { buildEngine } from '../server/app/engine.ts'
import { keptPanels } from '../server/features/analysis/kept-panels.ts'
import { boardFiguresBy } from '../server/features/analysis/for-boards.ts'
import { analysisOf } from '../server/features/analysis/report.ts'
import { search } from '../server/features/query/search.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'

/**
 * Pages of statistics and custom queries over a province of teachers in 20 cities, 200 districts and 20 000
 * schools. The first run fills `BENCH_DATA`; later ones find it filled. `BENCH_TEACHERS` a multiple of 20
 * 000.
 */
const teachers = Number(process.env['BENCH_TEACHERS'] ?? 1_500_000)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-figures-${teachers}`)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const [cities, districts, schools] = [20, 200, 20_000]
const [firstDistrict, firstSchool] = [2 + cities, 2 + cities + districts]
const each = Math.max(1, Math.floor(teachers / schools))
const trainings = 11

mkdirSync(folder, { recursive: true })
const log = createLog('warn')
const database = await startEmbedded(folder, log)
await migrate(database.ownerUrl, 'server/migrations')

const school = `(${firstSchool} + (g - 1) / ${each})`
const places = `p.id, p.district_id, p.city_id, p.province_id`
const owned =
  'owner_id, id, version, institution_id, district_id, city_id, province_id, recorded_by, sort_key'
const record = (part: string) =>
  `g, ('00000000-0000-7000-8000-' || lpad((g * 16 + ${part})::text, 12, '0'))::uuid, 1, ${places}, 1, '学' || g`
/** A number below `n` that looks drawn, the same in every run. */
const drawn = (salt: number, n: number) => `(abs(hashint4(g * 31 + ${salt})) % ${n})`
const oneOf = (salt: number, codes: readonly string[]) =>
  `(array['${codes.join("','")}'])[1 + ${drawn(salt, codes.length)}]`
const people = `generate_series(1, ${teachers}) g join institution p on p.id = ${school}`

const statements = [
  `insert into institution (id, parent_id, level, province_id, code, name, kind, area_code)
    overriding system value values (1, null, 'province', 1, 'P', '测试省', '10', '440000')`,
  `insert into institution (id, parent_id, level, province_id, city_id, code, name, kind, area_code)
    select g, 1, 'city', 1, g, 'C' || g, '第' || g || '市', '20', '441700' from generate_series(2, ${1 + cities}) g`,
  `insert into institution (id, parent_id, level, province_id, city_id, district_id, code, name, kind, area_code)
    select g, 2 + (g - ${firstDistrict}) / 10, 'district', 1, 2 + (g - ${firstDistrict}) / 10, g, 'D' || g, '第' || g || '区', '30', '441702'
    from generate_series(${firstDistrict}, ${firstSchool - 1}) g`,
  `insert into institution (id, parent_id, level, province_id, city_id, district_id, code, name, kind, area_code)
    select g, d.id, 'school', 1, d.city_id, d.id, 'S' || g, '第' || g || '学校', '40', '441702'
    from generate_series(${firstSchool}, ${firstSchool + schools - 1}) g
    join institution d on d.id = ${firstDistrict} + (g - ${firstSchool}) / ${schools / districts}`,
  `insert into person (id, name) overriding system value select g, '教师' || g from generate_series(1, ${teachers}) g`,
  `insert into identity (person_id, role, institution_id)
    values (1, 6, 1), (2, 5, 2), (3, 4, ${firstDistrict}), (4, 3, ${firstSchool})`,
  `insert into teacher (id, person_id, name, name_sort, institution_id, district_id, city_id, province_id, status)
    overriding system value
    select g, g, '教师' || g, 'jiao shi ' || g, ${places}, case when ${drawn(1, 40)} = 0 then '01' else '11' end from ${people}`,
  `insert into membership (teacher_id, id, institution_id, kind, from_on)
    select g, ('00000000-0000-7000-9000-' || lpad(g::text, 12, '0'))::uuid, p.id, 'personnel', date '2005-09-01' + ${drawn(2, 7000)}
    from ${people}`,
  `insert into rec_basic_info (${owned}, name, gender, birth_date, ethnicity, political_status, staff_category, in_establishment,
      teach_start_month, school_stage, main_subject, highest_education, highest_degree_level, is_backbone_teacher,
      position_category, position_grade, title_level, is_class_teacher)
    select ${record('0')}, '教师' || g, (1 + ${drawn(3, 2)})::text, date '1964-01-01' + ${drawn(4, 14_000)},
      case when ${drawn(5, 12)} = 0 then '02' else '01' end, array['13'], case when ${drawn(6, 15)} = 0 then '13' else '11' end,
      ${drawn(7, 10)} > 0, to_char(date '1990-09-01' + ${drawn(8, 12_000)}, 'YYYY-MM'), ${oneOf(9, ['1', '2', '3', '4'])},
      ${oneOf(10, ['13', '14', '41', '15', '16', '20', '21', '22', '24', '25'])}, ${oneOf(11, ['21', '21', '21', '31', '14', '11'])},
      ${oneOf(12, ['0', '4', '4', '3'])}, ${drawn(13, 9)} = 0, ${oneOf(14, ['1', '2', '3'])}, '110',
      ${oneOf(15, ['1', '2', '3', '3', '4', '4', '9'])}, ${drawn(16, 6)} = 0
    from ${people}`,
  `insert into rec_teacher_qualification (${owned}, qualification_kind)
    select ${record('1')}, ${oneOf(17, ['2', '3', '4', '5'])} from ${people}`,
  `insert into rec_reward_honor (${owned}, admin_level, award_date)
    select ${record('2')}, ${oneOf(18, ['10', '22', '31', '43', '51', '60'])}, date '2016-01-01' + ${drawn(19, 3_900)} from ${people}`,
  ...Array.from(
    { length: trainings },
    (_, year) =>
      `insert into rec_training_registration (${owned}, training_year, training_level, credit_kind, credit_hours)
        select ${record(String(3 + year))}, ${2026 - year}, ${oneOf(20 + year, ['1', '2', '3', '4', '5', '6'])}, '1', 20 + ${drawn(30 + year, 90)}
        from ${people}`,
  ),
  'analyze',
]

/**
 * Fills an empty database; what only guards memberships against each other is left out, as it takes longest.
 */
async function fill(client: pg.Client): Promise<void> {
  const began = performance.now()
  await client.query('set synchronous_commit = off')
  await client.query(`
    alter table membership drop constraint membership_one_personnel_a_day, drop constraint membership_one_full_time_a_day`)
  const tables = [
    'rec_basic_info',
    'rec_teacher_qualification',
    'rec_reward_honor',
    'rec_training_registration',
  ]
  const { rows } = await client.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes where tablename = any($1) and indexname !~ '_pkey$'`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  for (const text of statements) await client.query(text)
  for (const { text } of rows) await client.query(text)
  await client.query('vacuum analyze')
  console.log(`filled in ${Math.round((performance.now() - began) / 1000)} s`)
}

const owner = new pg.Client({ connectionString: database.ownerUrl })
await owner.connect()
const filled = await owner.query('select 1 from teacher limit 1')
if (filled.rowCount === 0) await fill(owner)
await owner.end()
if (process.env['BENCH_ONLY_FILL']) {
  await database.stop()
  process.exit(0)
}

const db = openDatabase({ url: database.appUrl, max: 4, statementTimeout: 0 })
const engine = buildEngine(db, db, keysFrom(Buffer.alloc(32, 9)))
const figures = openFigures(engine, log)
const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20)

/** Milliseconds of many runs: the median and the 95th of a hundred. */
async function timed(label: string, work: () => Promise<unknown>, times = rounds): Promise<number> {
  const took: number[] = []
  for (let round = 0; round <= times; round += 1) {
    const began = performance.now()
    await work()
    if (round > 0) took.push(performance.now() - began)
  }
  took.sort((a, b) => a - b)
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0
  console.log(`${label}: median ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms`)
  return at(0.5)
}

async function actorOf(person: number): Promise<Actor> {
  const [actor] = await actorsOf(db, person)
  if (!actor) throw new Error(`nobody acts as person ${person}`)
  return actor
}

async function firstCopy(): Promise<void> {
  const began = performance.now()
  const before = megabytes()
  for (;;) {
    const ready = await figures.on({ placeId: 1, on: null, field: 'on' }).catch(() => null)
    if (ready !== null) break
  }
  console.log(
    `copy of ${teachers} people: ${((performance.now() - began) / 1000).toFixed(1)} s, RSS ${before} → ${megabytes()} MB`,
  )
}

const fiveConditions = advancedSearch.parse({
  conditions: [
    [
      { field: 'staffCategory', op: 'eq', value: '11' },
      { field: 'titleLevel', op: 'in', value: ['1', '2'] },
      { field: 'mainSubject', op: 'eq', value: '14' },
      { has: 'rewardHonor', min: 1, where: [{ field: 'awardDate', op: 'ge', value: '2023-09-01' }] },
      {
        has: 'trainingRegistration',
        max: 0,
        where: [{ field: 'trainingLevel', op: 'in', value: ['1', '2'] }],
      },
    ],
  ],
  page: 1,
  limit: 20,
})

try {
  await firstCopy()
  const [province, city, district] = [await actorOf(1), await actorOf(2), await actorOf(3)]
  const offices = { province, city, district }
  const query = analysisQuery.parse({})
  const { counted } = await figures.on({ placeId: 1, on: null, field: 'on' })
  for (const report of [
    'teacher_analysis',
    'teacher_Statistics',
    'teacherage',
    'teacherecharts',
  ] as const satisfies Report[])
    for (const [name, actor] of Object.entries(offices))
      await timed(`${report}, ${name}`, () => {
        // As if somebody had changed since the last page: nothing that was found out about selections holds.
        counted.columns.changes += 1
        return analysisOf({ engine, figures, panels: keptPanels(), demo: false }, actor, report, query)
      })
  // Nothing kept: the page of a district asks for those of its city and of the province, and for all
  // districts of the city.
  for (const [name, id] of Object.entries({ province: 1, city: 2, district: firstDistrict }))
    await timed(
      `public figures of boards, ${name}`,
      () => {
        counted.columns.changes += 1
        return boardFiguresBy(figures)(id, ['staff', 'fulltime', 'titleMix.age'])
      },
      Math.min(rounds, 3),
    )
  const all = { from: 0, to: counted.tree.places.length, basis: 'personnel', marks: [] } as const
  const columns = await timed('title × sex, columns', async () => {
    counted.columns.changes += 1
    tally(counted.columns, all, {
      rows: { of: 'dimension', key: 'title' },
      columns: { of: 'dimension', key: 'sex' },
    })
  })
  const plain = await timed('title × sex, plain SQL over the table', () =>
    db.query(sql`select title_level, gender, count(*) from rec_basic_info where voided_at is null and province_id = 1
      group by 1, 2`),
  )
  console.log(`title × sex: ${(plain / columns).toFixed(0)} times as fast`)
  for (const [name, actor] of Object.entries(offices))
    await timed(
      `custom query, five conditions over three sections, ${name}`,
      () => search({ engine, figures }, actor, fiveConditions),
      Math.min(rounds, 2),
    )
  console.log(`RSS at the end ${megabytes()} MB`)
} finally {
  await db.close()
  await database.stop()
}
