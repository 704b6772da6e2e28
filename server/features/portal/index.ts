import { createReaders, type Publishing } from '../../engine/publishing/index.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Server } from '../../platform/http/server.ts'
import type { Portal } from './feature.ts'
import { feedRoutes } from './feeds.ts'
import { publicRoutes } from './fixed.ts'
import { homeRoutes } from './home.ts'
import { hotRoutes } from './hot.ts'
import { listedRoutes } from './listed.ts'
import { searchRoutes } from './search.ts'

export { headOf, type PageHead } from './head.ts'

/** What visitors read of the portal. Answers what the heads of its pages are made with. */
export function portalRoutes(server: Server, given: Publishing & Omit<Portal, 'readers'>, log: Log): Portal {
  const portal: Portal = { ...given, readers: createReaders(given.db, log) }
  server.addHook('onClose', () => portal.readers.flush())
  publicRoutes(server, portal)
  hotRoutes(server, portal)
  homeRoutes(server, portal)
  listedRoutes(server, portal)
  searchRoutes(server, portal)
  feedRoutes(server, portal)
  return portal
}
