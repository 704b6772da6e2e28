import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSeats, takeSeat } from '../server/engine/seats/index.ts'
import { uuidv7 } from '../server/platform/clock/clock.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'

/**
 * Lets many people take the seats of one event at once, ten times over: exactly as many as there are seats get
 * one, with the numbers 1 to the last, and nobody is refused while a seat is left.
 */
const takers = Number(process.env['BENCH_TAKERS'] ?? 200)
const seats = Number(process.env['BENCH_SEATS'] ?? 50)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10)

const folder = await mkdtemp(join(tmpdir(), 'xingtan-seats-'))
const database = await startEmbedded(folder, createLog('warn'))
const say = (line: string) => process.stdout.write(`${line}\n`)
try {
  await migrate(database.ownerUrl, 'server/migrations')
  const db = openDatabase({ url: database.ownerUrl, max: 20, statementTimeout: 0, connectTimeout: 60_000 })
  const { id: office } = await db.one<{ id: number }>(sql`
    insert into institution (level, code, name, kind, area_code)
    values ('province', 'P', '省教育厅', '40', '440000') returning id`)
  const times: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const eventId = uuidv7()
    const rules = { acceptHours: 48, lastOfferHours: 12, firstSession: null }
    await db.transaction((tx) =>
      openSeats(tx, eventId, { institutionId: office, total: seats, rules, pooled: true }),
    )
    const began = performance.now()
    const taken = await Promise.all(
      Array.from({ length: takers }, async () => {
        const from = performance.now()
        const asked = { eventId, institutionId: office, holder: uuidv7(), at: Date.now(), by: null }
        const no = await db.transaction((tx) => takeSeat(tx, asked))
        times.push(performance.now() - from)
        return no
      }),
    )
    const numbers = taken.flatMap((no) => no ?? []).toSorted((a, b) => a - b)
    const most = Math.min(takers, seats)
    const isWhole = numbers.length === most && numbers.every((no, place) => no === place + 1)
    const { used } = await db.one<{ used: number }>(
      sql`select sum(used)::int as used from seat_pool where event_id = ${eventId}::uuid`,
    )
    const took = (performance.now() - began).toFixed(0)
    say(`round ${round}: ${numbers.length} of ${takers} took ${seats} seats, used ${used}, ${took} ms`)
    if (!isWhole || used !== most) process.exitCode = 1
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  say(`median ${at(0.5)} ms, p99 ${at(0.99)} ms`)
  say(
    `load ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
  await db.close()
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
