import type { Feature } from '../../engine/feature.ts'
import { startJob } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'
import type { OwnFields } from './call.ts'
import { ownFieldRoutes } from './routes.ts'

export { mayDeclare } from './store.ts'

/** What another process published is known here within two seconds. */
const lookMs = 2_000

export const ownFields: Feature<OwnFields & { readonly log: Log }> = {
  name: 'own-fields',
  routes: ownFieldRoutes,
  repeats: [
    {
      where: 'everywhere',
      start: ({ engine, log }) =>
        startJob(async () => (await engine.own.learn(), false), {
          failed: 'own.failed',
          log,
          firstMs: lookMs,
          pauseMs: lookMs,
        }),
    },
  ],
}
