import type { Server } from '../../platform/http/server.ts'
import { areaRoutes } from './areas.ts'
import { publicRoutes } from './fixed.ts'
import { hostRoutes } from './hosts.ts'
import { libraryRoutes } from './library.ts'
import { policyRoutes } from './policy.ts'
import { contentRoutes } from './routes.ts'
import type { Contents } from './store.ts'

/** Published content: kept by its writers, read by everybody (docs/decisions/0016). */
export function contentsRoutes(server: Server, feature: Contents): void {
  contentRoutes(server, feature)
  policyRoutes(server, feature)
  areaRoutes(server, feature)
  publicRoutes(server, feature)
  hostRoutes(server, feature)
  libraryRoutes(server, feature)
}
