import { startLearning } from '../engine/sealing/index.ts'
import { startConsumer } from '../engine/outbox/index.ts'
import { startSearch } from '../engine/publishing/index.ts'
import type { FeatureConsumer } from '../engine/feature.ts'
import type { Counts } from '../platform/http/counts.ts'
import type { Server } from '../platform/http/server.ts'
import { startQueue, type KeptJob } from '../platform/jobs/queue.ts'
import { startJob, type Job } from '../platform/lifecycle/job.ts'
import { features } from './features.ts'
import { forgetting } from './forgetting.ts'
import type { OfferedParts } from './offered.ts'
import type { AppParts } from './shared.ts'

/** The consumers of the outbox of all features. */
export const consumersOf = (offered: OfferedParts): readonly FeatureConsumer[] =>
  features.flatMap(({ consumers }) => consumers?.(offered) ?? [])

/** The kept jobs of all features. */
export const jobsOf = (offered: OfferedParts): readonly KeptJob[] => [
  forgetting(offered.db, offered.config),
  ...features.flatMap((feature) => feature.jobs?.(offered) ?? []),
]

/** Adds `startBackground` to the server, and the end of what it started. */
export function addBackground(
  server: Server,
  { databaseUrl, counts }: Pick<AppParts, 'databaseUrl'> & { readonly counts: Counts },
  offered: OfferedParts,
  consumers: readonly FeatureConsumer[],
): void {
  const { config, db, keys, log, publishing } = offered
  const background: Job[] = []
  const start = (here: FeatureConsumer['where']) => [
    ...consumers
      .filter(({ where }) => where === here)
      .map(({ consumer }) => startConsumer(db, consumer, log)),
    ...features
      .flatMap(({ repeats = [] }) => repeats)
      .filter(({ where }) => where === here)
      .map((repeated) => repeated.start(offered)),
  ]
  server.decorate('startBackground', () => {
    const exchange = () => counts.exchange(db).then(() => false)
    background.push(
      startLearning(db, keys, log),
      startSearch(publishing, log),
      startJob(exchange, { failed: 'limits.exchange', log, firstMs: 1_000, pauseMs: 1_000 }),
      ...start('everywhere'),
    )
    if (!config.jobs) return
    background.push(...start('withJobs'), startQueue({ url: databaseUrl, log, jobs: offered.keptJobs() }))
  })
  server.addHook('onClose', async () => {
    await Promise.all(background.map((job) => job.stop()))
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Starts what runs beside the requests; once, and not before the database is filled. */
    startBackground(): void
  }
}
