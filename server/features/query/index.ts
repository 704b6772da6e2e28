import type { Feature, Ground } from '../../engine/feature.ts'
import { queryList } from './export.ts'
import { keptRoutes } from './kept-routes.ts'
import type { QueryNeeds } from './options.ts'
import { running } from './rhythm.ts'
import { searchRoutes } from './routes.ts'

export { keptQueryOf, metBy, standingBy } from './met.ts'

export const query: Feature<QueryNeeds & Pick<Ground, 'actorOn'>> = {
  name: 'query',
  routes: (server, needs) => {
    searchRoutes(server, needs, needs.actorOn)
    keptRoutes(server, needs, needs.actorOn)
  },
  jobs: (needs) => [running(needs)],
  exports: (needs) => [queryList(needs)],
}
