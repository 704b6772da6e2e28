import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { placementGroups } from '../server/app/placements.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { distribute } from '../server/platform/db/cluster/index.ts'
import { ensureAppRole } from '../server/platform/db/roles.ts'
import { sql } from '../server/platform/db/sql.ts'
import { administer, withDatabase } from '../server/platform/db/testing/test-server.ts'
import { createLog } from '../server/platform/log/log.ts'
import { endNode, startNodes, stopNodes } from '../scripts/operation/nodes.ts'
import { cases } from './cases.ts'
import { fire } from './generator.ts'
import { prepare, type Work } from './prepare.ts'
import { startPortal, type Ground, type RunningServer } from './server.ts'
import { compare, heads } from './turns.ts'

/**
 * `CITUS_CLUSTER=program npm run bench:distributed`: the same region in a plain database of the coordinator
 * and spread over two workers. Both are asked in turn: how much longer the spread one takes. Then how evenly
 * rows lie, and what becomes of writings while a worker is killed and comes back. `BENCH_TEACHERS`
 * `BENCH_ROUNDS` `BENCH_SECONDS` `BENCH_CONNECTIONS` `BENCH_CASES`.
 */
const teachers = Number(process.env['BENCH_TEACHERS'] ?? 20_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 10)
const only = process.env['BENCH_CASES']?.split(',')
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Rows of the archives on each node, and how far the fullest lies above the emptiest. */
async function balance(url: string): Promise<void> {
  const db = openDatabase({ url, max: 1, statementTimeout: 0 })
  try {
    for (const table of ['revision', 'revision_event', 'rec_study_experience']) {
      const rows = await db.query<{ port: number; rows: number }>(sql`
        select s.nodeport as port, sum(r.result::bigint)::int as rows
        from run_command_on_shards(${table}, 'select count(*) from %s') r
        join citus_shards s on s.shardid = r.shardid
        group by 1 order by 1`)
      const counts = rows.map((row) => row.rows)
      const apart = Math.max(...counts) / Math.max(1, Math.min(...counts)) - 1
      say(`rows  ${table.padEnd(22)} ${counts.join(' and ')}, ${(apart * 100).toFixed(1)} % apart`)
    }
  } finally {
    await db.close()
  }
}

const kills = 4

/**
 * Writes and reads while a worker is killed and comes back several times. Then every acknowledged writing is
 * looked for.
 */
async function killed(portal: RunningServer, url: string, work: Work, worker: string): Promise<void> {
  const acknowledged: string[] = []
  const answers = new Map<string, number>()
  const stages = (async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(5_000)
      const restart = endNode(worker, 'SIGKILL')
      await sleep(4_000)
      restart()
    }
  })()
  const path = '/api/v1/records/studyExperience'
  await fire(
    portal.port,
    connections,
    9 * kills + 5,
    (connection) => {
      const { token } = work.creators[Math.floor(Math.random() * work.creators.length)] ?? { token: '' }
      return connection % 2
        ? { method: 'GET', path: `${path}?page=1&pageSize=20`, token }
        : { method: 'POST', path, token, body: {}, key: randomUUID() }
    },
    (connection, text) => {
      if (connection % 2) return
      const { data } = JSON.parse(text) as { data: { id: string } }
      acknowledged.push(data.id)
    },
    (_, status, text) => {
      const { msg } = (text.startsWith('{') ? JSON.parse(text) : { msg: text.slice(0, 60) }) as {
        msg: string
      }
      answers.set(`${status} ${msg}`, (answers.get(`${status} ${msg}`) ?? 0) + 1)
    },
  )
  await stages
  const db = openDatabase({ url, max: 1, statementTimeout: 0 })
  try {
    const count = () =>
      db.one<{ found: number }>(sql`
        select count(*)::int as found from revision where record_id = any(${acknowledged}::uuid[])`)
    // The worker reads its log again before it lets anybody in. What was decided on the coordinator while it
    // was away, Citus finishes there when it looks next (citus.recover_2pc_interval).
    const back = Date.now()
    const found = async () => (await count().catch(() => ({ found: 0 }))).found
    let missing = acknowledged.length - (await found())
    const first = missing
    while (missing > 0 && Date.now() - back < 150_000) {
      await sleep(500)
      missing = acknowledged.length - (await found())
    }
    const took = ((Date.now() - back) / 1000).toFixed(0)
    say(
      `worker killed ${kills} times: ${acknowledged.length} writings acknowledged; ${first} not there at first, ${missing} after ${took} s`,
    )
  } finally {
    await db.close()
  }
  for (const [answer, times] of answers) say(`  ${times} times: ${answer}`)
}

