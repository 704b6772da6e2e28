import type { Feature, Ground } from '../../engine/feature.ts'
import { closingRoutes, dayRoutes, leadRoutes, screenRoutes } from './lead-routes.ts'
import { addressRoute, claimRoutes, ownRoutes, scanRoutes } from './phone-routes.ts'

/** Checking in to sessions, and training days of schools, which own sessions until projects do (0170). */
export const presence: Feature<Pick<Ground, 'db' | 'keys' | 'actorOn'>> = {
  name: 'presence',
  routes: (server, { actorOn, ...needs }) => {
    dayRoutes(server, needs, actorOn)
    screenRoutes(server, needs, actorOn)
    leadRoutes(server, needs, actorOn)
    closingRoutes(server, needs, actorOn)
    addressRoute(server, needs)
    scanRoutes(server, needs)
    claimRoutes(server, needs)
    ownRoutes(server, needs, actorOn)
  },
}
