import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate } from '../../platform/db/migrate.ts'
import { tableKey } from './check.ts'
import { rooms, type FileStores } from '../../platform/storage/file-stores.ts'
import { severally } from '../../platform/storage/severally.ts'
import { BackupError, type Backup, type Contents } from './manifest.ts'
import { filesAtOnce, objectKey } from './objects.ts'

export interface Place {
  /** Of the role that owns the tables; a database without tables of the portal. */
  readonly ownerUrl: string
  /** A data folder without files of people. */
  readonly folder: string
  /** Where files go: stores without any. */
  readonly stores: FileStores
  /** Where the program keeps its migrations. */
  readonly migrations: string
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'xingtan-restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function requireEmpty({ ownerUrl, stores }: Place): Promise<void> {
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query<{ filled: boolean }>(`select to_regclass('public.person') is not null as filled`),
  )
  if (rows[0]?.filled) throw new BackupError('这个数据库里已经有门户的数据：只能恢复到空的数据库。')
  const { target, sources, all } = stores.files
  const { done } = await all().next()
  if (done !== true)
    throw new BackupError(
      `${[target, ...sources].map(({ place }) => place).join('、')} 里已经有文件：只能恢复到空的地方。`,
    )
}

/**
 * Brings an empty database to where the backup was, with the program's own files, which have to be the same
 * ones.
 */
async function migrateTo({ ownerUrl, migrations }: Place, told: Contents): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-migrations-'))
  try {
    const names = await readdir(migrations)
    for (const { name } of told.migrations) {
      if (!names.includes(name))
        throw new BackupError(`备份出自更新的程序（有 ${name}）：请用做备份时的或更新的版本恢复。`)
      await copyFile(join(migrations, name), join(folder, name))
    }
    await migrate(ownerUrl, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration'),
  )
  const made = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const other = told.migrations.find(({ name, checksum }) => made.get(name) !== checksum)
  if (other) throw new BackupError(`迁移文件 ${other.name} 与做备份时的不同：请用原来的程序恢复。`)
}

interface Rule {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** References between tables, which would want the tables in an order that does not exist. */
const references = `
  select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace`

/** Indexes that belong to no rule; built once, after the rows, they cost a fraction. */
const plainIndexes = `
  select x.indrelid::regclass::text as "table", i.relname as name, replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ') as definition
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  where i.relnamespace = 'public'::regnamespace and not x.indisunique and not i.relispartition
    and not exists (select 1 from pg_constraint c where c.conindid = x.indexrelid)`

/**
 * Triggers of the portal. How each is switched on is part of what it guards: the audit's one stays on for
 * whoever copies rows.
 */
const triggers = `
  select tgrelid::regclass::text as "table", tgname as name, tgenabled as mode
  from pg_trigger
  join pg_class on pg_class.oid = tgrelid
  where not tgisinternal and tgenabled <> 'D' and not relispartition`

interface Trigger {
  readonly table: string
  readonly name: string
  readonly mode: 'O' | 'A' | 'R'
}

const enabled = { O: 'enable', A: 'enable always', R: 'enable replica' } as const

/**
 * Before everything else comes what says in which parts the audit lies; a backup from before that has none.
 */
const layingParts = 'audit_month'

async function load(client: pg.Client, told: Contents, backup: Backup, say: Say): Promise<void> {
  const first = told.tables.filter(({ name }) => name === layingParts)
  for (const table of first) await loadTable(client, table, backup)
  if (first.length > 0) await client.query('select audit_lay_parts()')
  for (const table of told.tables)
    if (table.name !== layingParts) {
      await loadTable(client, table, backup)
      if (table.rows > 100_000) say(`${table.name}：${table.rows} 行`)
    }
  for (const { name, last } of told.sequences)
    await client.query('select setval($1::regclass, $2, true)', [`public."${name}"`, last])
}

async function loadTable(
  client: pg.Client,
  { name: table, columns, rows, sha256 }: Contents['tables'][number],
  { storage, name }: Backup,
): Promise<void> {
  // Migrations leave rows of their own.
  await client.query(`delete from "${table}"`)
  if (rows === 0) return
  const names = columns.map((column) => `"${column}"`).join(', ')
  await pipeline(
    await storage.read(tableKey(name, table)),
    compared(sha256, `表 ${table}`),
    createZstdDecompress(),
    client.query(copyFrom(`copy "${table}" (${names}) from stdin`)),
  )
}

/** Fails at the end of what passes where it is not what the check has seen: it came over a line once more. */
function compared(sha256: string, what: string): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      done(null, piece)
    },
    flush(done) {
      const isSame = hash.digest('hex') === sha256
      done(isSame ? null : new BackupError(`备份在恢复时变了：${what} 的内容与核对时不同。`))
    },
  })
}

