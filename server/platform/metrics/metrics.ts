import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Server } from '../http/server.ts'
import { errorFacts, type Log } from '../log/log.ts'

/** A gauge: its help text and the names of its labels. */
export interface GaugeKind {
  readonly help: string
  readonly labels: readonly string[]
}

/** One value of a gauge. Labels are names of the portal's own parts: never anything of a person. */
export interface Sample {
  readonly gauge: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/**
 * Gauges that are read together when they are asked for; names begin with `xingtan_` and end with their unit.
 */
export interface Watch {
  readonly gauges: Readonly<Record<string, GaugeKind>>
  readonly read: () => Promise<readonly Sample[]>
}

/**
 * What a process counts of itself, for a program that asks again and again (the Prometheus text format
 * 0.0.4).
 */
export interface Metrics {
  /** Counts the answers of a server whose routes are registered afterwards. */
  countRequests(server: Server): void
  watch(watch: Watch): void
  /** All of it as text. A reading that fails is left out and said so. */
  text(): Promise<string>
  readonly contentType: string
}

/** Seconds; a page is expected within the first five, a report within the last. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Several who ask at once, and soon after each other, are answered from one reading. Milliseconds. */
const fresh = 3_000

/** Opens the metrics of a process. */
export function openMetrics(log: Log): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const failed = new Gauge({
    name: 'xingtan_readings_failed',
    help: 'Groups of gauges that could not be read this time; the database may be away.',
    registers: [registry],
  })
  const watches: (() => Promise<boolean>)[] = []
  let reading: Promise<void> | null = null
  let readAt = 0
  const readAll = async (): Promise<void> => {
    const sound = await Promise.all(watches.map((one) => one()))
    failed.set(sound.filter((one) => !one).length)
    readAt = Date.now()
  }
  return {
    contentType: registry.contentType,
    countRequests: (server) => countRequests(server, registry),
    watch: (watch) => watches.push(reader(watch, registry, log)),
    async text() {
      if (Date.now() - readAt > fresh) {
        reading ??= readAll().finally(() => (reading = null))
        await reading
      }
      return registry.metrics()
    },
  }
}

function countRequests(server: Server, registry: Registry): void {
  const labelNames = ['method', 'route', 'status'] as const
  const answers = new Counter({
    name: 'xingtan_http_requests_total',
    help: 'Requests answered, by the pattern of their address and by status.',
    labelNames,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'xingtan_http_request_seconds',
    help: 'Seconds from a request to the end of its answer, by the pattern of its address.',
    labelNames: ['method', 'route'] as const,
    buckets,
    registers: [registry],
  })
  server.addHook('onResponse', async ({ method, routeOptions, is404 }, reply) => {
    // Addresses that no route has are one: what is typed by strangers must not become names that are kept.
    const route = is404 ? 'none' : (routeOptions.url ?? 'none')
    answers.inc({ method, route, status: String(reply.statusCode) })
    seconds.observe({ method, route }, reply.elapsedTime / 1000)
  })
}

/** Reads the gauges of a watch; answers whether that went well. */
function reader({ gauges, read }: Watch, registry: Registry, log: Log): () => Promise<boolean> {
  const made = new Map(
    Object.entries(gauges).map(([name, { help, labels }]) => [
      name,
      new Gauge({ name, help, labelNames: [...labels], registers: [registry] }),
    ]),
  )
  return async () => {
    const samples = await read().catch((error: unknown) => {
      log.warn('metrics.not-read', errorFacts(error))
      return null
    })
    for (const gauge of made.values()) gauge.reset()
    for (const { gauge, labels, value } of samples ?? []) made.get(gauge)?.set({ ...labels }, value)
    return samples !== null
  }
}

/** The metrics have a listener of their own, so that no proxy publishes them by mistake. */
export interface MetricsListener {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** Answers GET /metrics, and nothing else, on a port of its own. Rejects where the port is taken. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
