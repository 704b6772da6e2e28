import type { Feature } from '../../engine/feature.ts'
import type { JoiningNeeds } from './options.ts'
import { joiningRoutes } from './routes.ts'

/** The same human registered twice: two archives become one. */
export const joining: Feature<JoiningNeeds> = { name: 'joining', routes: joiningRoutes }
