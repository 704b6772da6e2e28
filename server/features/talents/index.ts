import type { Feature, Ground } from '../../engine/feature.ts'
import { talentsList } from './export.ts'
import type { TalentNeeds } from './options.ts'
import { talentRoutes } from './routes.ts'

export { publishedIn } from './published.ts'

export const talents: Feature<TalentNeeds & Pick<Ground, 'actorOn'>> = {
  name: 'talents',
  routes: (server, needs) => talentRoutes(server, needs, needs.actorOn),
  exports: ({ engine }) => [talentsList(engine)],
}
