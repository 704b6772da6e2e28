/**
 * `npm run files:move`: moves the files of people to where FILES says (s3://桶/前缀, else DATA_DIR) from
 * where they lay before (DATA_DIR, and FILES_BEFORE), while the portal runs. `--keep` leaves them where they
 * were, too. May be stopped (Ctrl+C) and repeated. Ends with 0, 1 (a file is damaged and stays, or it was
 * stopped) or 2 (not done).
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '../server/platform/config/config.ts'
import { fileStores, prepareFiles, rooms, type Room } from '../server/platform/storage/file-stores.ts'
import { moveFiles } from '../server/platform/storage/move-files.ts'
import { patienceOf } from '../server/platform/storage/patient-fetch.ts'
import { reachDatabase } from './reach-database.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Any number, the same in every version: who holds its lock moves files. */
const lockNumber = 7_311_021

/** Hash of an upload; what was made of one, imports and sealed exports have none in the database. */
const hashOf = (client: pg.Client, room: Room) => async (key: string) => {
  if (room !== 'files') return null
  const { rows } = await client.query<{ sha256: Buffer }>(
    'select sha256 from file where storage_key = $1 limit 1',
    [key],
  )
  return rows[0]?.sha256 ?? null
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } })
  const config = readConfig(process.env)
  const stores = fileStores(config, { patience: patienceOf.command })
  if (stores.files.sources.length === 0)
    throw new Error('文件只在 DATA_DIR 里：请用 FILES（移到哪里）或 FILES_BEFORE（从哪里移回）指明存储。')
  const away = await prepareFiles(stores)
  if (away) throw away
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  const { ownerUrl, end } = await reachDatabase(config, resolve(config.dataDir))
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'xingtan-move' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      lockNumber,
    ])
    if (!rows[0]?.mine) throw new Error('另一处正在移动文件，请等它结束。')
    let damaged = 0
    for (const room of rooms) {
      let told = Date.now()
      const so = await moveFiles(stores[room], {
        expected: hashOf(client, room),
        keep: values.keep,
        stopping: stopping.signal,
        progress: ({ moved, bytes }) => {
          if (Date.now() - told < 5_000) return
          told = Date.now()
          say(`${room}：${moved} 个文件，${megabytes(bytes)} MB`)
        },
      })
      say(
        `${room}：移到 ${stores[room].target.place} ${so.moved} 个文件，${megabytes(so.bytes)} MB，逐个核对无误。`,
      )
      for (const key of so.damaged) say(`✗ ${key} 的内容与登记的不同，留在原处，请从备份找回。`)
      damaged += so.damaged.length
    }
    if (stopping.signal.aborted) say('停下了；再执行一次会接着移。')
    return damaged > 0 || stopping.signal.aborted ? 1 : 0
  } finally {
    await client.end()
    await end()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`文件没有移完：${error instanceof Error ? error.message : String(error)}\n`)
  return 2
})
