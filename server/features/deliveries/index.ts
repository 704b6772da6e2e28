import type { Feature, Ground } from '../../engine/feature.ts'
import { choiceRoutes, paceRoute } from './choices.ts'
import { deliveriesList } from './export.ts'
import { deliveryJobs } from './forward.ts'
import type { GatherNeeds } from './gather.ts'
import { ledgerRoutes } from './routes.ts'

export const deliveries: Feature<
  Pick<Ground, 'config' | 'db' | 'keys' | 'channels' | 'actorOn'> & Pick<GatherNeeds, 'workOf'>
> = {
  name: 'deliveries',
  routes: (server, needs) => {
    choiceRoutes(server, needs)
    paceRoute(server, needs)
    ledgerRoutes(server, needs)
  },
  exports: ({ db }) => [deliveriesList(db)],
  jobs: ({ db, keys, channels, config, workOf }) =>
    deliveryJobs({ db, keys, channels, workOf, origin: config.publicOrigin }, config.deliveriesKeptDays),
}
