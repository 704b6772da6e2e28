import { existsSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '../catalogue/access/access.ts'
import { trainingStatisticsQuery } from '../catalogue/contract/training/figures.ts'
import { trainingGroups } from '../catalogue/figures/training.ts'
import { buildEngine } from '../server/app/engine.ts'
import { actorsOf } from '../server/engine/access/index.ts'
import { needsOf } from '../server/features/surveys/index.ts'
import { openFigures } from '../server/engine/figures/index.ts'
import { openNumbers } from '../server/features/training-figures/numbers.ts'
import { statisticsOf } from '../server/features/training-figures/table.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase, type Database } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'

/**
 * Statistics of training over the province that `bench:figures` filled (same `BENCH_TEACHERS` and
 * `BENCH_DATA`): five years with an enrolment for two thirds of the teachers each, and balances of hours.
 */
const teachers = Number(process.env['BENCH_TEACHERS'] ?? 1_500_000)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-figures-${teachers}`)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const year = Number(new Date().toISOString().slice(0, 4))
const say = (line: string) => process.stdout.write(`${line}\n`)

if (!existsSync(folder)) throw new Error(`run bench:figures first: there is no ${folder}`)
const database = await startEmbedded(folder, createLog('warn'))
const ms = (from: number): string => `${Math.round(performance.now() - from)} ms`

/** Projects of cities and districts, a fact for each enrolment, balances of every category and year. */
async function fill(db: Database): Promise<void> {
  const { many } = await db.one<{ many: number }>(sql`select count(*)::int as many from training_fact`)
  if (many > 0) return
  const from = performance.now()
  await db.execute(sql`
    insert into campaign (institution_id, id, type, collects, state, title, value, by_identity)
    select i.id, ('00000000-0000-7000-a000-' || lpad((i.id * 100 + y * 10 + n)::text, 12, '0'))::uuid,
      'trainingProject', 'trainingEnrolment', 'finished', i.name || y || '研修' || n,
      jsonb_build_object('projectYear', y, 'trainingLevel', case i.level when 'city' then '3' else '4' end,
        'startDate', y || '-03-01', 'quota', 100), 1
    from institution i, generate_series(${year - 4}::int, ${year}::int) y, generate_series(1, 5) n
    where i.level in ('city', 'district')`)
  await db.execute(sql`
    insert into training_fact (campaign_id, case_id, teacher_id, state, case_version, confirmed_at, started_at,
      institution_id, district_id, city_id, province_id, stage, subject, due, attended, came, seen, tenths, change_no)
    select ('00000000-0000-7000-a000-' || lpad((t.district_id * 100 + y * 10 + 1 + t.id % 5)::text, 12, '0'))::uuid,
      gen_random_uuid(), t.id, (array['qualified', 'qualified', 'learning', 'unqualified'])[1 + t.id % 4], 1, now(),
      make_date(y, 3, 1), t.institution_id, t.district_id, t.city_id, t.province_id, t.stage, t.subject, 10, 9, true,
      '0/0', 400, nextval('training_fact_change')
    from teacher t, generate_series(${year - 4}::int, ${year}::int) y
    where t.id % 3 <> 0`)
  await db.execute(sql`
    insert into ledger_balance (owner_id, account, year, category, raw, counted, rule_version)
    select t.id, 'training', y, c::text, 100 * (1 + t.id % 5), 100 * (1 + t.id % 5), 1
    from teacher t, generate_series(${year - 4}::int, ${year}::int) y, generate_series(1, 3) c
    on conflict do nothing`)
  await db.execute(sql`analyze training_fact, ledger_balance, campaign`)
  say(`filled in ${ms(from)}`)
}

/** Times of a table for one reader, the first one apart. */
async function time(name: string, ask: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await ask()
  const first = ms(began)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    await ask()
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  say(`${name}: first ${first}, median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
}

try {
  await migrate(database.ownerUrl, 'server/migrations')
  const db = openDatabase({ url: database.ownerUrl, max: 4, statementTimeout: 0 })
  await fill(db)
  const log = createLog('warn')
  const engine = buildEngine(db, db, keysFrom(Buffer.alloc(32, 9)))
  const needs = { engine, figures: openFigures(engine, log), numbers: openNumbers(db), needsOf }
  const readers: [string, Actor | undefined][] = []
  for (const [name, person] of [
    ['province', 1],
    ['city', 2],
    ['district', 3],
  ] as const)
    readers.push([name, (await actorsOf(db, person))[0]])
  for (const [name, actor] of readers)
    for (const group of trainingGroups) {
      if (!actor) continue
      const query = trainingStatisticsQuery.parse({ group_by: group })
      await time(`${name} by ${group}`, () => statisticsOf(needs, actor, query))
    }
  say(
    `${teachers} teachers, load ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
  await db.close()
} finally {
  await database.stop()
}
