import type { Feature, Ground } from '../../engine/feature.ts'
import { searchRoutes } from './routes.ts'

export const query: Feature<Pick<Ground, 'db' | 'engine' | 'actorOn'>> = {
  name: 'query',
  routes: (server, { engine, actorOn }) => searchRoutes(server, engine, actorOn),
}
