import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createLog } from '../../log/log.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { sql } from '../sql.ts'
import { TEST_CLUSTER_ENV } from '../../testing/test-extent.ts'
import { TEST_SERVER_ENV, administer, externalAppUrl, makeTemplate } from './test-server.ts'
import type { TestServer } from './test-server.ts'

/** A server that is thrown away need not survive a power cut. */
const FAST = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }

/** A server in use, and how to end it. */
interface RunningServer {
  readonly server: TestServer
  readonly end: () => Promise<void>
}

/**
 * Vitest's globalSetup: one server for all workers of the run, started when the first test asks for it
 * (`testServer`): a run of pure tests starts none. It is the cluster of `npm run test:distributed`, else
 * TEST_DATABASE_URL or DATABASE_URL if set, else an embedded one in the temporary directory. The returned
 * function removes everything.
 */
export default async function setup(): Promise<() => Promise<void>> {
  let running: Promise<RunningServer> | undefined
  const answer = async (socket: Socket) => {
    const reply = await (running ??= start()).then(
      ({ server }) => ({ server }),
      (error: unknown) => ({ failed: String(error) }),
    )
    socket.end(JSON.stringify(reply))
  }
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-ask-'))
  const listener = createServer((socket) => void answer(socket.on('error', () => {})))
  listener.listen(join(folder, 's'))
  await once(listener, 'listening')
  // Workers are started later and inherit the environment.
  process.env[TEST_SERVER_ENV] = join(folder, 's')
  return async () => {
    listener.close()
    await rm(folder, { recursive: true, force: true })
    // A start that failed was told to whoever asked.
    const ended = await running?.catch(() => undefined)
    await ended?.end()
  }
}

function start(): Promise<RunningServer> {
  const cluster = process.env[TEST_CLUSTER_ENV]
  if (cluster) return useCluster(JSON.parse(cluster) as Omit<TestServer, 'appUrl'>)
  const external = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  return external ? useExternal(external) : useEmbedded()
}

/** The program that made the cluster also removes it. */
async function useCluster(cluster: Omit<TestServer, 'appUrl'>): Promise<RunningServer> {
  const server = { ...cluster, appUrl: await externalAppUrl(cluster.ownerUrl) }
  return { server, end: async () => {} }
}

async function useExternal(ownerUrl: string): Promise<RunningServer> {
  const appUrl = await externalAppUrl(ownerUrl)
  const template = await makeTemplate(ownerUrl)
  const end = () => administer(ownerUrl, `drop database if exists ${sql.id(template).text}`)
  return { server: { ownerUrl, appUrl, template }, end }
}

async function useEmbedded(): Promise<RunningServer> {
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
    const template = await makeTemplate(ownerUrl)
    return { server: { ownerUrl, appUrl, template, logFile: join(dir, 'postgres.log') }, end: remove }
  } catch (error) {
    await remove()
    throw error
  }
}
