import type { Feature, Ground } from '../../engine/feature.ts'
import { rollRoutes } from './routes.ts'

export const roll: Feature<Pick<Ground, 'engine' | 'actorOn'>> = {
  name: 'roll',
  routes: (server, { engine, actorOn }) => rollRoutes(server, engine, actorOn),
}
