import { basename } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { FileStores } from '../../platform/storage/file-stores.ts'
import type { ObjectStorage } from '../../platform/storage/storage.ts'
import { tableKey } from './check.ts'
import {
  manifestKey,
  manifestText,
  readManifest,
  type Backup,
  type BackedUpFile,
  type BackedUpTable,
  type Contents,
} from './manifest.ts'
import { keepFiles } from './objects.ts'
import { backupsIn, nameOf } from './places.ts'

export interface Source {
  /** Of a role that may read every table. */
  readonly url: string
  /** The data folder. */
  readonly folder: string
  readonly stores: FileStores
  readonly keys: Keys
  /** The key sealed for two holders, to be carried along. */
  readonly sealedKey?: readonly string[]
}

export interface TakenBackup {
  readonly backup: Backup
  readonly tables: number
  readonly rows: number
  readonly files: number
  /** Files that no backup before had. */
  readonly copied: number
  /** Files that a table names and no place has: not of this backup's making, but lost. */
  readonly missing: readonly string[]
}

async function knownFiles(storage: ObjectStorage, keys: Keys): Promise<Map<string, BackedUpFile>> {
  const name = (await backupsIn(storage)).at(-1)
  if (name === undefined) return new Map()
  // A backup that cannot be read is no reason not to make another one.
  const told = await readManifest({ storage, name }, keys).catch(() => null)
  return new Map(told?.files.map((one) => [one.path, one]))
}

async function tablesOf(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    -- A table in parts is copied as a whole: its parts are made anew where it is restored.
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migration'
    group by c.relname
    order by c.relname`)
  return rows
}

/** Counts the line ends that pass. */
function lineCounter(): { readonly counting: Transform; readonly lines: () => number } {
  let lines = 0
  const counting = new Transform({
    transform(piece: Buffer, _encoding, done) {
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1
      done(null, piece)
    },
  })
  return { counting, lines: () => lines }
}

/** One table, packed on its way to the storage; it is never held as a whole. */
async function dump(
  client: pg.Client,
  { name: table, columns }: { readonly name: string; readonly columns: readonly string[] },
  { storage, name }: Backup,
): Promise<BackedUpTable> {
  const { counting, lines } = lineCounter()
  const names = columns.map((column) => `"${column}"`).join(', ')
  const packed = createZstdCompress()
  const [written, copied] = await Promise.allSettled([
    storage.put(tableKey(name, table), packed),
    pipeline(client.query(copyTo(`copy (select ${names} from "${table}") to stdout`)), counting, packed),
  ])
  // A storage that fails ends the copy, too; what is to be told is the first fault, not its consequence.
  if (written.status === 'rejected') throw written.reason
  if (copied.status === 'rejected') throw copied.reason
  const { sha256 } = written.value
  return { name: table, columns: [...columns], rows: lines(), sha256: sha256.toString('hex') }
}

/** Everything in the database as it was at one moment, while others go on writing. */
async function dumpAll(url: string, backup: Backup): Promise<Omit<Contents, 'files'>> {
  const client = new pg.Client({ connectionString: url, application_name: 'xingtan-backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    await client.query('set local timezone = $$Asia/Shanghai$$')
    const { rows: moment } = await client.query<{ at: Date }>('select now() as at')
    const { rows: migrations } = await client.query<Contents['migrations'][number]>(
      'select number, name, checksum from schema_migration order by number',
    )
    const tables: BackedUpTable[] = []
    const all = await tablesOf(client)
    for (const table of all) tables.push(await dump(client, table, backup))
    const { rows: heads } = await client.query<{ seq: string; hash: string }>(
      `select seq, encode(hash, 'hex') as hash from audit_seal order by seq desc limit 1`,
    )
    // Sequences do not wait for transactions: what is read here is not smaller than what the tables hold.
    const { rows: sequences } = await client.query<{ name: string; last: string }>(
      `select sequencename as name, last_value as last from pg_sequences
       where schemaname = 'public' and last_value is not null order by 1`,
    )
    await client.query('commit')
    const head = heads[0] ? { seq: Number(heads[0].seq), hash: heads[0].hash } : null
    return {
      format: 1,
      at: (moment[0]?.at ?? new Date()).toISOString(),
      migrations,
      tables,
      sequences: sequences.map(({ name, last }) => ({ name, last: Number(last) })),
      head,
    }
  } finally {
    await client.end()
  }
}

/** Files that rows older than the backup name, and that lie nowhere although the row is still there. */
async function missingFiles(url: string, at: string, files: readonly BackedUpFile[]): Promise<string[]> {
  const there = new Set(files.map(({ path }) => basename(path)))
  const client = new pg.Client({ connectionString: url, application_name: 'xingtan-backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ storage_key: string }>(
      'select distinct storage_key from file where created_at <= $1::timestamptz',
      [at],
    )
    return rows.flatMap(({ storage_key: key }) => (there.has(key) ? [] : [key]))
  } finally {
    await client.end()
  }
}

/** What is left of a backup that was not made; where the storage is away, the next clearing takes it. */
async function leaveNothing({ storage, name }: Backup): Promise<void> {
  for await (const { key } of storage.list(`${name}/`)) await storage.remove(key)
}

/**
 * Takes a backup into a place, under a name of its own, while the portal runs. First the database, as of one
 * moment, then the files: a file is written before the row that names it. The manifest comes last: a backup
 * without one is none.
 */
export async function takeBackup(source: Source, storage: ObjectStorage): Promise<TakenBackup> {
  const { url, keys, sealedKey } = source
  await storage.prepare()
  const backup = { storage, name: nameOf(new Date()) }
  try {
    const told = await dumpAll(url, backup)
    const { files, copied } = await keepFiles(source, storage, await knownFiles(storage, keys))
    const missing = await missingFiles(url, told.at, files)
    const contents: Contents = Object.assign(told, { files })
    await storage.put(manifestKey(backup.name), [Buffer.from(manifestText(keys, contents, sealedKey))])
    const rows = told.tables.reduce((sum, one) => sum + one.rows, 0)
    const { length: tables } = told.tables
    return { backup, tables, rows, files: files.length, copied, missing }
  } catch (error) {
    await leaveNothing(backup).catch(() => undefined)
    throw error
  }
}
