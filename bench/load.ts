import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/platform/db/embedded.ts'
import { createLog } from '../server/platform/log/log.ts'
import { prepare } from './prepare.ts'

const teachers = Number(process.env['BENCH_TEACHERS'] ?? 100_000)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-bench-${teachers}`)
mkdirSync(folder, { recursive: true })
const database = await startEmbedded(folder, createLog('warn'))
await prepare(database.ownerUrl, teachers)
await database.stop()
