import type { Feature } from '../../engine/feature.ts'
import type { FindingNeeds } from './options.ts'
import { findingRoutes } from './routes.ts'

/** One search over everything the signed-in person may see. */
export const finding: Feature<FindingNeeds> = {
  name: 'finding',
  routes: findingRoutes,
}
