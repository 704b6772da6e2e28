import type { Feature, Ground } from '../../engine/feature.ts'
import { viewAsRoutes } from './routes.ts'

export const viewAs: Feature<Pick<Ground, 'db' | 'actorOn'>> = {
  name: 'view-as',
  routes: (server, { db, actorOn }) => viewAsRoutes(server, db, actorOn),
}