/** Says a line of progress. */
export type Say = (line: string) => void

/** All tables in one transaction: either the database is whole, or it is as empty as before. */
async function fill(client: pg.Client, told: Contents, backup: Backup, say: Say): Promise<void> {
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  await client.query('set local timezone = $$Asia/Shanghai$$')
  try {
    const { rows: links } = await client.query<Rule>(references)
    const { rows: indexes } = await client.query<Rule>(plainIndexes)
    const { rows: guards } = await client.query<Trigger>(triggers)
    for (const { table, name } of guards) await client.query(`alter table ${table} disable trigger "${name}"`)
    for (const { table, name } of links) await client.query(`alter table ${table} drop constraint "${name}"`)
    for (const { name } of indexes) await client.query(`drop index "${name}"`)
    await load(client, told, backup, say)
    say('正在建立索引、核对引用')
    for (const { definition } of indexes) await client.query(definition)
    for (const { table, name, definition } of links)
      await client.query(`alter table ${table} add constraint "${name}" ${definition}`)
    for (const { table, name, mode } of guards)
      await client.query(`alter table ${table} ${enabled[mode]} trigger "${name}"`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  await client.query('analyze')
}

/** The bucket that a file goes to, and its key there; null for what lies in the data folder. */
function bucketOf(path: string, stores: FileStores) {
  const room = rooms.find((one) => path.startsWith(`${one}/`))
  if (room === undefined || !stores[room].isBucket) return null
  return { bucket: stores[room].target, key: path.slice(room.length + 1) }
}

async function putFiles(told: Contents, { storage }: Backup, { folder, stores }: Place): Promise<void> {
  await severally(told.files.values(), { atOnce: filesAtOnce }, async ({ path, sha256, modified }) => {
    const elsewhere = bucketOf(path, stores)
    if (elsewhere) {
      const content = (await storage.read(objectKey(sha256))).compose(compared(sha256, `文件 ${path}`))
      await elsewhere.bucket.put(elsewhere.key, content)
      return
    }
    const place = join(folder, path)
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await pipeline(
      await storage.read(objectKey(sha256)),
      compared(sha256, `文件 ${path}`),
      createWriteStream(place, { mode: 0o600 }),
    )
    const time = new Date(modified)
    await utimes(place, time, time)
  })
}

/**
 * Puts a backup that was checked (`checkBackup`) into an empty database and folder. The audit's last link is
 * kept beside the database as of the backup: later links were not lost by anybody's hand. Throws BackupError
 * or StartError, a Chinese sentence.
 */
export async function restoreBackup(backup: Backup, told: Contents, place: Place, say: Say): Promise<void> {
  await requireEmpty(place)
  await migrateTo(place, told)
  await withClient(place.ownerUrl, (client) => fill(client, told, backup, say))
  await migrate(place.ownerUrl, place.migrations)
  await putFiles(told, backup, place)
  if (told.head)
    await writeFile(
      join(place.folder, 'audit-head.json'),
      `${JSON.stringify({ seq: told.head.seq, hash: told.head.hash, at: told.at })}\n`,
      { mode: 0o600 },
    )
}
