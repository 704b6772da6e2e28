import type { Feature, Ground } from '../../engine/feature.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import { schoolRoutes } from './routes.ts'

export { researchEffects } from './effects.ts'
export { researchJudges } from './judges.ts'

/** Projects: what establishing and closing do, and what colleagues read of each other's research. */
export const research: Feature<Pick<Ground, 'actorOn'> & { readonly processing: CaseNeeds }> = {
  name: 'research',
  routes: (server, { processing, actorOn }) => schoolRoutes(server, processing, actorOn),
}
