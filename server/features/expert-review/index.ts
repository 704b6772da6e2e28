import { openPrinter } from '../../platform/pdf/index.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { assigning } from './assigning.ts'
import { judging, moving } from './clock.ts'
import { expertRoutes } from './expert-routes.ts'
import { scoresList } from './export.ts'
import type { ReviewNeeds } from './options.ts'
import { packetFileRoute } from './packet-files.ts'
import { poolRoutes } from './pool-routes.ts'
import { roundRoutes } from './round-routes.ts'
import { taskRoutes } from './task-routes.ts'

export { reviewEffects } from './effects.ts'
export type { ReviewNeeds } from './options.ts'
export { addExpert } from './pool.ts'
export { createRound, openRound } from './rounds.ts'
export type { DecidedItem, ReviewSource, SourceItem } from './source.ts'
export { waitingPackets } from './waiting.ts'

/** Threads start with the first sheet. */
const printer = openPrinter()

/** Expert review: the pool, rounds, assignment, packets, scores and results (docs/decisions/0079, 0080). */
export const expertReview: Feature<ReviewNeeds & Pick<Ground, 'actorOn'>> = {
  name: 'expert-review',
  routes: (server, needs) => {
    server.addHook('onClose', () => printer.rest())
    expertRoutes(server, needs, needs.actorOn)
    poolRoutes(server, needs, needs.actorOn)
    roundRoutes(server, needs, { actorOn: needs.actorOn, printer })
    taskRoutes(server, needs, needs.actorOn)
    packetFileRoute(server, needs)
  },
  jobs: (needs) => [assigning(needs), moving(needs), judging(needs)],
  exports: (needs) => [scoresList(needs)],
}
