import type { Feature } from '../../engine/feature.ts'
import { afterConsumer } from './matching.ts'
import type { AfterNeeds } from './needs.ts'
import { afterRoutes } from './routes.ts'
import { runNext, sweep } from './run.ts'

export { waitingAfter } from './waiting.ts'

/** What offices have follow when a record takes effect or is void (docs/decisions/0280). */
export const afterRules: Feature<AfterNeeds> = {
  name: 'after-rules',
  routes: (server, needs) => afterRoutes(server, needs),
  consumers: () => [{ where: 'withJobs', consumer: afterConsumer }],
  jobs: (needs) => [
    { name: 'after-rules.run', label: '办结之后的事项', every: 2, run: () => runNext(needs) },
    { name: 'after-rules.sweep', label: '办结之后的草稿清理', every: 3600, run: () => sweep(needs) },
  ],
}
