import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openFigures } from '../server/engine/figures/index.ts'
import { actorsOf } from '../server/engine/access/index.ts'
import { buildEngine } from '../server/app/engine.ts'
import { oneFigureBy } from '../server/features/analysis/index.ts'
import { effectsOf, waitingOf } from '../server/features/support/agreements/effects-view.ts'
import { agreementsOf } from '../server/features/support/agreements/list.ts'
import { boardOf } from '../server/features/support/agreements/board.ts'
import { publicPairsOf } from '../server/features/support/agreements/public.ts'
import { homeOf } from '../server/features/support/home.ts'
import { readGoals } from '../server/features/support/index.ts'
import { tasksOf } from '../server/features/support/plans/plan.ts'
import { pairsAsked } from '../catalogue/contract/support-pairs.ts'
import { addDays, today } from '../server/platform/clock/clock.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'

/**
 * Goals of pair agreements over a city of schools: the first reading of 2 000 agreements with 8 goals each (first
 * day of the past, today, those without a partner beside), then the pages that show them, with four tasks of each
 * year and 60 confirmed entries of each agreement. `BENCH_AGREEMENTS`,
 * `BENCH_DATA`, `BENCH_ROUNDS`.
 */
const agreements = Number(process.env['BENCH_AGREEMENTS'] ?? 2_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-support-${agreements}`)
const [districts, schools, each] = [20, agreements * 2, 40]
const [firstDistrict, firstSchool] = [3, 3 + districts]
const teachers = schools * each

mkdirSync(folder, { recursive: true })
const log = createLog('warn')
const database = await startEmbedded(folder, log)
await migrate(database.ownerUrl, 'server/migrations')
const db = openDatabase({ url: database.appUrl, max: 8, statementTimeout: 0 })
const owner = new pg.Client({ connectionString: database.ownerUrl })
await owner.connect()

const drawn = (salt: number, n: number) => `(abs(hashint4(g * 31 + ${salt})) % ${n})`
const oneOf = (salt: number, codes: readonly string[]) =>
  `(array['${codes.join("','")}'])[1 + ${drawn(salt, codes.length)}]`
const places = `p.id, p.district_id, p.city_id, p.province_id`
const owned =
  'owner_id, id, version, institution_id, district_id, city_id, province_id, recorded_by, sort_key'
const people = `generate_series(1, ${teachers}) g join institution p on p.id = ${firstSchool} + (g - 1) / ${each}`
const caseOf = `('00000000-0000-7000-a000-' || lpad(g::text, 12, '0'))::uuid`
const from = addDays(today(), -450)
const until = addDays(from, 1095)

const statements = [
  `insert into institution (id, parent_id, level, province_id, code, name, kind, area_code)
    overriding system value values (1, null, 'province', 1, 'P', '测试省', '10', '440000')`,
  `insert into institution (id, parent_id, level, province_id, city_id, code, name, kind, area_code)
    overriding system value values (2, 1, 'city', 1, 2, 'C', '测试市', '20', '441700')`,
  `insert into institution (id, parent_id, level, province_id, city_id, district_id, code, name, kind, area_code)
    overriding system value
    select g, 2, 'district', 1, 2, g, 'D' || g, '第' || g || '区', '30', '441702'
    from generate_series(${firstDistrict}, ${firstSchool - 1}) g`,
  `insert into institution (id, parent_id, level, province_id, city_id, district_id, code, name, kind, area_code, school_type)
    overriding system value
    select g, ${firstDistrict} + g % ${districts}, 'school', 1, 2, ${firstDistrict} + g % ${districts}, 'S' || g,
      '第' || g || '学校', '40', '441702', case when g % 3 = 0 then '211' else '311' end
    from generate_series(${firstSchool}, ${firstSchool + schools - 1}) g`,
  `insert into person (id, name) overriding system value select g, '教师' || g from generate_series(1, ${teachers}) g`,
  `insert into identity (person_id, role, institution_id)
    values (1, 6, 1), (2, 5, 2), (3, 4, ${firstDistrict}), (4, 3, ${firstSchool})`,
  `insert into teacher (id, person_id, name, name_sort, institution_id, district_id, city_id, province_id, status)
    overriding system value
    select g, g, '教师' || g, 'jiao shi ' || g, ${places}, '11' from ${people}`,
  `insert into membership (teacher_id, id, institution_id, kind, from_on)
    select g, ('00000000-0000-7000-9000-' || lpad(g::text, 12, '0'))::uuid, p.id, 'personnel', date '2005-09-01' + ${drawn(2, 7000)}
    from ${people}`,
  `insert into rec_basic_info (${owned}, name, gender, birth_date, staff_category, in_establishment, teach_start_month,
      school_stage, main_subject, highest_education, highest_degree_level, is_backbone_teacher, title_level)
    select g, ('00000000-0000-7000-8000-' || lpad(g::text, 12, '0'))::uuid, 1, ${places}, 1, '学' || g, '教师' || g,
      (1 + ${drawn(3, 2)})::text, date '1970-01-01' + ${drawn(4, 11_000)}, '11', true,
      to_char(date '1995-09-01' + ${drawn(8, 10_000)}, 'YYYY-MM'), ${oneOf(9, ['2', '3'])}, ${oneOf(10, ['13', '14', '15'])},
      ${oneOf(11, ['21', '21', '31', '14'])}, ${oneOf(12, ['0', '4', '3'])}, ${drawn(13, 9)} = 0,
      ${oneOf(14, ['1', '2', '3', '4'])}
    from ${people}`,
  // Every second school is supported by the one before it.
  `insert into process_case (institution_id, id, type, state, value, subject_kind, subject_institution_id, parties, involved,
      holder_days, by_identity, handed_in, open, under_way, acts_on)
    select s.id, ('00000000-0000-7000-a000-' || lpad(g::text, 12, '0'))::uuid, 'pairAgreement', 'active',
      jsonb_build_object('kind', '2', 'side', '1', 'partner', r.id, 'supporter', s.id, 'supported', r.id,
        'title', s.name || ' 帮扶 ' || r.name, 'fromDay', '${from}', 'untilDay', '${until}'),
      'institution', s.id, jsonb_build_object('proposer', s.id, 'partner', r.id, 'authority', 2),
      array[1, 2, s.district_id, r.district_id, s.id, r.id], null, 4, true, true, true, date '${until}' + 1
    from generate_series(1, ${agreements}) g
      join institution s on s.id = ${firstSchool} + 2 * (g - 1)
      join institution r on r.id = ${firstSchool} + 2 * (g - 1) + 1`,
  `insert into pair_goal (case_id, no, version, goal, direction, target, from_on)
    select ${caseOf}, n, 1,
      (array['01', '02', '03', '04', '05', '07', '12', '13'])[n], '1', 40 + n, date '${from}'
    from generate_series(1, ${agreements}) g cross join generate_series(1, 8) n`,
  `insert into pair_reading (case_id, no, kind, day)
    select g.case_id, g.no, x.kind, x.day from pair_goal g
      cross join (values ('baseline', date '${from}'), ('midterm', date '${addDays(from, 547)}')) x(kind, day)`,
  // The tasks of the second year, agreed to by both, and sixty entries of each agreement, thirty a year.
  `insert into pair_plan (id, case_id, year_no, tasks, state, by_institution, by_identity, answered_by, answered_at)
    select gen_random_uuid(), ${caseOf}, y, jsonb_build_array(
        jsonb_build_object('no', 1, 'measure', '1', 'label', '送教', 'unit', '节', 'target', 40, 'side', 'supporter', 'dueOn', null),
        jsonb_build_object('no', 2, 'measure', '4', 'label', '讲座', 'unit', '场', 'target', 4, 'side', 'supporter', 'dueOn', null),
        jsonb_build_object('no', 3, 'measure', '6', 'label', '线上教研', 'unit', '次', 'target', 10, 'side', 'both', 'dueOn', null),
        jsonb_build_object('no', 4, 'measure', 'stated', 'label', '联席会议', 'unit', '次', 'target', 2, 'side', 'both', 'dueOn', null)),
      'agreed', ${firstSchool} + 2 * (g - 1), 4, ${firstSchool} + 2 * (g - 1) + 1, now()
    from generate_series(1, ${agreements}) g cross join generate_series(1, 2) y`,
  `insert into support_entry (case_id, agreement_id, supporter_id, owner_id, district_id, city_id, province_id, kind,
      from_on, to_on, lessons, people, person_days, attended, tenths)
    select gen_random_uuid(), ${caseOf}, s.id, r.id, r.district_id, 2, 1, (array['1', '1', '4', '6'])[1 + n % 4],
      date '${from}' + n * 7, date '${from}' + n * 7, 2, 1, 1, 12, 20
    from generate_series(1, ${agreements}) g cross join generate_series(1, 60) n
      join institution s on s.id = ${firstSchool} + 2 * (g - 1)
      join institution r on r.id = ${firstSchool} + 2 * (g - 1) + 1`,
  `insert into pair_statement (id, case_id, no, year_no, day, value, evidence, by_institution, by_identity, state)
    select gen_random_uuid(), ${caseOf}, 4, 2, date '${from}' + 400, 1, '会议纪要', ${firstSchool} + 2 * (g - 1), 4, 'confirmed'
    from generate_series(1, ${agreements}) g`,
  `analyze`,
]

const filled = await owner.query('select 1 from teacher limit 1')
if (filled.rowCount === 0) {
  console.log(`filling ${folder} with ${teachers} teachers and ${agreements} agreements`)
  await owner.query('set synchronous_commit = off')
  for (const statement of statements) await owner.query(statement)
}
// With `BENCH_PAGES` the numbers of the run before stay, and the pages alone are timed.
if (!process.env['BENCH_PAGES']) {
  await owner.query(`delete from pair_reading where kind = 'today'`)
  await owner.query(
    `update pair_reading set state = 'due', value = null, n = null, of_n = null, read_at = null`,
  )
}
await owner.end()

const engine = buildEngine(db, db, keysFrom(Buffer.alloc(32, 7)))
const needs = { db, readFigure: oneFigureBy(openFigures(engine, log)) }
// The copy that figures are counted over is read once a process, before any question.
let begun = performance.now()
for (;;) {
  try {
    await needs.readFigure({ placeId: firstSchool, on: null, key: 'senior' })
    break
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
console.log(`copy read in ${Math.round(performance.now() - begun)} ms`)

begun = performance.now()
const signal = new AbortController().signal
while (await readGoals(needs, signal));
const seconds = (performance.now() - begun) / 1000
const { read, problems } = await db.one<{ read: number; problems: number }>(sql`
  select count(*) filter (where state = 'read')::int as read, count(*) filter (where problem is not null)::int as problems
  from pair_reading`)
console.log(
  `${read} readings (${problems} with a problem) of ${agreements} × 8 goals in ${seconds.toFixed(1)} s`,
)

const actors = await actorsOf(db, 2)
const [city] = actors
if (!city) throw new Error('nobody acts for the city')
const one = '00000000-0000-7000-a000-000000000001'
const pages = {
  'effects of the city, tasks beside': () => effectsOf(db, city, undefined),
  'home of the city with its map': () => homeOf(db, city),
  'what waits for the city': () => waitingOf(db, city),
  'list of the city': () => agreementsOf(db, city, pairsAsked.parse({})),
  'list by light': () => agreementsOf(db, city, pairsAsked.parse({ light: 'late' })),
  'one agreement': () => boardOf(db, city, one),
  'its tasks': () => tasksOf(db, city, one, undefined),
  'public page': () => publicPairsOf(db),
}
for (const [name, ask] of Object.entries(pages)) {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await ask()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  console.log(`${name}: median ${at(0.5)} ms, 95th ${at(0.95)} ms`)
}
await db.close()
await database.stop()
