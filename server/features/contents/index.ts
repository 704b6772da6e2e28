import type { Feature } from '../../engine/feature.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import { areaRoutes } from './areas.ts'
import { confirmationRoutes } from './confirmation-routes.ts'
import { contentLists } from './export.ts'
import type { Contents } from './feature.ts'
import { hostRoutes } from './hosts.ts'
import { reachRoutes } from './reach.ts'
import { contentRoutes } from './routes.ts'
import { uploadRoutes } from './uploads.ts'
import { writtenRoutes } from './written.ts'

export { unconfirmed } from './confirmations.ts'
export { waitingReadings } from './waiting.ts'

/** The calls by which offices and administrators keep what the portal publishes (docs/decisions/0016). */
export const contents: Feature<Omit<Contents, keyof PublishingNeeds> & { publishing: PublishingNeeds }> = {
  name: 'contents',
  routes: (server, { publishing, actorOn, deleteFile, removeBytes }) => {
    const feature: Contents = { ...publishing, actorOn, deleteFile, removeBytes }
    contentRoutes(server, feature)
    reachRoutes(server, feature)
    confirmationRoutes(server, feature)
    writtenRoutes(server, feature)
    areaRoutes(server, feature)
    hostRoutes(server, feature)
    uploadRoutes(server, feature)
  },
  exports: ({ publishing }) => contentLists(publishing),
}
