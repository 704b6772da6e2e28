import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createLog } from '../../log/log.ts'
import { sql } from '../sql.ts'
import { pooled } from '../pooler.ts'
import { migrate } from '../migrate.ts'
import { ensureAppRole } from '../roles.ts'

/** Path of the socket on which the global set-up tells the workers of a run where their server is. */
export const TEST_SERVER_ENV = 'XINGTAN_TEST_SERVER'

/**
 * `ownerUrl` and `appUrl` name some database of the server; `template` the migrated one that test databases
 * copy; `logFile` if it is ours; `nodes` the same as `ownerUrl` on the other nodes of a distributed server,
 * whose databases have the same names.
 */
export type TestServer = Readonly<{
  ownerUrl: string
  appUrl: string
  template: string
  logFile?: string
  nodes?: readonly string[]
}>

let asked: Promise<TestServer> | undefined

/**
 * The server of this run; the first test that asks starts it. Needs test-global-setup.ts as Vitest's
 * globalSetup.
 */
export function testServer(): Promise<TestServer> {
  asked ??= askForServer()
  return asked
}

async function askForServer(): Promise<TestServer> {
  const path = process.env[TEST_SERVER_ENV]
  if (!path)
    throw new Error(`${TEST_SERVER_ENV} is not set: name test-global-setup.ts as globalSetup of vitest`)
  const reply = JSON.parse(await text(connect(path))) as { server?: TestServer; failed?: string }
  if (!reply.server) throw new Error(`the test server did not start: ${reply.failed}`)
  return reply.server
}

/**
 * Port of a PgBouncer in transaction mode before the test server; through it goes what the portal itself
 * asks.
 */
const POOLER_ENV = 'TEST_POOLER_PORT'

/** The address of a database as the portal reaches it: through the pooler where the run has one. */
export function throughPooler(url: string): string {
  const port = process.env[POOLER_ENV]
  if (!port) return url
  const changed = new URL(url)
  changed.port = port
  return pooled(changed.href)
}

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations')

/** The application role of an external test server: made with a password that every run can derive. */
export function externalAppUrl(ownerUrl: string): Promise<string> {
  const secret = createHash('sha256').update('xingtan test role').digest()
  return ensureAppRole(ownerUrl, secret, createLog('error'))
}

/** The address of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/**
 * Drops a database with whoever is connected. The server's own vacuum may not be ended by us (42501), but
 * makes way by itself for a drop without force, which in turn waits for nobody else (55006): so by turns
 * until one of them goes through.
 */
export async function dropDatabase(ownerUrl: string, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await administer(
        ownerUrl,
        `drop database if exists ${sql.id(name).text}${tries % 2 === 1 ? ' with (force)' : ''}`,
      )
    } catch (error) {
      if (
        tries === 50 ||
        !(error instanceof pg.DatabaseError) ||
        !['42501', '55006'].includes(error.code ?? '')
      )
        throw error
      await sleep(100)
    }
  }
}

/** Runs one statement that may not stand in a transaction (CREATE and DROP DATABASE). */
export async function administer(ownerUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const nodesOf = ({ ownerUrl, nodes = [] }: TestServer) => [ownerUrl, ...nodes]

/** Copies the template on every node. What Citus knows of tables and nodes is copied with it. */
export async function copyTemplate(server: TestServer, name: string): Promise<void> {
  const copy = `create database ${sql.id(name).text} template ${sql.id(server.template).text} strategy file_copy`
  await Promise.all(nodesOf(server).map((url) => administer(url, copy)))
}

/** Drops the copy of the template on every node. */
export async function dropCopy(server: TestServer, name: string): Promise<void> {
  await Promise.all(nodesOf(server).map((url) => dropDatabase(url, name)))
}

/** A new database with all migrations applied; returns its name. */
export async function makeTemplate(ownerUrl: string): Promise<string> {
  const name = `xingtan_template_${process.pid}_${randomBytes(3).toString('hex')}`
  await administer(ownerUrl, `create database ${sql.id(name).text}`)
  await migrate(withDatabase(ownerUrl, name), MIGRATIONS)
  return name
}
