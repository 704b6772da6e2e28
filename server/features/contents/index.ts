import type { Server } from '../../platform/http/server.ts'
import { feedRoutes } from './feeds.ts'
import { publicRoutes } from './fixed.ts'
import { hostRoutes } from './hosts.ts'
import { libraryRoutes } from './library.ts'
import { policyRoutes } from './policy.ts'
import { contentRoutes } from './routes.ts'
import { searchRoutes } from './search.ts'
import type { Contents } from './store.ts'

export { headOf } from './head.ts'
export { heldByLive } from './live.ts'
export { startSearch } from './search-index.ts'

/** Published content: kept by its writers, read by everybody (docs/decisions/0016). */
export function contentsRoutes(server: Server, feature: Contents): void {
  contentRoutes(server, feature)
  policyRoutes(server, feature)
  publicRoutes(server, feature)
  hostRoutes(server, feature)
  searchRoutes(server, feature)
  feedRoutes(server, feature)
  libraryRoutes(server, feature)
}
