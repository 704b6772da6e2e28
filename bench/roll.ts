import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '../catalogue/access/access.ts'
import { institutionQuery } from '../catalogue/contract/administration/institutions.ts'
import { rollQuery } from '../catalogue/contract/archive/roll.ts'
import { buildEngine } from '../server/app/engine.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { listInstitutions } from '../server/features/institutions/list.ts'
import { rollOf } from '../server/features/roll/roll.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { openSearch } from '../server/platform/db/search.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'
import { prepare } from './prepare.ts'

/**
 * Times the roll of 100 000 teachers and the list of institutions for an office of every level, with the
 * rights and time limits of the portal: the first page, a search by name, by initials, and filters. What an
 * answer takes within the server, without HTTP. Prints median and worst of the repeats, and the load of the
 * machine; nothing fails here.
 */
const teachers = Number(process.env['BENCH_TEACHERS'] ?? 100_000)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 9)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-bench-${teachers}`)

mkdirSync(folder, { recursive: true })
const database = await startEmbedded(folder, createLog('warn'))
const work = await prepare(database.ownerUrl, teachers)
await work.close()
const db = openDatabase({ url: database.appUrl, max: 4 })
const search = openSearch({ url: database.appUrl, max: 2 })
const engine = buildEngine(db, search, keysFrom(Buffer.alloc(32, 9)))

async function time(what: string, actor: Actor, ask: () => Promise<{ total: number }>): Promise<void> {
  const times: number[] = []
  let total = 0
  for (let i = 0; i <= repeats; i += 1) {
    const began = performance.now()
    total = (await ask()).total
    if (i > 0) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const [median, worst] = [times[Math.floor(times.length / 2)] ?? 0, times.at(-1) ?? 0]
  console.log(
    `role ${actor.role}  ${what.padEnd(28)} ${median.toFixed(1).padStart(7)} ms  worst ${worst.toFixed(1).padStart(7)} ms  of ${total}`,
  )
}

const rolls = [
  ['roll, first page', {}],
  ['roll, last name', { keyword: '王' }],
  ['roll, initials', { keyword: 'lm' }],
  ['roll, subject', { mainSubject: '13' }],
  ['roll, retired', { state: 'retired' }],
] as const

/** The region at scale has a thousand schools. */
const moreSchools = (count: number) =>
  db.execute(sql`
    insert into institution (parent_id, level, province_id, city_id, district_id, code, name, name_sort, kind,
      school_type, area_code)
    select d.id, 'school', d.province_id, d.city_id, d.id, 'B' || n, d.name || '第' || n || '小学', 'b ' || n, '40', '211',
      d.area_code
    from generate_series(1, ${count}) n
    join (select *, row_number() over (order by id) as nth, count(*) over () as many
      from institution where level = 'district') d on d.nth = 1 + n % d.many
    on conflict do nothing`)

try {
  const before = await db.one<{ schools: number }>(
    sql`select count(*)::int as schools from institution where level = 'school'`,
  )
  if (before.schools < 1500) await moreSchools(1500 - before.schools)
  const { schools } = await db.one<{ schools: number }>(
    sql`select count(*)::int as schools from institution where level = 'school'`,
  )
  console.log(`${teachers} teachers, ${schools} schools, load ${loadavg()[0]?.toFixed(1)}`)
  for (const role of [3, 4, 5, 6]) {
    const { id } = await db.one<{ id: number }>(
      sql`select id from identity where role = ${role} and state = 'enabled' order by id limit 1`,
    )
    const actor = (await actorOfIdentity(db, id))?.actor
    if (!actor) throw new Error(`nobody of role ${role}`)
    for (const [what, asked] of rolls)
      await time(what, actor, () => rollOf(engine, actor, rollQuery.parse({ pageSize: 50, ...asked })))
    if (role === 3) continue
    for (const [what, asked] of [
      ['schools, first page', {}],
      ['schools, by name', { q: '小学' }],
      ['schools, by initials', { q: 'xx' }],
    ] as const)
      await time(what, actor, () =>
        listInstitutions(search, actor, institutionQuery.parse({ category: 'school', ...asked })),
      )
  }
} finally {
  await search.close()
  await db.close()
  await database.stop()
}
