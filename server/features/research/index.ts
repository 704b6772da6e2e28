import type { Feature, Ground } from '../../engine/feature.ts'
import type { Processing } from '../../engine/processes/index.ts'
import { memberRoutes, schoolRoutes } from './routes.ts'

export { researchEffects } from './effects.ts'
export { answerMembership, membershipsOf } from './members.ts'
export { researchJudges } from './judges.ts'
export { waitingMemberships } from './waiting.ts'

/** Projects: what establishing and closing do, and members who say for themselves whether they take part. */
export const research: Feature<Pick<Ground, 'actorOn'> & { readonly processing: Processing }> = {
  name: 'research',
  routes: (server, { processing, actorOn }) => {
    memberRoutes(server, processing, actorOn)
    schoolRoutes(server, processing, actorOn)
  },
}
