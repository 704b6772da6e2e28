import { join, resolve } from 'node:path'
import { contents as contentTypes } from '../../catalogue/contents/contents.ts'
import { reviewedOf } from '../../catalogue/flows/reviewed.ts'
import { processes } from '../../catalogue/processes/processes.ts'
import { learnKeys, requireMasterKey } from '../engine/sealing/index.ts'
import { keepShippedIndex } from '../engine/curriculum/index.ts'
import { publishChains } from '../engine/ways/index.ts'
import { admitBy } from '../features/api-tokens/index.ts'
import { framedHosts } from '../features/apps/index.ts'
import { headOf, plainOf } from '../features/portal/index.ts'
import { hostsOf } from '../engine/publishing/index.ts'
import { learnDictionaries } from '../features/dictionaries/index.ts'
import { keysFrom } from '../platform/crypto/keys.ts'
import type { Database } from '../platform/db/database.ts'
import { newestMigration } from '../platform/db/migrate.ts'
import { requireAccess } from '../platform/http/call.ts'
import { openCounts, type Counts } from '../platform/http/counts.ts'
import { sayLast } from '../platform/http/drain.ts'
import { html } from '../platform/http/html.ts'
import { createServer, type Server } from '../platform/http/server.ts'
import { openMetrics, type Metrics, type Watch } from '../platform/metrics/metrics.ts'
import { prepareFiles, storageNotice } from '../platform/storage/file-stores.ts'
import { isOwnToken } from '../platform/session/token.ts'
import { describeApi } from './api-description.ts'
import { buildEngine } from './engine.ts'
import { healthRoutes, readiness } from './health.ts'
import { plainWords } from '../features/forms/index.ts'
import { pageRoutes } from './page-routes.ts'
import { addRepeats } from './repeats.ts'
import { addReplicaReads, replicaAges } from './replica-reads.ts'
import { registerConsumers } from '../engine/outbox/index.ts'
import { violationRoute } from './violations.ts'
import { addSessionHook } from './session-hook.ts'
import { addSiteHook } from './site-hook.ts'
import { addBackground, consumersOf, jobsOf } from './background.ts'
import { features } from './features.ts'
import type { KeptJob } from '../platform/jobs/queue.ts'
import { offeredBy, type OfferedParts } from './offered.ts'
import { sharedOf, type AppParts, type SharedParts } from './shared.ts'

export type { AppParts }

/**
 * Builds the whole server: what goes before the features, the features in the order of their list, and the
 * pages.
 */
export async function buildApp(parts: AppParts): Promise<Server> {
  const { config, db, search, secrets } = parts
  const keys = keysFrom(secrets.masterKey, config.cryptoSuite)
  await requireMasterKey(db, keys)
  await learnKeys(db, keys)
  await learnDictionaries(db)
  const engine = buildEngine(db, search, keys, parts.records)
  await engine.own.learn()
  const reviewed = reviewedOf(
    Object.values(engine.records),
    Object.values(parts.contents ?? contentTypes),
    Object.values(processes),
  )
  await publishChains(db, reviewed)
  await keepShippedIndex(db)
  const shared = sharedOf(parts, { keys, engine, reviewed })
  const away = await prepareFiles(shared.fileStores)
  if (away) parts.log.error('files.storage-away', { sentence: away.message })
  let jobs: readonly KeptJob[] | undefined
  const offered = offeredBy(shared, {
    exportLists: () => features.flatMap((feature) => feature.exports?.(offered) ?? []),
    keptJobs: () => (jobs ??= jobsOf(offered)),
  })
  const consumers = consumersOf(offered)
  await registerConsumers(
    db,
    consumers.map(({ consumer }) => consumer),
  )
  const metrics = openMetrics(parts.log)
  const counts = openCounts()
  const server = await openServer(parts, shared, { metrics, counts })
  const migration = await newestMigration(join(import.meta.dirname, '../migrations'))
  const folder = resolve(config.dataDir)
  const filesNotice = storageNotice(shared.fileStores)
  const vitals = { db, keys, lifecycle: parts.lifecycle, folder, migration, filesNotice }
  healthRoutes(server, vitals)
  violationRoute(server, parts.log)
  const ages = parts.replicas ? [replicaAges(parts.replicas)] : []
  for (const watch of [readiness(vitals), connections(db), ...ages, ...watchesOf(offered)])
    metrics.watch(watch)
  for (const { routes } of features) await routes?.(server, offered)
  await pageRoutes(server, join(import.meta.dirname, '../../dist'), {
    of: async (url, host) => {
      const head = await headOf(offered.portal, url, host)
      return head && { ...head, index: head.index && (await offered.listsHost(host)) }
    },
    originOf: offered.originOf,
    played: config.live ? new URL(config.live.playUrl).origin : null,
    films: config.mediaUrl ?? null,
    framed: async () => (await Promise.all([hostsOf(db), framedHosts(db)])).flat(),
    plain: async (url, host) => {
      const words = await plainWords(offered.engine, url)
      return words === null ? plainOf(offered.portal, url, host) : html`<p>${words}</p>`
    },
    keeping: shared.keeping,
  })
  addBackground(server, { ...parts, counts }, offered, consumers)
  return server
}

const watchesOf = (offered: OfferedParts): readonly Watch[] =>
  features.flatMap((feature) => feature.watches?.(offered) ?? [])

/** The connections of this process to the database, by what they do. */
const connections = (db: Database): Watch => ({
  gauges: {
    xingtan_connections: { help: 'Connections of this process to the database.', labels: ['state'] },
  },
  read: async () =>
    Object.entries(db.connections()).map(([state, value]) => ({
      gauge: 'xingtan_connections',
      labels: { state },
      value,
    })),
})

/** The server without parts: limits, the API document, sessions. */
async function openServer(
  { config, db, replicas, log, lifecycle, tracing }: AppParts,
  { keys, engine, isTrusted, sites }: SharedParts,
  { metrics, counts }: { readonly metrics: Metrics; readonly counts: Counts },
): Promise<Server> {
  const server = await createServer({
    log,
    trustProxy: config.trustProxy,
    limits: {
      requestsPerMinute: config.requestsPerMinute,
      addressRequestsPerMinute: config.addressRequestsPerMinute,
      isOwnToken: (token) => isOwnToken(keys, token),
      isTrusted,
      counts,
    },
    secureOrigin: config.publicOrigin?.startsWith('https:') ?? false,
    accessLog: config.accessLog,
  })
  tracing?.requests(server)
  metrics.countRequests(server)
  server.decorate('metrics', metrics)
  // The documentation registers routes of its own, which are public; everything after it must declare its
  // access.
  server.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/docs')) route.config = { ...route.config, access: 'public' }
  })
  requireAccess(server)
  await describeApi(server, engine.records)
  sayLast(server, () => lifecycle.isStopping())
  addSiteHook(server, sites, config)
  addSessionHook(server, db, keys, {
    stepUp: config.secondFactor !== 'off',
    separateDuties: config.separateDuties,
    admit: admitBy(db),
  })
  addRepeats(server, db, keys)
  if (replicas) addReplicaReads(server, replicas)
  return server
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What this process counts of itself. */
    readonly metrics: Metrics
  }
}
