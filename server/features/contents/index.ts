import type { Server } from '../../platform/http/server.ts'
import { confirmationRoutes } from './confirmation-routes.ts'
import { publicRoutes } from './fixed.ts'
import { hostRoutes } from './hosts.ts'
import { libraryRoutes } from './library.ts'
import { policyRoutes } from './policy.ts'
import { portalRoutes } from './portal.ts'
import { reachRoutes } from './reach.ts'
import { contentRoutes } from './routes.ts'
import type { Contents } from './store.ts'
import { teachingRoutes } from './teaching.ts'

export { unconfirmed } from './confirmations.ts'

/** Published content: kept by its writers, read by everybody (docs/decisions/0016). */
export function contentsRoutes(server: Server, feature: Contents): void {
  contentRoutes(server, feature)
  reachRoutes(server, feature)
  confirmationRoutes(server, feature)
  policyRoutes(server, feature)
  publicRoutes(server, feature)
  portalRoutes(server, feature)
  teachingRoutes(server, feature)
  hostRoutes(server, feature)
  libraryRoutes(server, feature)
}
