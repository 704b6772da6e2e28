import type { Feature } from '../../engine/feature.ts'
import { referenceRoutes } from './routes.ts'

export const reference: Feature<object> = { name: 'reference', routes: referenceRoutes }
