import type { Feature, Ground } from '../../engine/feature.ts'
import { permissionRoutes } from './routes.ts'

export const permission: Feature<Pick<Ground, 'engine' | 'actorOn'>> = {
  name: 'permission',
  routes: (server, { engine, actorOn }) => permissionRoutes(server, engine, actorOn),
}
