import { join } from 'node:path'
import { version } from '../catalogue/version.ts'
import { buildApp } from './app/app.ts'
import { firstStart } from './app/first-start.ts'
import { masterKeyForStart } from './app/master-key.ts'
import { readConfig } from './platform/config/config.ts'
import type { Config } from './platform/config/config.ts'
import { deploymentFaults } from './platform/config/deployment.ts'
import { openDatabase } from './platform/db/database.ts'
import { openSearch, searchPool } from './platform/db/search.ts'
import { startEmbedded } from './platform/db/embedded/embedded.ts'
import { translateDbError } from './platform/db/errors.ts'
import { migrate } from './platform/db/migrate.ts'
import { isPooled, withPooler } from './platform/db/pooler.ts'
import { openReplicas } from './platform/db/replicas.ts'
import { ensureAppRights, ensureAppRole, withLogin } from './platform/db/roles.ts'
import { finishAnswers } from './platform/http/drain.ts'
import { createLifecycle } from './platform/lifecycle/lifecycle.ts'
import type { Lifecycle } from './platform/lifecycle/lifecycle.ts'
import { StartError } from './platform/lifecycle/start-error.ts'
import { createLog, errorFacts } from './platform/log/log.ts'
import { serveMetrics } from './platform/metrics/metrics.ts'
import type { Log } from './platform/log/log.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')
/**
 * How long a proxy in front may need to notice that we are going; and browsers on their own, whose
 * connections are asked to close.
 */
const DRAIN_MS = { proxy: 5_000, browsers: 500 } as const

/**
 * Starts everything in order and listens; returns when the portal answers.
 * @param buildPages builds the pages. It runs beside the start of the database and the first load, in a
 * process of its own, and ends with us
 */
