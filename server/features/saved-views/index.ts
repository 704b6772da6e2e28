import type { Feature, Ground } from '../../engine/feature.ts'
import { savedViewRoutes } from './routes.ts'

export const savedViews: Feature<Pick<Ground, 'db' | 'engine' | 'actorOn'>> = {
  name: 'saved-views',
  routes: (server, { db, engine, actorOn }) => savedViewRoutes(server, db, engine.records, actorOn),
}
