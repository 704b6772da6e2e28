import type { Feature, Ground } from '../../engine/feature.ts'
import type { Figures } from '../../engine/figures/index.ts'
import { analysisRoutes } from './routes.ts'
import { freezing, runRoutes } from './runs.ts'

/** Statistics: figures of a place and a date, and the people behind each. */
export const analysis: Feature<
  Pick<Ground, 'config' | 'engine' | 'actorOn'> & { readonly figures: Figures }
> = {
  name: 'analysis',
  routes: (server, { config, engine, figures, actorOn }) => {
    runRoutes(server, engine, actorOn)
    analysisRoutes(server, { engine, figures, demo: config.demo }, actorOn)
  },
  jobs: ({ engine }) => [freezing(engine)],
}
