import type { Engine } from '../../engine/engine.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import type { Log } from '../../platform/log/log.ts'
import { sweepOf } from './sweep.ts'

export { qualityRoutes } from './routes.ts'

/**
 * Examines archives in the background: what changed within seconds, everything once a day; between batches
 * readers keep their share.
 */
export function startQuality(engine: Engine, log: Log): Job {
  return startJob(sweepOf(engine), {
    failed: 'quality.sweep',
    log,
    firstMs: 2_000,
    pauseMs: 5_000,
    busyMs: 50,
  })
}
