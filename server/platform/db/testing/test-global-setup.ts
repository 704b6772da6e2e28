import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createLog } from '../../log/log.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { sql } from '../sql.ts'
import { TEST_CLUSTER_ENV, TEST_SERVER_ENV, administer, externalAppUrl, makeTemplate } from './test-server.ts'
import type { TestServer } from './test-server.ts'

/** A server that is thrown away need not survive a power cut. */
const FAST = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }

/**
 * Vitest's globalSetup: one server for all workers of the run, the cluster of `npm run test:distributed`, else
 * TEST_DATABASE_URL or DATABASE_URL if set, else an embedded one in the temporary directory. Prepares the template; the returned function removes
 * everything.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = process.env[TEST_CLUSTER_ENV]
  if (cluster) return useCluster(JSON.parse(cluster) as Omit<TestServer, 'appUrl'>)
  const external = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  return external ? useExternal(external) : useEmbedded()
}

/** Whoever made the cluster also removes it. */
async function useCluster(cluster: Omit<TestServer, 'appUrl'>): Promise<() => Promise<void>> {
  announce({ ...cluster, appUrl: await externalAppUrl(cluster.ownerUrl) })
  return async () => {}
}

async function useExternal(ownerUrl: string): Promise<() => Promise<void>> {
  const appUrl = await externalAppUrl(ownerUrl)
  const template = await makeTemplate(ownerUrl)
  announce({ ownerUrl, appUrl, template })
  return () => administer(ownerUrl, `drop database if exists ${sql.id(template).text}`)
}

async function useEmbedded(): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'xingtan-test-'))
  const removals = [() => rm(dir, { recursive: true, force: true })]
  const remove = async () => {
    for (const removal of removals.reverse()) await removal()
  }
  try {
    await chmod(dir, 0o711) // so that PostgreSQL's account gets in
    const server = await startEmbedded(dir, createLog('error'), { settings: FAST })
    removals.push(
      () => rm(dirname(server.directory), { recursive: true, force: true }), // if it had to live elsewhere
      () => server.stop(),
    )
    const { ownerUrl, appUrl } = server
    announce({ ownerUrl, appUrl, template: await makeTemplate(ownerUrl), logFile: join(dir, 'postgres.log') })
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

/** Workers are started later and inherit the environment. */
function announce(server: TestServer): void {
  process.env[TEST_SERVER_ENV] = JSON.stringify(server)
}
