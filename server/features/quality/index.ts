import type { Engine } from '../../engine/engine.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { sweepOf } from './sweep.ts'

export { qualityRoutes } from './routes.ts'
export { qualityConsumer } from './sweep.ts'

/**
 * Examines archives in the background: what changed within seconds, everything once a day; between batches
 * readers keep their share.
 */
export const qualityJob = (engine: Engine): KeptJob => ({
  name: 'quality.sweep',
  every: 5,
  run: sweepOf(engine),
})
