import type { Feature, Ground } from '../../engine/feature.ts'
import { calendarRoutes } from './routes.ts'

export const calendar: Feature<Pick<Ground, 'db' | 'actorOn'>> = {
  name: 'calendar',
  routes: (server, { db, actorOn }) => calendarRoutes(server, db, actorOn),
}
