import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../lifecycle/start-error.ts'

/**
 * `applied`: names run now. `ahead`: names in the database that this version of the program does not have
 * yet.
 */
export type MigrationResult = Readonly<{ applied: readonly string[]; ahead: readonly string[] }>

type Migration = Readonly<{ number: number; name: string; text: string; checksum: string }>
type RecordedMigration = Readonly<{ number: number; name: string; checksum: string }>

const FILE_NAME = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/
/** Number of the advisory lock of migrations ("xtmg"), used for nothing else. */
const LOCK = 0x78746d67
const LOCK_WAIT_MS = 120_000

/**
 * Brings the database up to the files `NNNN-name.sql` of `dir`, forward only, each in its own transaction.
 * Several runners at once are safe: they queue on an advisory lock. Throws StartError (a Chinese sentence) if
 * a file already applied was changed or removed, is out of order, or fails; what ran before it stays applied.
 */
export async function migrate(ownerUrl: string, dir: string): Promise<MigrationResult> {
  const files = await readMigrations(dir)
  const [holder, client] = [await connected(ownerUrl), await connected(ownerUrl)]
  try {
    await lock(holder)
    return await applyMissing(client, files)
  } finally {
    await client.end()
    await holder.end() // also gives the lock back
  }
}

async function connected(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 5_000,
    application_name: 'xingtan-migrate',
  })
  // A connection cut between statements also raises an event, which would end the process; the next statement
  // reports it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * The migrations of `dir` in order; throws StartError on a misnamed or doubly numbered file. Missing `dir` =
 * none.
 */
async function readMigrations(dir: string): Promise<Migration[]> {
  const entries = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files: Migration[] = []
  for (const name of entries.filter((entry) => entry.endsWith('.sql')).sort()) {
    const number = Number(FILE_NAME.exec(name)?.[1] ?? NaN)
    if (Number.isNaN(number)) throw new StartError(`迁移文件名 ${name} 不合规则，应形如 0001-some-name.sql。`)
    if (files.at(-1)?.number === number)
      throw new StartError(`迁移文件 ${files.at(-1)?.name} 与 ${name} 编号相同。`)
    // Line ends are normalised: git may check the same file out with CRLF.
    const text = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
    files.push({ number, name, text, checksum: createHash('sha256').update(text).digest('hex') })
  }
  return files
}

/** The number of the newest migration of `dir`; 0 for none. */
export const newestMigration = async (dir: string): Promise<number> =>
  (await readMigrations(dir)).at(-1)?.number ?? 0

/**
 * Held by a transaction of its own until the connection ends: behind a pooler a lock of the session would
 * stay with whoever gets that session next. Polls rather than blocks: a blocked wait would fall under
 * lock_timeout and hold a snapshot.
 */
async function lock(client: pg.Client): Promise<void> {
  await client.query('begin; set local idle_in_transaction_session_timeout = 0')
  for (const deadline = Date.now() + LOCK_WAIT_MS; ; await sleep(100)) {
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as got`)
    if (rows[0]?.got) return
    if (Date.now() > deadline)
      throw new StartError('另一个进程正在迁移数据库，等待超过 2 分钟，请稍后再启动。')
  }
}

async function applyMissing(client: pg.Client, files: readonly Migration[]): Promise<MigrationResult> {
  await client.query(
    `create table if not exists schema_migration (
       number integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  )
  const { rows: recorded } = await client.query<RecordedMigration>(
    'select number, name, checksum from schema_migration order by number',
  )
  const missing = compare(files, recorded)
  for (const file of missing) await apply(client, file)
  const newest = files.at(-1)?.number ?? 0
  return {
    applied: missing.map((file) => file.name),
    ahead: recorded.filter((row) => row.number > newest).map((row) => row.name),
  }
}

/**
 * The files still to run. Rows newer than every file are allowed: an older program during a rolling update.
 */
function compare(files: readonly Migration[], recorded: readonly RecordedMigration[]): Migration[] {
  const byNumber = new Map(files.map((file) => [file.number, file]))
  const newestFile = files.at(-1)?.number ?? 0
  for (const row of recorded) {
    const file = byNumber.get(row.number)
    if (!file && row.number < newestFile) {
      throw new StartError(`迁移文件 ${row.name} 已在数据库中执行过，但程序中找不到它，请恢复该文件。`)
    }
    if (file && (file.checksum !== row.checksum || file.name !== row.name)) {
      throw new StartError(`迁移文件 ${file.name} 在执行之后被改动过，请恢复原样，改动另写一个新的迁移文件。`)
    }
  }
  const done = new Set(recorded.map((row) => row.number))
  const newestDone = recorded.at(-1)?.number ?? 0
  const missing = files.filter((file) => !done.has(file.number))
  const late = missing.find((file) => file.number < newestDone)
  if (late) throw new StartError(`迁移文件 ${late.name} 的编号早于数据库中已执行的迁移，请改用更大的编号。`)
  return missing
}

async function apply(client: pg.Client, file: Migration): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = 5000; set local timezone = 'Asia/Shanghai'`)
    await client.query(file.text)
    await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      file.number,
      file.name,
      file.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `迁移文件 ${file.name}${lineOf(file, error)}执行失败，本文件的改动已全部撤销：${reason}`,
      {
        cause: error,
      },
    )
  }
}

/** The server gives the place as a character offset from 1. */
function lineOf(file: Migration, error: unknown): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : NaN
  if (!Number.isFinite(position)) return ''
  return ` 第 ${file.text.slice(0, position).split('\n').length} 行`
}
