import type { Feature } from '../../engine/feature.ts'
import type { Finding } from './options.ts'
import { findingRoutes } from './routes.ts'

/** One search over everything the signed-in person may see. */
export const finding: Feature<Finding> = {
  name: 'finding',
  routes: findingRoutes,
}
