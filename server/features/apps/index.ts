import type { Feature } from '../../engine/feature.ts'
import { watching } from './health.ts'
import { manageRoutes } from './manage-routes.ts'
import type { AppNeeds } from './needs.ts'
import { appRoutes } from './routes.ts'

export { framedHosts } from './address.ts'
export type { OpenApp } from './needs.ts'
export { mayUse } from './reach.ts'
export { waitingAppRequests } from './waiting.ts'

/** The application centre: the region's other systems, who sees them, opening them, asking for them. */
export const apps: Feature<AppNeeds> = {
  name: 'apps',
  routes: (server, needs) => {
    appRoutes(server, needs)
    manageRoutes(server, needs)
  },
  jobs: (needs) => [watching(needs)],
}
