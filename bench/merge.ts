import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildEngine } from '../server/app/engine.ts'
import { carryOut } from '../server/features/structure/carry-out.ts'
import { today } from '../server/platform/clock/clock.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase, type Tx } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'
import { prepare } from './prepare.ts'

/**
 * Merges schools with 300 teachers into another one, with the rights and time limits of the portal, and takes
 * it back.
 */
const teachers = Number(process.env['BENCH_TEACHERS'] ?? 100_000)
const moved = Number(process.env['BENCH_MOVED'] ?? 300)
/** Open reviews that go along; where the schools have fewer, theirs are told more than once. */
const items = Number(process.env['BENCH_ITEMS'] ?? 200)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-bench-${teachers}`)

/** Adds open reviews like those that are there, until the schools have so many. */
const addReviews = (tx: Tx, from: readonly number[], more: number) =>
  tx.execute(sql`
    insert into revision (owner_id, id, type, record_id, no, base_version, value, state, flow_version, route, step,
      holder_institution_id, holder_role, holder_since, submitted_at, submitted_by, edit_no, by_identity,
      institution_id, district_id, city_id, province_id)
    select v.owner_id, gen_random_uuid(), v.type, gen_random_uuid(), 1, 0, v.value, v.state, v.flow_version, v.route,
      v.step, v.holder_institution_id, v.holder_role, v.holder_since, v.submitted_at, v.submitted_by, 1, v.by_identity,
      v.institution_id, v.district_id, v.city_id, v.province_id
    from revision v, generate_series(1, 50) n
    where v.institution_id = any(${[...from]}::int[]) and v.state = 'inReview' and v.replaced_at is null
    order by n, v.id
    limit ${Math.max(0, more)}`)

/** Undoes what was measured. */
class RollbackSignal extends Error {}

mkdirSync(folder, { recursive: true })
const database = await startEmbedded(folder, createLog('warn'))
const work = await prepare(database.ownerUrl, teachers)
await work.close()
const db = openDatabase({ url: database.appUrl, max: 2 })
const engine = buildEngine(db, db, keysFrom(Buffer.alloc(32, 9)))
try {
  const schools = await db.query<{ id: number; staff: number; waiting: number }>(sql`
    select i.id, count(*)::int as staff,
      (select count(*)::int from revision v where v.institution_id = i.id and v.state = 'inReview') as waiting
    from institution i
    join membership m on m.institution_id = i.id and m.kind = 'personnel' and m.to_on is null
    where i.level = 'school' and i.closed_on is null
    group by i.id
    order by waiting desc
    limit 40`)
  const from: typeof schools = []
  for (const one of schools.slice(1))
    if (from.reduce((sum, { staff }) => sum + staff, 0) < moved) from.push(one)
  const { by, person } = await db.one<{ by: number; person: number }>(
    sql`select id as by, person_id as person from identity where role = 6 order by id limit 1`,
  )
  const staff = from.reduce((sum, one) => sum + one.staff, 0)
  const waiting = from.reduce((sum, one) => sum + one.waiting, 0)
  for (const turn of ['first', 'second', 'third']) {
    const plan = {
      act: 'merge' as const,
      from: from.map(({ id }) => id),
      into: schools[0]?.id ?? 0,
      fresh: null,
      officersOf: null,
      on: today(),
      reason: 'bench',
    }
    await db
      .transaction(async (tx) => {
        await addReviews(tx, plan.from, items - waiting)
        const began = performance.now()
        const keeper = { identityId: by, personId: person }
        await carryOut({ engine, tx, by: keeper }, plan, { cause: 'structure:bench', versions: null })
        const seconds = ((performance.now() - began) / 1000).toFixed(2)
        console.log(
          `${turn}: ${staff} teachers, ${Math.max(items, waiting)} open reviews of ${from.length} schools in ${seconds} s`,
        )
        throw new RollbackSignal()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RollbackSignal)) throw error
      })
  }
} finally {
  await db.close()
  await database.stop()
}
