/**
 * `npm run test:older -- commit`: a database as an older version of the portal left it opens in this one. The
 * older version loads its demo region, this one migrates it; then every table of before is there with as many
 * rows, every table is read whole, and every list of the API that needs no number answers each role. Ends
 * with 1 and says what differs. Needs the repository's history; the older version runs on the modules
 * installed here.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../server/platform/db/database.ts'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { startEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { createLog } from '../../server/platform/log/log.ts'
import { noteRun } from '../last-runs.ts'

const commit = process.argv[2]
if (!commit) throw new Error('npm run test:older -- commit')
const say = (line: string) => void process.stdout.write(`${line}\n`)
const place = mkdtempSync(join(tmpdir(), 'xingtan-older-'))
const older = join(place, 'program')
const data = join(place, 'data')
const here = process.cwd()

/** Tables that a later version empties or takes away on purpose, with the decision that says so. */
const gone: Readonly<Record<string, string>> = {
  project_member: '0156',
  uncollected: '0155',
}

/** Tables whose rows are work under way, which the portal itself does and takes away. */
const passing = /^(outbox|outbox_waiting|reading|request_count|captcha|rate_|job_)/

interface RunningPortal {
  readonly child: ChildProcess
  readonly url: string
}

/** Starts the portal of a folder on the data and waits until it is ready and its demo region is there. */
async function start(folder: string): Promise<RunningPortal> {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: undefined, DEMO: 'on', LOG_LEVEL: 'warn', DATA_DIR: data, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const channel of [child.stdout, child.stderr])
    channel.on('data', (piece: Buffer) => (text += piece.toString()))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 3000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the portal ended at once:\n${text}`)
    const ready = await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready && text.includes('演示数据')) return { child, url }
    await sleep(100)
  }
  throw new Error(`the portal was not ready in five minutes:\n${text}`)
}

async function stop({ child }: RunningPortal): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** How many rows each table has; reads each row whole, so that none is there that cannot be read. */
async function rowsOf(): Promise<Map<string, number>> {
  const embedded = await startEmbedded(data, createLog('warn'))
  const db = openDatabase({ url: embedded.ownerUrl, max: 1 })
  try {
    const tables = await db.query<{ name: string }>(sql`
      select tablename as name from pg_tables where schemaname = 'public' order by tablename`)
    const found = new Map<string, number>()
    for (const { name } of tables) {
      const { many } = await db.one<{ many: number }>(
        sql`select count(t::text)::int as many from ${sql.id(name)} t`,
      )
      found.set(name, many)
    }
    return found
  } finally {
    await db.close()
    await embedded.stop()
  }
}

const accounts = ['teacher', 'school', 'area', 'city', 'province', 'admin'] as const

/** Every call of the API that reads without a number, asked by each account; answers those that failed. */
async function readAll({ url }: RunningPortal): Promise<{ asked: number; failed: string[] }> {
  const document = (await (await fetch(`${url}/api/docs/json`)).json()) as {
    paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
  const paths = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get !== undefined && !path.includes('{') && !/\/events|\/live|stream/.test(path) ? [path] : [],
  )
  const failed: string[] = []
  let asked = 0
  for (const account of accounts) {
    const signed = await fetch(`${url}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account, password: 'Chunfeng#2026' }),
    })
    const { data: session } = (await signed.json()) as { data: { token: string } | null }
    if (!session) throw new Error(`${account} cannot sign in any more`)
    for (const path of paths) {
      const answer = await fetch(url + path, {
        headers: { token: session.token },
        signal: AbortSignal.timeout(30_000),
      }).catch((error: unknown) => new Response(String(error), { status: 599 }))
      await answer.arrayBuffer()
      asked += 1
      if (answer.status >= 500) failed.push(`${account} ${path}: ${answer.status}`)
    }
  }
  return { asked, failed }
}

/** What is not as it was, in a line each. */
function differences(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...before].flatMap(([name, many]) => {
    if (gone[name] !== undefined || passing.test(name)) return []
    const now = after.get(name)
    if (now === undefined) return [`the table ${name} is gone with ${many} rows`]
    return now < many ? [`${name}: ${many} rows before, ${now} now`] : []
  })
}

async function main(): Promise<number> {
  execFileSync('git', ['worktree', 'add', '--detach', older, commit ?? ''], { stdio: 'ignore' })
  symlinkSync(join(here, 'node_modules'), join(older, 'node_modules'))
  const first = await start(older)
  say(`${commit}: demo region loaded`)
  await stop(first)
  const before = await rowsOf()
  const second = await start(here)
  say('opened by this version')
  const { asked, failed } = await readAll(second)
  await stop(second)
  const after = await rowsOf()
  const faults = [...differences(before, after), ...failed]
  for (const fault of faults) say(fault)
  const rows = [...before.values()].reduce((sum, many) => sum + many, 0)
  const result = `${before.size} tables, ${rows} rows of ${commit}; ${asked} calls; ${faults.length} faults`
  say(result)
  await noteRun('npm run test:older', result)
  return faults.length === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', older], { stdio: 'ignore' })
  rmSync(place, { recursive: true, force: true })
}
