import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { compareSums, foldFacts, kindsOfPeople } from '../server/engine/person-facts/index.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'
import { prepare } from './prepare.ts'
import { startPortal } from './server.ts'

/**
 * A year of teaching research in a province: 400 000 activities with 6 million places and marks, 20 million facts and
 * 3 million lessons watched; times lists, pages and reports over HTTP against the aims of the design
 * (teaching-research.md, 12). `BENCH_TEACHERS`, `BENCH_ACTIVITIES`, `BENCH_PRESENCES`, `BENCH_FACTS`,
 * `BENCH_LESSONS`, `BENCH_ROUNDS`, `BENCH_DATA`. What was filled once is kept in the folder.
 */
const of = (name: string, usual: number) => Number(process.env[name] ?? usual)
const teachers = of('BENCH_TEACHERS', 100_000)
const activities = of('BENCH_ACTIVITIES', 400_000)
const presences = of('BENCH_PRESENCES', 6_000_000)
const facts = of('BENCH_FACTS', 20_000_000)
const lessons = of('BENCH_LESSONS', 3_000_000)
const rounds = of('BENCH_ROUNDS', 20)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-teaching-${activities}`)

const database = await startEmbedded(folder, createLog('warn'))
const work = await prepare(database.ownerUrl, teachers)
const db = openDatabase({ url: database.ownerUrl, statementTimeout: 0 })

const idOf = (kind: string, number: string) =>
  `('${kind}-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`
const [activity, sitting] = [idOf('00000001', 'g'), idOf('00000002', 'g')]
const each = Math.max(1, Math.round(presences / activities))
/** A day of the school year that began last September, by the number of a row. */
const day = (number: string) => `(date_trunc('year', now())::date - 120 + (${number}) % 300)`
/** Hosts and teachers by place in their order, so that a row finds one by its number. */
const places = `create temporary table host on commit preserve rows as
  select row_number() over (order by id) - 1 as n, id, district_id, city_id, province_id from institution
  where level in ('school', 'district')`
const people = `create temporary table person_at on commit preserve rows as
  select row_number() over (order by id) - 1 as n, id, institution_id, district_id, city_id, province_id, stage, subject
  from teacher where institution_id is not null`
const keys = [
  'create index on host (n)',
  'create index on person_at (n)',
  'analyze host',
  'analyze person_at',
]

const filling = (by: number, hosts: number, all: number): readonly string[] => [
  `insert into campaign (institution_id, id, type, collects, state, title, value, opened_at, by_identity, updated_at)
    select h.id, ${activity}, 'researchActivity', 'activityPlace', case when g % 20 = 0 then 'ongoing' else 'archived' end,
      '同课异构《背影》' || g, jsonb_build_object('activityKind', (array['01','02','03','04'])[1 + g % 4], 'activityMode', '1',
        'subject', jsonb_build_array('13'), 'schoolStage', jsonb_build_array('3'), 'quota', 30,
        'startTime', ${day('g')} || 'T14:00', 'endTime', ${day('g')} || 'T16:00', 'introduction', '<p>一行字。</p>',
        'signupStart', ${day('g')} || 'T08:00', 'signupEnd', ${day('g')} || 'T12:00', 'creditKind', '4',
        'sittings', jsonb_build_array(jsonb_build_object('title', '上课', 'startsAt', ${day('g')} || 'T14:00',
          'endsAt', ${day('g')} || 'T16:00', 'hours', 2))), now(), ${by}, ${day('g')}
    from generate_series(1, ${activities}) g join host h on h.n = g % ${hosts}`,
  `insert into presence_book (event_id, rules) select ${activity}, '{}' from generate_series(1, ${activities}) g`,
  `insert into presence_session (event_id, id, starts_at, ends_at, place, tenths)
    select ${activity}, ${sitting}, ${day('g')} + time '14:00', ${day('g')} + time '16:00', '录播教室', 20
    from generate_series(1, ${activities}) g`,
  `insert into teaching_sitting (campaign_id, id, title) select ${activity}, ${sitting}, '上课'
    from generate_series(1, ${activities}) g`,
  `insert into process_case (institution_id, id, type, state, value, teacher_id, involved, open, handed_in, by_identity,
      campaign_id, updated_at)
    select t.institution_id, ${idOf('00000003', `g * 100 + p`)}, 'activityPlace', 'recorded', '{"sittings": 1, "hours": 2}', t.id,
      array_remove(array[t.institution_id, t.district_id, t.city_id, t.province_id], null), false, true, ${by},
      ${activity}, ${day('g')}
    from (select g, p, (g::bigint * 31 + p * 7919) % ${all} as n
        from generate_series(1, ${activities}) g, generate_series(1, ${each}) p) x
      join person_at t on t.n = x.n`,
  `insert into presence_mark (event_id, id, session_id, teacher_id, way, status, means, moment)
    select ${activity}, ${idOf('00000004', `g * 100 + p`)}, ${sitting}, t.id, 'in', '1', 'file', ${day('g')} + time '14:05'
    from (select g, p, (g::bigint * 31 + p * 7919) % ${all} as n
        from generate_series(1, ${activities}) g, generate_series(1, ${each}) p) x
      join person_at t on t.n = x.n
    on conflict do nothing`,
  `insert into person_fact (owner_id, kind, ref, day, times, tenths, institution_id, district_id, city_id, province_id,
      stage, subject)
    select t.id, (array['present', 'present', 'present', 'observed', 'taught', 'watched', 'complete', 'liveSeen', 'signIn'])[1 + g % 9],
      'bench ' || g, ${day('g')}, case when g % 9 in (5, 7) then 1800 else 1 end, case when g % 9 < 3 then 20 else 0 end,
      t.institution_id, t.district_id, t.city_id, t.province_id, t.stage, t.subject
    from generate_series(1, ${facts}) g join person_at t on t.n = (g * 7919::bigint) % ${all}`,
  `insert into watch_state (owner_id, kind, lesson_id, media_no, seen, played, seconds, resume_at, complete_at)
    select t.id, 'course', ${idOf('00000005', `g % 2000`)}, 1, '{[0,2600)}', '{[0,2600)}', 2600, 2600, now()
    from generate_series(1, ${lessons}) g join person_at t on t.n = (g / 2000 + (g % 2000) * 53) % ${all}
    on conflict do nothing`,
]

async function fill(): Promise<void> {
  const { there } = await db.one<{ there: boolean }>(
    sql`select exists (select 1 from campaign where type = 'researchActivity') as there`,
  )
  if (there) return
  await db.transaction(async (tx) => {
    await tx.execute(sql.raw('set local synchronous_commit = off'))
    for (const statement of [places, people, ...keys]) await tx.execute(sql.raw(statement))
    const { by, hosts, all } = await tx.one<{ by: number; hosts: number; all: number }>(sql`
      select (select min(id) from identity where role = 4)::int as by, (select count(*)::int from host) as hosts,
        (select count(*)::int from person_at) as all`)
    for (const statement of filling(by, hosts, all)) {
      const began = performance.now()
      const rows = await tx.execute(sql.raw(statement))
      console.log(
        `${/into (\w+)/.exec(statement)?.[1]}: ${rows} rows in ${((performance.now() - began) / 1000).toFixed(0)} s`,
      )
    }
  })
  // Written by hand: everything is due.
  await compareSums(db)
  await db.execute(sql`
    insert into fact_year_due (owner_id, kind)
    select distinct owner_id, kind from person_fact where kind = any(${[...kindsOfPeople]}::text[])`)
}

/** Counts what is due, as the portal does it beside its requests. */
async function fold(): Promise<void> {
  const began = performance.now()
  while (await foldFacts(db)) continue
  console.log(`sums: counted in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  await db.execute(sql.raw('vacuum analyze'))
}

interface Question {
  readonly what: string
  readonly who: string
  readonly path: string
  /** Milliseconds that the design allows. */
  readonly aim: number
}

const list = '/api/v1/teaching/activity'
const report = '/api/v1/jy/statistics'

/** An activity of the district, and everything that is asked. */
async function questionsOf(): Promise<readonly Question[]> {
  const { id } = await db.one<{ id: string }>(sql`
    select c.id from campaign c join identity a on a.institution_id = c.institution_id and a.role = 4
    where c.type = 'researchActivity' order by a.id, c.updated_at desc limit 1`)
  const year = `start=${new Date().getFullYear() - 1}-09`
  return [
    { what: 'activities of the district', who: 'district', path: `${list}?page=1&pageSize=20`, aim: 80 },
    {
      what: 'activities of the district, one form',
      who: 'district',
      path: `${list}?page=1&pageSize=20&activityKind=04`,
      aim: 80,
    },
    { what: 'an activity', who: 'district', path: `${list}/${id}`, aim: 150 },
    { what: 'its sittings and people', who: 'district', path: `${list}/${id}/board`, aim: 150 },
    ...(['users', 'learning'] as const).flatMap((name) => [
      { what: `report ${name} of a city`, who: 'city', path: `${report}/${name}?${year}`, aim: 400 },
      {
        what: `report ${name} of the province`,
        who: 'province',
        path: `${report}/${name}?${year}`,
        aim: 1_000,
      },
    ]),
    {
      what: 'the list behind a number of the city',
      who: 'city',
      path: `${report}/learning/list?${year}&row=all&column=times&page=1&pageSize=20`,
      aim: 400,
    },
    { what: 'courses of the district', who: 'district', path: '/api/v1/courses?page=1&pageSize=20', aim: 80 },
  ]
}

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0

await fill()
await fold()
const portal = await startPortal({ url: database.ownerUrl, masterKey: work.masterKey, folder })
try {
  for (const { what, who, path, aim } of await questionsOf()) {
    const times: number[] = []
    let refused = ''
    for (let round = 0; round <= rounds; round += 1) {
      const began = performance.now()
      const answer = await fetch(`http://127.0.0.1:${portal.port}${path}`, {
        headers: { token: work.offices[who] ?? '' },
      })
      const text = await answer.text()
      // Figures are counted from a copy that a portal makes first.
      if (answer.status === 503) {
        await new Promise((go) => setTimeout(go, 1_000))
        round -= 1
        continue
      }
      if (answer.status !== 200) refused = text.slice(0, 120)
      if (round > 0) times.push(performance.now() - began)
    }
    const [median, late] = [quantile(times, 0.5), quantile(times, 0.95)]
    console.log(
      `${late <= aim ? 'within' : 'BEYOND'} ${String(aim).padStart(5)} ms  median ${median.toFixed(0).padStart(5)}  95th ${late.toFixed(0).padStart(5)}  ${what}${refused === '' ? '' : `  REFUSED ${refused}`}`,
    )
  }
} finally {
  portal.child.kill()
  await new Promise((end) => portal.child.once('exit', end))
  await work.close()
  await db.close()
  await database.stop()
}
