import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { createLog } from '../server/platform/log/log.ts'
import { cases } from './cases.ts'
import { prepare } from './prepare.ts'
import { startPortal, startServer } from './server.ts'
import { compare, heads } from './turns.ts'

const teachers = Number(process.env['BENCH_TEACHERS'] ?? 100_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 10)
/** Only these cases, by name. */
const only = process.env['BENCH_CASES']?.split(',')
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-bench-${teachers}`)

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const database = await startEmbedded(folder, createLog('warn'))
  const work = await prepare(database.ownerUrl, teachers)
  const portal = await startPortal({ url: database.ownerUrl, masterKey: work.masterKey, folder })
  const bare = await startServer('bench/bare.ts', { DATABASE_URL: database.ownerUrl })
  try {
    console.log(
      `${teachers} teachers, ${connections} connections, ${rounds} rounds of ${seconds} s, portal and bare in turn`,
    )
    console.log(heads('bare', 'portal'))
    for (const [name, run] of Object.entries(cases(work, { seconds, connections }))) {
      if (name !== 'submit' && (!only || only.includes(name)))
        await compare(
          name,
          [
            { server: bare, run },
            { server: portal, run },
          ],
          { rounds, seconds },
        )
    }
  } finally {
    portal.child.kill()
    bare.child.kill()
    await work.close()
    await new Promise((end) => setTimeout(end, 1000))
    await database.stop()
  }
}

await main()
