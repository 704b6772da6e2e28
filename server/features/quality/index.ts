import type { Feature, Ground } from '../../engine/feature.ts'
import { qualityRoutes } from './routes.ts'
import { sumsJob } from './summary.ts'
import { qualityConsumer, sweepOf } from './sweep.ts'

export { examineOwners } from './sweep.ts'

export const quality: Feature<Pick<Ground, 'engine' | 'actorOn'>> = {
  name: 'quality',
  routes: (server, { engine, actorOn }) => qualityRoutes(server, engine, actorOn),
  consumers: ({ engine }) => [{ where: 'withJobs', consumer: qualityConsumer(engine) }],
  // What changed is examined within seconds, everything once a day; between batches readers keep their share.
  jobs: ({ engine }) => [
    { name: 'quality.sweep', label: '数据质量检查', every: 5, run: sweepOf(engine) },
    sumsJob(engine),
  ],
}
