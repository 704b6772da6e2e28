import type { Feature, Ground } from '../../engine/feature.ts'
import { tourRoutes } from './routes.ts'

export const tours: Feature<Pick<Ground, 'db' | 'actorOn'>> = {
  name: 'tours',
  routes: (server, { db, actorOn }) => tourRoutes(server, db, actorOn),
}
