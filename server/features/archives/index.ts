import type { Feature, Ground } from '../../engine/feature.ts'
import { fixedListRoutes } from './fixed-lists.ts'
import { archiveRoutes } from './routes.ts'

export { archiveOrder } from './order.ts'

export const archives: Feature<Pick<Ground, 'engine' | 'placeOf' | 'actorOn'>> = {
  name: 'archives',
  routes: (server, { engine, placeOf, actorOn }) => {
    archiveRoutes(server, engine, (type, id) => placeOf(type, id, 'section', 2), actorOn)
    fixedListRoutes(server, engine, actorOn)
  },
}
