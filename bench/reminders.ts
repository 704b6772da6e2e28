import { addDays, today } from '../server/platform/clock/clock.ts'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registry } from '../server/app/records.ts'
import { insertMessages } from '../server/features/messages/index.ts'
import { remind } from '../server/features/reminders/remind.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'
import { prepare } from './prepare.ts'

/**
 * Lets 100 000 contracts end on one day among a million teachers, and times the reminders of all of them.
 * Takes both away again.
 */
const teachers = Number(process.env['BENCH_TEACHERS'] ?? 1_000_000)
const contracts = Number(process.env['BENCH_CONTRACTS'] ?? 100_000)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-bench-${teachers}`)

mkdirSync(folder, { recursive: true })
const database = await startEmbedded(folder, createLog('warn'))
const work = await prepare(database.ownerUrl, teachers)
await work.close()
const db = openDatabase({ url: database.ownerUrl, max: 2 })
const slow = openDatabase({ url: database.ownerUrl, max: 1, statementTimeout: 0 })
try {
  const end = addDays(today(), 25)
  await slow.execute(sql`
    insert into rec_employment_contract (owner_id, id, version, institution_id, district_id, city_id,
        province_id, recorded_by, sort_key, end_date)
    select id, gen_random_uuid(), 1, institution_id, district_id, city_id, province_id, 1, ${end},
      ${end}::date
    from teacher
    order by random()
    limit ${contracts}`)
  await slow.query(sql.raw('analyze rec_employment_contract'))
  for (const turn of ['first', 'second']) {
    const from = performance.now()
    const count = await remind(db, registry, { linkOf: () => '/teacher/sy', insertMessages })
    console.log(`${turn} look: ${count} reminders in ${((performance.now() - from) / 1000).toFixed(1)} s`)
  }
  const { messages } = await slow.one<{ messages: number }>(
    sql`select count(*)::int as messages from message where title like ${`%${end}`}`,
  )
  console.log(`${messages} messages`)
  await slow.execute(sql`delete from message where title like ${`%${end}`}`)
  await slow.execute(sql`delete from reminder where due_on = ${end}::date`)
  await slow.execute(sql`delete from rec_employment_contract where end_date = ${end}::date`)
} finally {
  await db.close()
  await slow.close()
  await database.stop()
}
