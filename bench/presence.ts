import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { usualRules } from '../catalogue/presence/rules.ts'
import { beginClaim, bindClaim, codesAhead, openBook, putSession } from '../server/engine/presence/index.ts'
import { uuidv7 } from '../server/platform/clock/clock.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'

/**
 * Lets people check in to one session, evenly over a minute, as the room does it: the claim of a code, then
 * the mark of the person. Prints how long both took and whether every person has a mark.
 */
const people = Number(process.env['BENCH_PEOPLE'] ?? 5_000)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60)

const folder = await mkdtemp(join(tmpdir(), 'xingtan-presence-'))
const database = await startEmbedded(folder, createLog('warn'))
const say = (line: string) => process.stdout.write(`${line}\n`)
try {
  await migrate(database.ownerUrl, 'server/migrations')
  const db = openDatabase({ url: database.ownerUrl, max: 10, statementTimeout: 0 })
  const keys = keysFrom(randomBytes(32))
  const [eventId, sessionId] = [uuidv7(), uuidv7()]
  const startsAt = Date.now()
  await db.transaction(async (tx) => {
    await openBook(tx, eventId, usualRules)
    const endsAt = startsAt + 3 * 3_600_000
    await putSession(tx, { eventId, sessionId, startsAt, endsAt, place: '', tenths: 40 })
  })
  const times: number[] = []
  let failed = 0
  async function checkIn(teacherId: number): Promise<void> {
    await sleep(Math.floor((teacherId / people) * seconds * 1000))
    const from = performance.now()
    const now = Date.now()
    const code = codesAhead(keys, sessionId, now).codes[0] ?? ''
    const begun = await beginClaim(db, keys, { session: sessionId, code, device: `phone ${teacherId}` }, now)
    if (!('claim' in begun)) throw new Error('a question came for a code of now')
    await db.transaction((tx) => bindClaim(tx, keys, { token: begun.claim, teacherId, by: 1 }, Date.now()))
    times.push(performance.now() - from)
  }
  const all = Array.from({ length: people }, (_, n) => checkIn(n + 1))
  for (const one of await Promise.allSettled(all)) if (one.status === 'rejected') failed += 1
  const { marks } = await db.one<{ marks: number }>(
    sql`select count(*)::int as marks from presence_mark where event_id = ${eventId} and status = '1'`,
  )
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  say(`${people} people in ${seconds} s: ${marks} marks, ${failed} failed`)
  say(`median ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(0.9999)} ms`)
  say(
    `load ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
  if (marks !== people) process.exitCode = 1
  await db.close()
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
