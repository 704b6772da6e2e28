import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { sumsJob } from '../server/features/quality/summary.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { createLog } from '../server/platform/log/log.ts'
import { prepare } from './prepare.ts'
import { administratorCalls, officeCalls, time, type Line } from './scale-calls.ts'
import { startPortal } from './server.ts'

/**
 * Asks every list, search, sort, filter, log page and home of a region of a million teachers, one request at
 * a time, as the offices of the province, a city, a district and a school. Prints the median and the slowest
 * answer, and what was refused with which sentence.
 */
const teachers = Number(process.env['BENCH_TEACHERS'] ?? 1_000_000)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-bench-${teachers}`)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 5)
const only = process.env['BENCH_CASES']
/** What an answer may take, in milliseconds. */
const aim = 300

mkdirSync(folder, { recursive: true })
const database = await startEmbedded(folder, createLog('warn'))
const work = await prepare(database.ownerUrl, teachers)
await sumsOfProvinces(database.ownerUrl)
const portal = await startPortal({ url: database.ownerUrl, masterKey: work.masterKey, folder })
try {
  const found: Line[] = []
  for (const [who, token] of Object.entries(work.offices)) {
    for (const call of (who === 'administrator' ? administratorCalls : officeCalls).filter(
      ({ path }) => !only || path.includes(only),
    )) {
      const line = await time({ port: portal.port, token, who }, call, repeats)
      found.push(line)
      if (line.ms > aim / 3 || line.said.startsWith('4') || line.said.startsWith('5')) {
        console.log(
          `${line.ms.toFixed(1).padStart(8)} ms (slowest ${line.worst.toFixed(1)})  ${who.padEnd(13)} ${line.path}  ${line.said}`,
        )
      }
    }
  }
  const slow = found.filter(({ ms }) => ms > aim)
  const sorted = found.map(({ ms }) => ms).sort((a, b) => a - b)
  console.log(
    `${found.length} calls at ${teachers} teachers: median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} ms, slowest ${sorted.at(-1)?.toFixed(1)} ms, over ${aim} ms: ${slow.length}`,
  )
  console.log('Shown above: what took more than a third of that, and what was refused.')
} finally {
  portal.child.kill()
  await new Promise((end) => portal.child.once('exit', end))
  await work.close()
  await database.stop()
}

/** What a job of the portal counts every five minutes; the portal of a bench does no work beside. */
async function sumsOfProvinces(url: string): Promise<void> {
  const db = openDatabase({ url, statementTimeout: 0 })
  try {
    await sumsJob({ db, search: db }).run(new AbortController().signal)
  } finally {
    await db.close()
  }
}
