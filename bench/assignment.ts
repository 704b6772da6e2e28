import { loadavg } from 'node:os'
import { usualRules } from '../catalogue/contract/review/rules.ts'
import { testKeys, testRegion } from '../server/app/testing/test-region.ts'
import { openNotice } from '../server/app/testing/test-research.ts'
import { assignRound } from '../server/features/expert-review/assigning.ts'
import { fillRound } from '../server/features/expert-review/rounds.ts'
import type { RoundRow } from '../server/features/expert-review/options.ts'
import { entriesOf, expertSignedIn, measured, officeLists, reviewLists } from './campaign-lists.ts'
import startServer from '../server/platform/db/testing/test-global-setup.ts'
import { notify } from '../server/features/messages/notify.ts'
import { uuidv7 } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'

/**
 * Opens a round of 20 000 items of 5 experts each among 2 000 experts of 20 subjects and 400 schools, and
 * assigns it as the kept job does: facts, lot, solver in its thread, tasks and messages in one transaction.
 * Then asks every list of that campaign and of its review.
 */
const items = Number(process.env['BENCH_ITEMS'] ?? 20_000)
const experts = Number(process.env['BENCH_EXPERTS'] ?? 2_000)
const schools = 400
const subjects = 20
const codes = Array.from({ length: subjects }, (_, at) => String(at + 1))

const stop = await startServer()
const region = await testRegion('bench_assignment')
const { db, engine, places, people } = region
const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const made = await work()
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return made
}

try {
  const { first } = await db.one<{ first: number }>(sql`
    with made as (
      insert into institution (parent_id, level, province_id, city_id, district_id, code, name, kind, area_code)
      select ${places.district}, 'school', ${places.province}, ${places.city}, ${places.district}, 'B' || n, '学校' || n, '40', '441702'
      from generate_series(1, ${schools}::int) n returning id)
    select min(id) as first from made`)
  const teachers = await db.query<{ id: number; person: number; institution: number }>(sql`
    with people as (
      insert into person (name) select '人' || n from generate_series(1, ${experts + items}::int) n returning id),
    numbered as (select id, row_number() over (order by id) as n from people),
    teachers as (
      insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id)
      select id, '人' || n, 'r', ${first} + (n * 7 % ${schools}), ${places.district}, ${places.city}, ${places.province}
      from numbered returning id, person_id as person, institution_id as institution),
    belong as (
      insert into membership (teacher_id, id, institution_id, kind, from_on)
      select id, gen_random_uuid(), institution, 'personnel', '2015-09-01' from teachers)
    select * from teachers order by person`)
  const pool = teachers.slice(0, experts)
  await db.execute(sql`
    with accounts as (
      insert into identity (person_id, role, institution_id)
      select p, 99, ${places.province} from unnest(${pool.map(({ person }) => person)}::int[]) p returning id, person_id)
    insert into review_expert (office_id, person_id, identity_id, subjects, from_on)
    select ${places.province}, person_id, id, array[(id % ${subjects} + 1)::text, ((id * 3) % ${subjects} + 1)::text], '2020-01-01'
    from accounts`)
  const rules = { ...usualRules, perExpert: Math.ceil((items * 5) / experts) + 10, regions: 'any' as const }
  const id = uuidv7()
  await db.execute(sql`
    insert into review_round (id, office_id, title, source, source_scope, rules, by_identity)
    values (${id}::uuid, ${places.province}, '测量', 'none', 'none', ${sql.json(rules)}, ${people.province.identityId})`)
  const round = await db.one<RoundRow>(sql`select * from review_round where id = ${id}::uuid`)
  const notice = await openNotice(people.province, { quota: 9_999 })
  const applicants = teachers.slice(experts)
  const cases = await entriesOf(db, { notice: notice.id, places, applicants, by: people.province.identityId })
  const given = applicants.map(({ person, institution }, at) => ({
    ref: cases[at] ?? '',
    applicants: [person],
    institutionId: institution,
    districtId: places.district,
    cityId: places.city,
    subject: codes[at % subjects] ?? null,
    title: `题目 ${at}`,
    sections: [],
    files: [],
  }))
  await timed('opening', () =>
    db.transaction((tx) => fillRound(tx, round, given, people.province.identityId)),
  )
  const log = createLog('warn')
  const o = {
    db,
    engine,
    keys: testKeys,
    log,
    notify,
    reviewSources: [],
    readBytes: async () => Buffer.alloc(0),
  }
  await timed(`assigning ${items} items × 5 among ${experts} experts`, () => assignRound(o, id))
  const seen = await db.one<{ tasks: number; most: number; least: number; same: number }>(sql`
    with loads as (select expert_id, count(*)::int as n from review_task group by 1)
    select (select count(*)::int from review_task) as tasks, max(n) as most, min(n) as least, (
      select count(*)::int from review_task k
      join teacher t on t.person_id = k.person_id
      join review_item i on i.id = k.item_id and i.institution_id = t.institution_id) as same
    from loads`)
  const expert = await expertSignedIn(region)
  await db.execute(sql`analyze`)
  for (const [what, who, path] of [...officeLists(people, notice.id), ...reviewLists(people, expert, id)])
    await measured(what, who, path)
  console.log(`${seen.tasks} tasks, ${seen.least} to ${seen.most} for each expert, ${seen.same} in conflict`)
  console.log(
    `load of the machine: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
} finally {
  await region.close()
  await stop()
}
