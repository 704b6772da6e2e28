import type { Feature } from '../../engine/feature.ts'
import type { ScimNeeds } from './needs.ts'
import { newcomerRoutes } from './newcomers.ts'
import { scimRoutes } from './routes.ts'

/** Accounts that a provider of identities provisions by SCIM 2.0 (docs/decisions/0279). */
export const scim: Feature<ScimNeeds> = {
  name: 'scim',
  routes: (server, needs) => {
    scimRoutes(server, needs)
    newcomerRoutes(server, needs)
  },
}
