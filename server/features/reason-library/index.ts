import type { Feature, Ground } from '../../engine/feature.ts'
import { reasonRoutes } from './routes.ts'

export const reasonLibrary: Feature<Pick<Ground, 'db' | 'engine' | 'actorOn'>> = {
  name: 'reason-library',
  routes: (server, { db, engine, actorOn }) => reasonRoutes(server, db, engine.records, actorOn),
}
