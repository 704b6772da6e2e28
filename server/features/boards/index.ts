import type { Feature, Ground } from '../../engine/feature.ts'
import type { BoardNeeds } from './needs.ts'
import { boardRoutes } from './routes.ts'

/**
 * Full-screen boards: layouts that offices edit, figures of a place, links that show one without signing in.
 */
export const boards: Feature<BoardNeeds & Pick<Ground, 'actorOn'>> = {
  name: 'boards',
  routes: (server, needs) => boardRoutes(server, needs, needs.actorOn),
}
