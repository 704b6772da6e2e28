import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { placementGroups } from '../server/app/placements.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { distribute } from '../server/platform/db/cluster/index.ts'
import { ensureAppRole } from '../server/platform/db/roles.ts'
import { sql } from '../server/platform/db/sql.ts'
import { administer } from '../server/platform/db/testing/test-server.ts'
import { createLog } from '../server/platform/log/log.ts'
import { restartNode, startNodes, stopNodes } from '../scripts/operation/nodes.ts'
import { beside, summaryOf } from './beside.ts'
import { prepare, type Work } from './prepare.ts'
import { administratorCalls, figureCalls, figuresReady, officeCalls, time, type Line } from './scale-calls.ts'
import { startPortal } from './server.ts'

/**
 * `CITUS_CLUSTER=program npm run bench:distributed-scale`: every call of `bench:scale`, and the pages of
 * statistics, over 1.5 million teachers: first as plain tables of the coordinator, then the same database
 * spread over a coordinator and two workers. Prints both times, what became of them by group, and whose
 * answers differ. `BENCH_TEACHERS` `BENCH_REPEATS` `BENCH_CASES` (paths that contain it). `BENCH_HOLD=file`
 * writes all answers into a file and keeps the nodes up until the process is interrupted.
 */
const teachers = Number(process.env['BENCH_TEACHERS'] ?? 1_500_000)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 3)
const only = process.env['BENCH_CASES']
const hold = process.env['BENCH_HOLD']
const say = (line: string) => void process.stdout.write(`${line}\n`)
const since = (began: number) => ((Date.now() - began) / 1000).toFixed(1)

/**
 * As an operator sets PostgreSQL for this size, within a machine of 23 GB that all three share: 2 GB of
 * shared buffers in all.
 */
const settings = {
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  effective_cache_size: '8GB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  jit: 'off',
  'citus.recover_2pc_interval': '5s',
}
const sharedBuffers = { coordinator: '1GB', worker: '512MB' }

async function setUp(folder: string, urls: readonly string[]): Promise<void> {
  for (const [at, url] of urls.entries()) {
    const shared_buffers = at === 0 ? sharedBuffers.coordinator : sharedBuffers.worker
    for (const [name, value] of Object.entries({ ...settings, shared_buffers }))
      await administer(url, `alter system set ${name} = '${value}'`)
    await restartNode(join(folder, `n${at}`), url)
  }
}

/** Runs one statement of the operator, without a limit of time. */
async function operate<R>(url: string, statement: string): Promise<R[]> {
  const db = openDatabase({ url, max: 1, statementTimeout: 0 })
  return db.query<R>(sql.raw(statement)).finally(() => db.close())
}

/** Gigabytes of the database on each node, the coordinator first. */
async function sizes(url: string): Promise<string> {
  const rows = await operate<{ bytes: string }>(
    url,
    `select result as bytes from run_command_on_all_nodes($$ select pg_database_size(current_database()) $$) order by nodeid`,
  )
  return rows.map(({ bytes }) => (Number(bytes) / 1e9).toFixed(2)).join(' + ')
}

async function vacuum(url: string): Promise<void> {
  const began = Date.now()
  await operate(url, 'vacuum analyze')
  say(`vacuum analyze ${since(began)} s`)
}

/** Asks every call of a portal over the database as each of the offices. */
async function askAll(url: string, work: Work, folder: string): Promise<Line[]> {
  const portal = await startPortal({ url, masterKey: work.masterKey, folder }, 'error')
  try {
    const began = Date.now()
    const lines: Line[] = []
    for (const [who, token] of Object.entries(work.offices))
      for (const call of who === 'administrator' ? administratorCalls : officeCalls)
        if (!only || call.path.includes(only))
          lines.push(await time({ port: portal.port, token, who }, call, repeats))
    const first = await figuresReady(portal.port, work.offices['province'] ?? '', 15)
    say(`first copy of the figures: ${first === null ? 'never' : `${first.toFixed(1)} s`}`)
    for (const [who, token] of Object.entries(work.offices))
      for (const call of who === 'administrator' ? [] : figureCalls)
        if (!only || call.path.includes(only))
          lines.push(await time({ port: portal.port, token, who }, call, repeats))
    say(`${lines.length} calls asked in ${since(began)} s`)
    return lines
  } finally {
    portal.child.kill()
    await once(portal.child, 'exit')
  }
}

async function main(): Promise<void> {
  const program = process.env['CITUS_CLUSTER']
  if (!program) return say('skipped: CITUS_CLUSTER names no program that starts a cluster')
  const folder = mkdtempSync(join(tmpdir(), 'xingtan-bench-distributed-'))
  chmodSync(folder, 0o755)
  const urls = await startNodes(program, folder)
  const [coordinator] = urls
  try {
    await setUp(folder, urls)
    say(`${teachers} teachers; ${JSON.stringify({ ...settings, sharedBuffers })}`)
    // As on an installation that was plain before: its role is not known to the other nodes.
    await ensureAppRole(coordinator, Buffer.alloc(32, 9), createLog('error'))
    const work = await prepare(coordinator, teachers)
    await work.close()
    say(`GB on the nodes, plain: ${await sizes(coordinator)}`)
    const plain = await askAll(coordinator, work, folder)
    if (hold) writeFileSync(`${hold}.plain`, JSON.stringify(plain))
    const began = Date.now()
    const db = openDatabase({ url: coordinator, max: 1, statementTimeout: 0 })
    await distribute(db, placementGroups, say).finally(() => db.close())
    say(`distributed in ${since(began)} s`)
    await vacuum(coordinator)
    say(`GB on the nodes, spread: ${await sizes(coordinator)}`)
    const spread = await askAll(coordinator, work, folder)
    if (hold) writeFileSync(`${hold}.spread`, JSON.stringify(spread))
    for (const line of beside(plain, spread)) say(line)
    for (const line of summaryOf(plain, spread)) say(line)
    if (hold) {
      say(`held: ${coordinator}`)
      const kept = setInterval(() => {}, 60_000)
      await new Promise((go) => process.once('SIGINT', go).once('SIGTERM', go))
      clearInterval(kept)
    }
  } finally {
    await stopNodes(program, folder)
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
