import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { candidates, nearTo } from '../server/features/near/find.ts'
import { method } from '../server/features/near/works.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'
import { bandsOf, type Work } from '../server/platform/similarity/index.ts'
import { inventedWork, plantedPairs, randomBy } from '../server/platform/similarity/test-pairs.ts'

/**
 * Times finding what is near to a work among 100 000 invented ones, as the call does: keys, candidates,
 * comparing. Half of the works that are asked for were made of one that is there. Prints medians and the
 * plan.
 */
const works = Number(process.env['BENCH_WORKS'] ?? 100_000)
const asked = 60
const batch = 500

const folder = process.env['BENCH_DATA'] ?? (await mkdtemp(join(tmpdir(), 'xingtan-near-')))
const database = await startEmbedded(folder, createLog('warn'))
await migrate(database.ownerUrl, 'server/migrations')
const db = openDatabase({ url: database.ownerUrl, max: 1, statementTimeout: 0 })
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Writes works straight into the tables; they are entries of nothing. */
async function insert(list: readonly Work[]): Promise<void> {
  const rows = await db.query<{ id: number }>(sql`
    insert into near_work (case_id, type, title, body, year, method)
    select gen_random_uuid(), 'teachingCase', x.title, x.body, 2026, ${method}
    from unnest(${list.map(({ title }) => title)}::text[], ${list.map(({ abstract }) => abstract)}::text[])
      x (title, body)
    returning id`)
  const pairs = rows.flatMap(({ id }, at) => {
    const work = list[at]
    return work ? [...new Set(bandsOf(work))].map((key) => [key, id] as const) : []
  })
  await db.execute(sql`
    insert into near_key (key, work_id)
    select * from unnest(${pairs.map(([key]) => key)}::int[], ${pairs.map(([, id]) => id)}::int[])
    on conflict do nothing`)
}

try {
  await db.execute(sql`alter table near_work drop constraint near_work_case_id_fkey`)
  const random = randomBy(20261124)
  const pairs = plantedPairs(asked, 4711)
  const began = performance.now()
  for (let done = 0; done < works; done += batch) {
    const list = Array.from({ length: Math.min(batch, works - done) }, () => inventedWork(random))
    // One batch after another: each is one statement.
    await insert(done === 0 ? [...pairs.map(({ first }) => first), ...list.slice(asked)] : list)
  }
  await db.execute(sql`vacuum analyze near_key, near_work`)
  const size = await db.one<{ keys: string; index: string }>(sql`
    select pg_size_pretty(pg_relation_size('near_key')) as keys,
      pg_size_pretty(pg_relation_size('near_key_pkey')) as index`)
  say(
    `${works} works in ${((performance.now() - began) / 1000).toFixed(0)} s; keys ${size.keys}, index ${size.index}`,
  )
  const times: number[] = []
  let [found, wrong] = [0, 0]
  for (const { first, second, how } of pairs) {
    const from = performance.now()
    const near = await nearTo(db, second, '00000000-0000-7000-8000-000000000000')
    times.push(performance.now() - from)
    const hit = near.some(({ title, body }) => title === first.title && body === first.abstract)
    if (how === 'unrelated') wrong += hit ? 1 : 0
    else found += hit ? 1 : 0
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  say(`near: median ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms, worst ${at(0.999)} ms`)
  say(`found ${found} of ${asked / 2} made of one that is there, ${wrong} of ${asked / 2} others`)
  say(
    `load ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
  const work = pairs[0]?.second ?? { title: '', abstract: '' }
  const plan = await db.query<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, buffers) ${candidates([...new Set(bandsOf(work))])}`,
  )
  for (const line of plan) say(`  ${line['QUERY PLAN'].slice(0, 160)}`)
} finally {
  await db.close()
  await database.stop()
  if (process.env['BENCH_DATA'] === undefined) await rm(folder, { recursive: true, force: true })
}
