import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { makeDataDir } from '../../config/data-dir.ts'
import { loadOrCreateSecret } from '../../config/secret.ts'
import { StartError } from '../../lifecycle/start-error.ts'
import { errorFacts } from '../../log/log.ts'
import type { Log } from '../../log/log.ts'
import { endPortalSessions, otherSessions, takeDirectory } from './directory-lock.ts'
import { CANDIDATE_USERS, chooseAccount } from './pg-account.ts'
import { SYSTEM_HOME, exists, findBinaries } from './pg-binaries.ts'
import { ROOT_ROLE, createCluster, existingCluster, ownerOf, placeCluster } from './pg-cluster.ts'
import { runServer, stopServer } from './pg-server.ts'
import type { ServerPlan } from './pg-server.ts'
import { APP_ROLE, DATABASE_NAME, OWNER_ROLE, ensureEmbeddedRoles, passwordOf } from '../roles.ts'

export type EmbeddedServer = Readonly<{
  /** Migrates; owns the tables. */
  ownerUrl: string
  /** Runs the application. */
  appUrl: string
  /** True if the server was already running (left by a killed process). */
  adopted: boolean
  port: number
  /** Process id of the postmaster at the start. */
  pid: number
  /** PostgreSQL's own folder; not always below the data directory. */
  directory: string
  /** Releases the data directory and ends the server, unless another process is connected to it. */
  stop(): Promise<void>
}>

export type EmbeddedOptions = Readonly<{
  candidateUsers?: readonly string[]
  passwdFile?: string
  systemHome?: string
  settings?: Readonly<Record<string, string>>
}>

/**
 * Starts the PostgreSQL that npm installed, or adopts the one that still runs on this data directory, and
 * takes the directory for this process. Whatever ended the last process (kill -9, power), this succeeds at
 * once; acknowledged writes are kept. While we run, a server that dies is brought back at the same address.
 * Throws StartError.
 */
export async function startEmbedded(
  dataDir: string,
  log: Log,
  options: EmbeddedOptions = {},
): Promise<EmbeddedServer> {
  const dir = await makeDataDir(dataDir)
  const { plan, secret } = await prepare(dir, options)
  const server = await runServer(plan)
  const holder = await takeDirectory(server.port, plan.rootPassword, dir)
  const held = { pid: server.pid, port: server.port, holder }
  await ensureEmbeddedRoles(holder, secret).catch(async (error: unknown) => {
    await release(plan, held, log)
    throw error
  })
  log.info('database.started', { adopted: server.adopted, pid: server.pid, port: server.port })
  const url = (role: string) =>
    `postgres://${role}:${passwordOf(secret, role)}@127.0.0.1:${server.port}/${DATABASE_NAME}`
  return {
    ownerUrl: url(OWNER_ROLE),
    appUrl: url(APP_ROLE),
    adopted: server.adopted,
    port: server.port,
    pid: server.pid,
    directory: plan.cluster,
    stop: guard(plan, dir, held, log),
  }
}

/** All that comes before the server: account, binaries, cluster. Safe to run in several processes at once. */
async function prepare(dir: string, options: EmbeddedOptions): Promise<{ plan: ServerPlan; secret: Buffer }> {
  const systemHome = options.systemHome ?? SYSTEM_HOME
  const found = await existingCluster(dir)
  const account = await chooseAccount(
    found === undefined ? undefined : await ownerOf(found),
    options.candidateUsers ?? CANDIDATE_USERS,
    options.passwdFile ?? '/etc/passwd',
  )
  const keyFile = join(dir, 'database.key')
  if (found && !(await exists(keyFile))) {
    throw new StartError(`缺少 ${keyFile}，无法打开已有的内置数据库，请从备份恢复该文件。`)
  }
  const secret = await loadOrCreateSecret(keyFile)
  const rootPassword = passwordOf(secret, ROOT_ROLE)
  const binaries = await findBinaries(account, systemHome)
  const place = found ?? (await placeCluster(dir, account, systemHome))
  if (!found) await createCluster(place, dir, { initdb: binaries.initdb, account, rootPassword })
  const cluster = await realpath(place)
  const plan = {
    postgres: binaries.postgres,
    cluster,
    account,
    rootPassword,
    logFile: join(dir, 'postgres.log'),
    settings: options.settings ?? {},
  }
  return { plan, secret }
}

type HeldServer = { pid: number; port: number; holder: Client }

/**
 * Watches the holding connection: if it ends without us, the server died (kill -9, out of memory) and is
 * started again on the same port, so that the pool finds it. Returns `stop`.
 */
function guard(plan: ServerPlan, dir: string, held: HeldServer, log: Log): () => Promise<void> {
  let stopping = false
  let healing = Promise.resolve()
  const watch = () => held.holder.once('end', () => void (stopping || (healing = heal())))
  const heal = async () => {
    log.error('database.lost', { pid: held.pid })
    for (; !stopping; await sleep(500)) {
      try {
        held.pid = (await runServer(plan, held.port)).pid
        held.holder = await takeDirectory(held.port, plan.rootPassword, dir)
        watch()
        log.info('database.back', { pid: held.pid })
        return
      } catch (error) {
        log.error('database.back.failed', errorFacts(error))
      }
    }
  }
  watch()
  return async () => {
    stopping = true
    await healing
    await release(plan, held, log)
  }
}

/** Sessions of our own pool may take a moment to be gone; those of others make the server stay. */
async function release(plan: ServerPlan, held: HeldServer, log: Log): Promise<void> {
  try {
    let others = await otherSessions(held.holder)
    for (let tries = 0; others > 0 && tries < 10; tries++) {
      await sleep(50)
      others = await otherSessions(held.holder)
    }
    if (others > 0) {
      await endPortalSessions(held.holder)
      for (let tries = 0; others > 0 && tries < 10; tries++) {
        await sleep(50)
        others = await otherSessions(held.holder)
      }
    }
    if (others > 0) {
      log.warn('database.left-running', { sessions: others, pid: held.pid })
    } else if (!(await stopServer(plan.cluster, held.pid, 20_000))) {
      log.warn('database.still-stopping', { pid: held.pid })
    } else {
      log.info('database.stopped', { pid: held.pid })
    }
  } catch (error) {
    log.error('database.stop.failed', errorFacts(error))
  } finally {
    await held.holder.end().catch(() => {})
  }
}
