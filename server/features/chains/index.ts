import type { Feature } from '../../engine/feature.ts'
import { chainRoutes, type Chains } from './routes.ts'

export const chains: Feature<Chains> = { name: 'chains', routes: chainRoutes }
