import { randomBytes } from 'node:crypto'
import { openDatabase } from '../database.ts'
import type { Database } from '../database.ts'
import { copyTemplate, dropCopy, testServer, throughPooler, withDatabase } from './test-server.ts'

export type TestDatabase = Readonly<{
  /** Connected as the application, so that a forgotten grant shows. Use `ownerUrl` to alter tables. */
  db: Database
  ownerUrl: string
  appUrl: string
  /** As the application, without the pooler of a run that has one. */
  directUrl: string
  /** Closes `db` and removes the database. */
  drop(): Promise<void>
}>

/**
 * Milliseconds that a test waits for a connection where tables are spread: who changes people and places
 * waits for the turn with a connection in hand, and three nodes share the machine.
 */
const patience = 20_000

/**
 * A fresh database with all migrations applied, for one test file; `name` (letters and digits) only helps to
 * tell them apart. Needs server/platform/db/testing/test-global-setup.ts as Vitest's globalSetup.
 */
export async function openTestDatabase(name: string): Promise<TestDatabase> {
  const server = await testServer()
  const own = `t_${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 40)}_${randomBytes(4).toString('hex')}`
  await copyTemplate(server, own)
  const ownerUrl = withDatabase(server.ownerUrl, own)
  const directUrl = withDatabase(server.appUrl, own)
  const appUrl = throughPooler(directUrl)
  // Tests that fill tables by the hundred thousand share the machine with others: their statements may take a
  // minute.
  const db = openDatabase({
    url: appUrl,
    max: 8,
    applicationName: `test ${name}`,
    statementTimeout: 60_000,
    ...(server.nodes && { connectTimeout: patience }),
  })
  return {
    db,
    ownerUrl,
    appUrl,
    directUrl,
    drop: async () => {
      await db.close()
      await dropCopy(server, own)
    },
  }
}
