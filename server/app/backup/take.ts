import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Keys } from '../../platform/crypto/keys.ts'
import {
  BackupError,
  manifestName,
  manifestText,
  readManifest,
  type BackedUpFile,
  type BackedUpTable,
  type Contents,
} from './manifest.ts'
import { keepFiles } from './objects.ts'

export interface Source {
  /** Of a role that may read every table. */
  readonly url: string
  /** The data folder. */
  readonly folder: string
  readonly keys: Keys
  /** The key sealed for two holders, to be carried along. */
  readonly sealedKey?: readonly string[]
}

export interface Taken {
  readonly folder: string
  readonly tables: number
  readonly rows: number
  readonly files: number
  /** Files that no backup before had. */
  readonly copied: number
  /** Files that a table names and the disk does not have: not of this backup's making, but lost. */
  readonly missing: readonly string[]
}

/** Letters and signs of a moment that every file system takes; in the order of time. */
const nameOf = (at: Date): string => at.toISOString().replace(/[:.]/g, '-')

const isBackup = (name: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d-]+Z$/.test(name)

/** Names of the backups of a folder, oldest first. */
export async function backupsIn(target: string): Promise<string[]> {
  return (await readdir(target).catch(() => [])).filter(isBackup).toSorted()
}

async function knownFiles(target: string, keys: Keys): Promise<Map<string, BackedUpFile>> {
  const last = (await backupsIn(target)).at(-1)
  if (last === undefined) return new Map()
  // A backup that cannot be read is no reason not to make another one.
  const told = await readManifest(join(target, last), keys).catch(() => null)
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

async function dump(
  client: pg.Client,
  { name, columns }: { readonly name: string; readonly columns: readonly string[] },
  folder: string,
): Promise<BackedUpTable> {
  const { counting, lines } = lineCounter()
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      done(null, piece)
    },
  })
  const names = columns.map((column) => `"${column}"`).join(', ')
  await pipeline(
    client.query(copyTo(`copy (select ${names} from "${name}") to stdout`)),
    counting,
    createZstdCompress(),
    hashing,
    createWriteStream(join(folder, `${name}.zst`), { mode: 0o600, flush: true }),
  )
  return { name, columns: [...columns], rows: lines(), sha256: hash.digest('hex') }
}

/** Everything in the database as it was at one moment, while others go on writing. */
async function dumpAll(url: string, folder: string): Promise<Omit<Contents, 'files'>> {
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
    for (const table of await tablesOf(client)) tables.push(await dump(client, table, folder))
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

/** Files that rows older than the backup name, and that are not on the disk although the row is still there. */
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

async function writeWhole(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Takes a backup into a folder of its own below `target`, while the portal runs. First the database, as of one moment, then the
 * files: a file is written before the row that names it. The folder gets its name when everything is there.
 */
export async function takeBackup(source: Source, target: string): Promise<Taken> {
  const { url, folder, keys, sealedKey } = source
  const name = nameOf(new Date())
  const draft = join(target, `${name}.part`)
  const tablesFolder = join(draft, 'tables')
  await mkdir(tablesFolder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new BackupError(`不能在 ${target} 里建立文件夹，请检查位置和权限。`, { cause: error })
  })
  try {
    const told = await dumpAll(url, tablesFolder)
    const { files, copied } = await keepFiles(folder, target, await knownFiles(target, keys))
    const missing = await missingFiles(url, told.at, files)
    const contents: Contents = Object.assign(told, { files })
    await writeWhole(join(draft, manifestName), manifestText(keys, contents, sealedKey))
    await rename(draft, join(target, name))
    const rows = told.tables.reduce((sum, one) => sum + one.rows, 0)
    const { length: tables } = told.tables
    return { folder: join(target, name), tables, rows, files: files.length, copied, missing }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
