import type { Feature, Ground } from '../../engine/feature.ts'
import { clientRoutes } from './routes.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'

export const clients: Feature<Pick<Ground, 'db' | 'actorOn'> & { publishing: PublishingNeeds }> = {
  name: 'clients',
  routes: (server, { db, actorOn, publishing }) =>
    clientRoutes(server, {
      db,
      actorOn,
      fileAddress: (id) => publishing.fileAddress(id, 'preview'),
      onChanged: publishing.onChanged,
    }),
}
