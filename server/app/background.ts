import { resolve } from 'node:path'
import type { Engine } from '../engine/engine.ts'
import { startLearning } from '../engine/sealing/index.ts'
import { startSealer } from '../features/audit-log/index.ts'
import { startSearch } from '../engine/publishing/index.ts'
import { startDictionaries } from '../features/dictionaries/index.ts'
import { insertMessages, placeOf, messageConsumer, forwardingJob } from '../features/messages/index.ts'
import { qualityConsumer, qualityJob } from '../features/quality/index.ts'
import { deputiesJob } from '../features/deputies/index.ts'
import { remindersJob } from '../features/reminders/index.ts'
import { nameFormsJob } from '../features/users/index.ts'
import type { Server } from '../platform/http/server.ts'
import { startQueue } from '../platform/jobs/queue.ts'
import type { Job } from '../platform/lifecycle/job.ts'
import { startConsumer } from '../engine/outbox/index.ts'
import type { AppParts, Shared } from './shared.ts'

/** The consumers of the outbox, each with a name of its own. */
export const consumersOf = (engine: Engine) => ({
  messages: messageConsumer(engine.records, placeOf),
  quality: qualityConsumer(engine),
})

/** Adds `startBackground` to the server, and the end of what it started. */
export function addBackground(
  server: Server,
  { databaseUrl }: Pick<AppParts, 'databaseUrl'>,
  { config, db, keys, engine, log, mail, sms, publishing }: Shared,
  { messages, quality }: ReturnType<typeof consumersOf>,
): void {
  const background: Job[] = []
  server.decorate('startBackground', () => {
    background.push(
      startLearning(db, keys, log),
      startDictionaries(db, log),
      startConsumer(db, messages, log),
      startSearch(publishing, log),
    )
    if (!config.jobs) return
    background.push(startConsumer(db, quality, log), startSealer(db, keys, resolve(config.dataDir), log))
    const jobs = [
      remindersJob(
        db,
        engine.records,
        { linkOf: (type, id) => placeOf(type, id, 'section', 2), insertMessages },
        log,
      ),
      qualityJob(engine),
      nameFormsJob(db, engine.sortForm),
      deputiesJob(db),
      forwardingJob({ db, keys, mail, sms, origin: config.publicOrigin }),
    ]
    background.push(startQueue({ url: databaseUrl, log, jobs }))
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