async function start(
  given: Config,
  log: Log,
  lifecycle: Lifecycle,
  buildPages: (stopped: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopped = new AbortController()
  const pages = buildPages(stopped.signal)
  // Awaited below; a build that fails earlier is not unheard of.
  const ended = pages.catch(() => undefined)
  lifecycle.onStop('pages', () => {
    stopped.abort()
    return ended
  })
  const config = await withPooler(given)
  if (config.databaseUrl && isPooled(config.databaseUrl)) log.info('database.pooler')
  const masterKey = await masterKeyForStart(config)
  const { ownerUrl, appUrl } = await findDatabase(config, masterKey, log, lifecycle)
  const { applied, ahead } = await migrate(ownerUrl, MIGRATIONS)
  if (applied.length > 0) log.info('database.migrated', { count: applied.length, last: applied.at(-1) })
  if (ahead.length > 0) log.warn('database.ahead', { count: ahead.length, last: ahead.at(-1) })
  if (appUrl !== ownerUrl) await ensureAppRights(ownerUrl)
  const tracing = await tracingOf(config)
  const { db, search, replicas } = openPools(config, appUrl, tracing, { log, lifecycle })
  const secrets = { masterKey }
  // The app reads the pages when it is built. The first load needs no app.
  const filled = firstStart({ config, db, ownerUrl, appUrl, masterKey, stopped: stopped.signal })
  const [lines] = await Promise.all([filled, pages])
  const databaseUrl = directly(config, appUrl)
  const parts = { config, db, replicas, databaseUrl, search, log, lifecycle, secrets, tracing }
  const app = await buildApp(parts)
  lifecycle.onStop('parts', () => app.close())
  lifecycle.onStop('http', () => finishAnswers(app))
  if (config.nodeEnv === 'production')
    lines.push(...deploymentFaults(config).map((fault) => `注意：${fault}`))
  app.startBackground()
  if (config.metricsPort !== undefined) {
    const listener = await serveMetrics(app.metrics, { port: config.metricsPort, host: config.metricsHost })
    lifecycle.onStop('metrics', listener.stop)
  }
  const address = await app.listen({ port: config.port, host: config.host })
  lifecycle.setReady()
  log.info('portal.started', { version })
  say([`杏坛已启动：${config.publicOrigin ?? address}`, ...lines])
}

/** The pools that answer people, on the database and on its replicas where some are named. */
function openPools(
  config: Config,
  url: string,
  tracing: Tracing | undefined,
  { log, lifecycle }: { readonly log: Log; readonly lifecycle: Lifecycle },
) {
  const open = (address: string, onAnswering: (answers: boolean) => void) =>
    openDatabase({
      url: address,
      max: config.dbPool,
      slowMs: config.slowStatementMs,
      onSlow: (slow) => log.warn('database.slow', slow),
      ...(tracing && { around: tracing.statement }),
      onIdleError: (error) => log.warn('database.connection-lost', { code: translateDbError(error).code }),
      onAnswering,
    })
  const main = open(url, (answers) =>
    answers ? log.info('database.answers-again') : log.error('database.stands-still'),
  )
  const searching = (address: string) => openSearch({ url: address, max: searchPool(config.dbPool) })
  const search = searching(url)
  if (tracing) lifecycle.onStop('traces', tracing.stop)
  lifecycle.onStop('pool', () => main.close())
  lifecycle.onStop('search pool', () => search.close())
  if (config.databaseReplicaUrls.length === 0) return { db: main, search, replicas: undefined }
  const { username, password } = new URL(url)
  const copies = config.databaseReplicaUrls.map((one) => {
    const address = withLogin(one, username, decodeURIComponent(password))
    const name = new URL(one).host
    // Whether it answers is told by the replicas' own watch.
    return { name, db: open(address, () => undefined), search: searching(address) }
  })
  const replicas = openReplicas(main, copies, log)
  lifecycle.onStop('replicas', async () => {
    await replicas.stop()
    await Promise.all(copies.flatMap((copy) => [copy.db.close(), copy.search.close()]))
  })
  return {
    db: replicas.over(
      main,
      copies.map((copy) => copy.db),
    ),
    search: replicas.over(
      search,
      copies.map((copy) => copy.search),
    ),
    replicas,
  }
}

/** Traces, where a collector is named; else the library is not even read. */
async function tracingOf({ tracesTo, tracedAs }: Config): Promise<Tracing | undefined> {
  if (tracesTo === undefined) return undefined
  const { startTracing } = await import('./platform/tracing/tracing.ts')
  return startTracing(tracesTo, tracedAs)
}

/** The external server if one is named, else the embedded one, which ends with us. */
async function findDatabase(config: Config, masterKey: Buffer, log: Log, lifecycle: Lifecycle) {
  if (config.databaseUrl) {
    return { ownerUrl: config.databaseUrl, appUrl: await ensureAppRole(config.databaseUrl, masterKey, log) }
  }
  const starting = startEmbedded(config.dataDir, log)
  // Registered before it has started: a stop during the start must not leave a server behind.
  lifecycle.onStop('database', async () => {
    const server = await starting.catch(() => undefined)
    await server?.stop()
  })
  return starting
}

/** The address for the job queue and for listening: beside the pooler where one is given. */
function directly({ databaseDirectUrl }: Config, appUrl: string): string {
  const { username, password } = new URL(appUrl)
  return databaseDirectUrl ? withLogin(databaseDirectUrl, username, decodeURIComponent(password)) : appUrl
}

/** One sentence for what a person can mend; the rest is ours to find in the log. */
function explain(error: unknown, config: Config | undefined, log: Log): string {
  if (error instanceof StartError) return error.message
  log.error('start.failed', errorFacts(error))
  return ofMachine(error, config) ?? ofDatabase(error, config) ?? '启动失败，原因见上面的日志。'
}

function ofMachine(error: unknown, config: Config | undefined): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    const port = error instanceof Error && 'port' in error ? error.port : config?.port
    const setting = port === config?.metricsPort ? 'METRICS_PORT' : 'PORT'
    return `端口 ${String(port)} 已被占用，请先停止占用它的程序，或用 ${setting} 另设端口。`
  }
  if (code === 'EACCES') return `没有权限监听 ${config?.host}:${config?.port} 或写入 ${config?.dataDir}。`
  return code === 'EADDRNOTAVAIL' ? `本机没有地址 ${config?.host}，请检查 HOST。` : undefined
}

function ofDatabase(error: unknown, config: Config | undefined): string | undefined {
  if (!config?.databaseUrl) return undefined
  const { kind, code } = translateDbError(error)
  if (kind === 'unavailable') return '连接不上 DATABASE_URL 指定的数据库，请检查地址与网络。'
  return code?.startsWith('28') ? '数据库拒绝了 DATABASE_URL 中的账号或密码。' : undefined
}

function say(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Serves the portal until it is told to stop. */
export async function serve(buildPages: (stopped: AbortSignal) => Promise<void>): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig(process.env)
  } catch (error) {
    process.stderr.write(`${explain(error, undefined, createLog('error'))}\n`)
    process.exit(1)
  }
  const log = createLog(config.logLevel)
  const external = config.nodeEnv === 'production' && config.databaseUrl !== undefined
  const lifecycle = createLifecycle({ log, drainMs: external ? DRAIN_MS.proxy : DRAIN_MS.browsers })
  lifecycle.listen()
  try {
    await start(config, log, lifecycle, buildPages)
  } catch (error) {
    // Told to stop while starting: whatever failed then failed because of it.
    if (!lifecycle.isStopping()) process.stderr.write(`${explain(error, config, log)}\n`)
    await lifecycle.stop('start failed', 1)
  }
}

// Without a build: `npm run dev` serves the pages itself, tests and benchmarks have built them.
if (import.meta.main) await serve(() => Promise.resolve())
