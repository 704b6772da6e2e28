import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { open, realpath, rename, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../lifecycle/start-error.ts'
import type { Account } from './pg-account.ts'
import { MINIMAL_ENV, ROOT_ROLE } from './pg-cluster.ts'
import { findRunning, freePort, isPostmaster } from './pg-process.ts'
import type { RunningProcess } from './pg-process.ts'

export type ServerPlan = Readonly<{
  postgres: string
  /** Real path of the data directory of PostgreSQL. */
  cluster: string
  account: Account
  rootPassword: string
  logFile: string
  /** Settings over ours, for tests. */
  settings: Readonly<Record<string, string>>
}>

const PATIENCE_MS = 60_000
const ATTEMPTS = 3
const LOG_MAX_BYTES = 10 * 1024 * 1024

/**
 * Nothing a person typed may reach the log: ERROR lines quote values, DETAIL quotes rows, STATEMENT and
 * parameters quote everything. So only the server's own events are written; errors of statements are logged
 * by us, without values.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '256MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'Asia/Shanghai',
  log_timezone: 'Asia/Shanghai',
  log_line_prefix: '%m [%p] ',
  log_statement: 'none',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

/**
 * A server that answers on this cluster: the one that runs (adopted) or a new one. Several callers at once
 * end with one server. `port` is for bringing back a server whose address is already in use by our pool.
 * Throws StartError.
 */
export async function runServer(
  plan: ServerPlan,
  port?: number,
): Promise<RunningProcess & { adopted: boolean }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const running = await findRunning(plan.cluster, PATIENCE_MS)
    if (running) {
      if (await answers(plan, running.port, () => isPostmaster(running.pid, plan.cluster))) {
        return { ...running, adopted: true }
      }
      continue // it was just going down
    }
    const chosen = port ?? (await freePort())
    const child = await launch(plan, chosen)
    const lives = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
    if (await answers(plan, chosen, lives)) return { pid: child.pid ?? 0, port: chosen, adopted: false }
    // It ended early: another process was faster, or the port was taken meanwhile. Look again.
  }
  throw new StartError(`内置数据库没有启动成功，原因见 ${plan.logFile}。`)
}

/**
 * Asks it to end (fast: sessions are cut, nothing is lost) and waits; false if it still runs after
 * `patienceMs`.
 */
export async function stopServer(cluster: string, pid: number, patienceMs: number): Promise<boolean> {
  if (!(await isPostmaster(pid, cluster))) return true
  process.kill(pid, 'SIGINT')
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(20)) {
    if (!(await isPostmaster(pid, cluster))) return true
  }
  return false
}

/** A connection as the superuser, to the maintenance database. */
export function rootClient(port: number, password: string, applicationName: string): pg.Client {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: ROOT_ROLE,
    password,
    database: 'postgres',
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  client.on('error', () => {}) // reported by the query it hits, or by 'end'
  return client
}

/** True once the server of this cluster answers on the port; false once `lives` says it is gone. */
async function answers(
  plan: ServerPlan,
  port: number,
  lives: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(15)) {
    const place = await dataDirectory(port, plan.rootPassword)
    if (place === plan.cluster) return true
    if (!(await lives())) return false
    if (place !== undefined) return false // another server has the port
  }
  throw new StartError(
    `内置数据库 60 秒内没有就绪（可能正在做崩溃恢复），请稍后再启动；详情见 ${plan.logFile}。`,
  )
}

/**
 * The real path the server says it serves; undefined while it does not answer (refused, recovering, going
 * down).
 */
async function dataDirectory(port: number, password: string): Promise<string | undefined> {
  const client = rootClient(port, password, 'xingtan-probe')
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const place = rows[0]?.data_directory ?? ''
    return await realpath(place).catch(() => place)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new StartError('内置数据库拒绝了 DATA_DIR 中 database.key 的密码，请从备份恢复该文件。', {
        cause: error,
      })
    }
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** Detached and unreferenced: neither Ctrl-C nor kill -9 of ours reaches it. */
async function launch(plan: ServerPlan, port: number): Promise<ChildProcess> {
  const size = await stat(plan.logFile).then(
    (file) => file.size,
    () => 0,
  )
  if (size > LOG_MAX_BYTES) await rename(plan.logFile, `${plan.logFile}.1`)
  const log = await open(plan.logFile, 'a', 0o600)
  try {
    const settings = Object.entries({ ...SETTINGS, ...plan.settings, port: String(port) })
    const args = ['-D', plan.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    const child = spawn(plan.postgres, args, {
      ...plan.account.spawn,
      cwd: '/',
      env: MINIMAL_ENV,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.on('error', () => {}) // shows as a process that does not live
    child.unref()
    return child
  } finally {
    await log.close()
  }
}
