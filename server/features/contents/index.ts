import type { Log } from '../../platform/log/log.ts'
import type { Server } from '../../platform/http/server.ts'
import { areaRoutes } from './areas.ts'
import { confirmationRoutes } from './confirmation-routes.ts'
import { feedRoutes } from './feeds.ts'
import { publicRoutes } from './fixed.ts'
import { hostRoutes } from './hosts.ts'
import { hotRoutes } from './hot.ts'
import { libraryRoutes } from './library.ts'
import { listedRoutes } from './listed.ts'
import { portalRoutes } from './portal.ts'
import { reachRoutes } from './reach.ts'
import { createReaders } from './readers.ts'
import { contentRoutes } from './routes.ts'
import { searchRoutes } from './search.ts'
import type { Contents } from './store.ts'
import { writtenRoutes } from './written.ts'

export { waitingContents } from './approval.ts'
export { unconfirmed } from './confirmations.ts'

export { headOf, type PageHead } from './head.ts'
export { hostsOf } from './hosts.ts'
export { captionsOf, heldByLive } from './live.ts'
export { startSearch } from './search-index.ts'

/**
 * Published content: kept by its writers, read by everybody (docs/decisions/0016). Answers what reads it
 * without a call.
 */
export function contentsRoutes(server: Server, given: Omit<Contents, 'readers'>, log: Log): Contents {
  const feature: Contents = { ...given, readers: createReaders(given.db, log) }
  server.addHook('onClose', () => feature.readers.flush())
  contentRoutes(server, feature)
  reachRoutes(server, feature)
  confirmationRoutes(server, feature)
  writtenRoutes(server, feature)
  areaRoutes(server, feature)
  publicRoutes(server, feature)
  hotRoutes(server, feature)
  portalRoutes(server, feature)
  listedRoutes(server, feature)
  hostRoutes(server, feature)
  searchRoutes(server, feature)
  feedRoutes(server, feature)
  libraryRoutes(server, feature)
  return feature
}