/** Settings of the nodes as an operator would have them. */
async function setUp(nodes: readonly [string, ...string[]]): Promise<void> {
  // As `npm run distribute` advises.
  await administer(nodes[0], `alter system set citus.recover_2pc_interval = '5s'`)
  // Nothing is encrypted on this machine, neither between nodes nor from the portal to either database.
  for (const node of nodes) {
    await administer(node, `alter system set citus.node_conninfo = 'sslmode=disable'`)
    await administer(node, 'select pg_reload_conf()')
  }
}

/** Asks each case of both portals in turn. */
async function compareAll(plain: PortalUnderLoad, spread: PortalUnderLoad): Promise<void> {
  const length = { seconds, connections }
  const runs = cases(spread.work, length)
  say(
    `${teachers} teachers, ${connections} connections, ${rounds} rounds of ${seconds} s, plain and spread in turn`,
  )
  say(heads('plain', 'spread'))
  for (const [name, run] of Object.entries(cases(plain.work, length))) {
    const other = runs[name]
    if (!other || (only && !only.includes(name))) continue
    const sides = [
      { server: plain.server, run },
      { server: spread.server, run: other },
    ] as const
    await compare(name, sides, { rounds, seconds })
  }
}

/** A portal and what can be asked of it. */
interface PortalUnderLoad {
  readonly server: RunningServer
  readonly work: Work
}

async function main(): Promise<void> {
  const program = process.env['CITUS_CLUSTER']
  if (!program) return say('skipped: CITUS_CLUSTER names no program that starts a cluster')
  const folder = mkdtempSync(join(tmpdir(), 'xingtan-bench-distributed-'))
  chmodSync(folder, 0o755)
  const nodes = await startNodes(program, folder)
  const [coordinator] = nodes
  const stops: (() => Promise<unknown>)[] = []
  try {
    await setUp(nodes)
    await administer(coordinator, 'create database plain')
    const urls = [withDatabase(coordinator, 'plain'), coordinator] as const
    // As on an installation that was plain before: its role is not known to the other nodes.
    await ensureAppRole(urls[0], Buffer.alloc(32, 9), createLog('error'))
    const works: Work[] = []
    for (const url of urls) works.push(await prepare(url, teachers))
    const db = openDatabase({ url: coordinator, max: 1, statementTimeout: 0 })
    const began = Date.now()
    await distribute(db, placementGroups, () => {}).finally(() => db.close())
    say(`distributed in ${((Date.now() - began) / 1000).toFixed(1)} s`)
    for (const url of urls) {
      const each = openDatabase({ url, max: 1, statementTimeout: 0 })
      await each.query(sql.raw('vacuum analyze')).finally(() => each.close())
    }
    const [plainWork, spreadWork] = works
    if (!plainWork || !spreadWork) throw new Error('nothing was prepared')
    stops.push(
      () => plainWork.close(),
      () => spreadWork.close(),
    )
    const ground = (url: string, { masterKey }: Work): Ground => ({ url, masterKey, folder })
    const plain = await startPortal(ground(urls[0], plainWork), 'error')
    stops.push(async () => plain.child.kill())
    const spread = await startPortal(ground(urls[1], spreadWork), 'error')
    stops.push(async () => spread.child.kill())
    await compareAll({ server: plain, work: plainWork }, { server: spread, work: spreadWork })
    await balance(coordinator)
    await killed(spread, coordinator, spreadWork, join(folder, 'n2'))
  } finally {
    for (const stop of stops) await stop()
    await sleep(1_000)
    await stopNodes(program, folder)
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
