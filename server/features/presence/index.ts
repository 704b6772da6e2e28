import type { Feature, Ground } from '../../engine/feature.ts'
import type { SessionOwner } from '../../engine/presence/index.ts'
import { trainingDays } from './days.ts'
import { closingRoutes, dayRoutes, leadRoutes, screenRoutes } from './lead-routes.ts'
import { addressRoute, claimRoutes, ownRoutes, scanRoutes } from './phone-routes.ts'

export { trainingDays } from './days.ts'

interface PresenceNeeds extends Pick<Ground, 'db' | 'keys' | 'actorOn'> {
  /** Sessions of training projects, which are another feature's. */
  readonly projectSessions: SessionOwner
  /** Sittings of teaching activities, another feature's as well. */
  readonly activitySittings: SessionOwner
}

/** Checking in to sessions: of training projects, and of training days of schools (0170, 0177), and of activities (0198). */
export const presence: Feature<PresenceNeeds> = {
  name: 'presence',
  routes: (server, { actorOn, projectSessions, activitySittings, db, keys }) => {
    const needs = { db, keys, owners: [trainingDays, projectSessions, activitySittings] }
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
