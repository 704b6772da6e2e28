/**
 * `npm run test:distributed [-- path …]`: tests of the server on a PostgreSQL that Citus spreads over a
 * coordinator and two workers. CITUS_CLUSTER names the program that starts them (`start FOLDER PORT` takes
 * this port and the next two and prints `DATABASE_URL=…`, `fresh FOLDER NAME` makes a database, `stop FOLDER`
 * ends them). Without paths all tests of the server run. CENSUS=file counts how many shards each statement
 * asks, as the coordinator's log FOLDER/n0.log has it.
 */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { placementGroups } from '../../server/app/placements.ts'
import { openDatabase } from '../../server/platform/db/database.ts'
import { distribute } from '../../server/platform/db/cluster/index.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { TEST_CLUSTER_ENV } from '../../server/platform/testing/test-extent.ts'
import {
  administer,
  copyTemplate,
  externalAppUrl,
  withDatabase,
} from '../../server/platform/db/testing/test-server.ts'
import { noteRun } from '../last-runs.ts'
import { tool, writeInMemory } from '../run.ts'
import { census, logStatements } from './census.ts'
import { startNodes, stopNodes } from './nodes.ts'

const run = promisify(execFile)
const template = 'distributed_template'
/** Three nodes share the machine: a test may take four times as long. */
const patience = ['--testTimeout=120000', '--hookTimeout=240000']

const settings = {
  // What is thrown away need not survive a power cut.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // A copied database does not bring what `npm run distribute` set for it.
  'citus.multi_shard_modify_mode': 'sequential',
  jit: 'off',
  // Tests have few rows and many connections: two shards a node, one connection to each, nothing encrypted on
  // this machine.
  'citus.shard_count': '4',
  'citus.max_adaptive_executor_pool_size': '1',
  'citus.node_conninfo': 'sslmode=disable',
}

async function setUp(url: string): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await administer(url, `alter system set ${name} = '${value}'`)
  await administer(url, 'select pg_reload_conf()')
}

/** Migrates and distributes the database that test databases copy, and keeps everybody out of it. */
async function makeTemplate(nodes: readonly [string, ...string[]]): Promise<void> {
  const url = withDatabase(nodes[0], template)
  // The migrations grant the role of the application its rights.
  await externalAppUrl(nodes[0])
  await migrate(url, join(import.meta.dirname, '../../server/migrations'))
  const db = openDatabase({ url, max: 1, statementTimeout: 0 })
  await distribute(db, placementGroups, () => {}).finally(() => db.close())
  for (const node of nodes) await closeTemplate(node)
}

/**
 * A database is copied only while nobody is connected; the extension's own process connects again unless it
 * may not.
 */
async function closeTemplate(node: string): Promise<void> {
  await administer(node, `alter database ${template} allow_connections false`)
  const client = new pg.Client({ connectionString: withDatabase(node, 'postgres') })
  await client.connect()
  try {
    for (let left = 1; left > 0;) {
      const ended = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`
      left = (await client.query(ended, [template])).rowCount ?? 0
    }
  } finally {
    await client.end()
  }
}

async function main(): Promise<boolean> {
  const program = process.env['CITUS_CLUSTER']
  if (!program) {
    console.log('skipped: CITUS_CLUSTER names no program that starts a cluster')
    return true
  }
  writeInMemory()
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-distributed-'))
  try {
    // The servers run under an account of their own.
    await chmod(folder, 0o755)
    const nodes = await startNodes(program, folder)
    for (const node of nodes) await setUp(node)
    await run(program, ['fresh', folder, template])
    await makeTemplate(nodes)
    const [ownerUrl, ...others] = nodes
    process.env[TEST_CLUSTER_ENV] = JSON.stringify({ ownerUrl, nodes: others, template })
    const plans = process.env['CENSUS']
    if (plans) await logStatements(nodes)
    const paths = process.argv.slice(2)
    const passed = tool('vitest/vitest.mjs', 'run', ...patience, ...(paths.length > 0 ? paths : ['server/']))
    if (paths.length === 0) await noteRun('npm run test:distributed', passed ? 'passed' : 'failed')
    if (plans) {
      await copyTemplate({ ownerUrl, appUrl: '', nodes: others, template }, 'counted')
      console.log(await census(withDatabase(ownerUrl, 'counted'), join(folder, 'n0.log'), plans))
    }
    return passed
  } finally {
    await stopNodes(program, folder)
    await rm(folder, { recursive: true, force: true })
  }
}

process.exit((await main()) ? 0 : 1)
