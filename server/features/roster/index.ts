import type { Feature } from '../../engine/feature.ts'
import type { RosterNeeds } from './needs.ts'
import { oneRosterRoutes } from './oneroster.ts'
import { rosterRoutes } from './routes.ts'
import { forgetting, sending } from './send.ts'

export { rosterSecrets } from './secrets.ts'

/**
 * What other systems are told of who works where, by agreement: read, and sent when it changes
 * (docs/decisions/0075).
 */
export const roster: Feature<RosterNeeds> = {
  name: 'roster',
  routes: (server, needs) => {
    rosterRoutes(server, needs)
    oneRosterRoutes(server, needs)
  },
  jobs: (needs) => [sending(needs), forgetting(needs)],
}
