import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildEngine } from '../server/app/engine.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { recordLists } from '../server/engine/exports/index.ts'
import { keepAsked } from '../server/features/exports/ask.ts'
import { makeFile } from '../server/features/exports/make.ts'
import type { ExportNeeds } from '../server/features/exports/options.ts'
import { fileStore } from '../server/platform/storage/file-store.ts'
import { rollList } from '../server/features/roll/export.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'
import { prepare } from './prepare.ts'

/**
 * Takes out lists of a whole province as the portal does it, with the consent already given: how long it
 * takes, and how much memory the process needs more than before. Takes the files away again.
 */
const teachers = Number(process.env['BENCH_TEACHERS'] ?? 100_000)
const folder = process.env['BENCH_DATA'] ?? join(tmpdir(), `xingtan-bench-${teachers}`)

mkdirSync(folder, { recursive: true })
const log = createLog('warn')
const database = await startEmbedded(folder, log)
const work = await prepare(database.ownerUrl, teachers)
await work.close()
const db = openDatabase({ url: database.appUrl, max: 4 })
const keys = keysFrom(Buffer.alloc(32, 9))
const engine = buildEngine(db, db, keys)
const files = await mkdtemp(join(tmpdir(), 'xingtan-exports-'))
const o: ExportNeeds = {
  db,
  engine,
  keys,
  log,
  notify: async () => undefined,
  exportLists: () => [...recordLists(engine), rollList(engine)],
  exportStore: fileStore(files),
  fileStores: { files: fileStore(files) },
}
const basic = [
  'gender',
  'birthDate',
  'staffNo',
  'staffCategory',
  'mainSubject',
  'highestEducation',
  'titleLevel',
]
const lists = [
  ['basic information', 'records/basicInfo', ['$owner', '$institution', 'idCardNo', ...basic]],
  ['roll without completeness', 'roll', ['name', 'institution', 'idCardNo', ...basic, 'status']],
  ['roll with completeness', 'roll', ['name', 'institution', 'status', 'percent', 'missing', 'pending']],
] as const

/** The most memory the process takes while something runs, in MB above what it has now. */
async function growthWhile(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  await work()
  clearInterval(look)
  return Math.round((most - before) / 1e6)
}

try {
  const { id } = await db.one<{ id: number }>(sql`select id from identity where role = 6 order by id limit 1`)
  const province = await actorOfIdentity(db, id)
  if (!province) throw new Error('no province')
  for (const [what, list, columns] of lists)
    for (const format of ['xlsx', 'csv'] as const) {
      await db.execute(sql`update export set asked_at = asked_at - interval '2 hours'`)
      const asking = performance.now()
      const ask = {
        list,
        query: {},
        columns: [...columns],
        format,
        purpose: '2' as const,
        opened: [],
        purposeText: '',
      }
      const kept = await keepAsked(o, province.actor, ask, null)
      const asked = Math.round(performance.now() - asking)
      await db.execute(sql`update export set state = 'queued', decided_by = ${id} where id = ${kept.id}`)
      const writing = performance.now()
      const growth = await growthWhile(() => makeFile(o, kept.id, new AbortController().signal))
      const seconds = ((performance.now() - writing) / 1000).toFixed(1)
      const { state, bytes } = await db.one<{ state: string; bytes: number }>(
        sql`select state, bytes from export where id = ${kept.id}`,
      )
      console.log(
        `${what}, ${format}: ${kept.rows} rows of ${columns.length} columns, counted in ${asked} ms, ${state} in ${seconds} s, ` +
          `${(bytes / 1e6).toFixed(1)} MB, memory +${growth} MB`,
      )
    }
} finally {
  await rm(files, { recursive: true, force: true })
  await db.close()
  await database.stop()
}
