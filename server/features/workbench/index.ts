import { resolve } from 'node:path'
import type { Feature, Ground } from '../../engine/feature.ts'
import type { ConnectionNeeds } from './overview/connections.ts'
import { overviewRoute, startRoutes, type OverviewNeeds } from './overview/routes.ts'
import { watchOf } from './overview/watch.ts'
import { workbenchRoutes } from './routes.ts'
import type { WorkbenchTools } from './tools.ts'

export { closePortal } from './overview/opening.ts'
export type { WorkbenchTools } from './tools.ts'

/** The homes; what waits there comes from other features. */
export const workbench: Feature<
  Pick<Ground, 'engine' | 'placeOf' | 'actorOn' | 'config' | 'db' | 'keys' | 'channels'> & {
    readonly waiting: Omit<WorkbenchTools, 'linkOf'>
    readonly integrity: OverviewNeeds['integrity']
    readonly keptJobs: OverviewNeeds['keptJobs']
    readonly probeFiles: ConnectionNeeds['probeFiles']
    readonly keeping: { readonly clear: OverviewNeeds['forgetAnswers'] }
  }
> = {
  name: 'workbench',
  routes: (server, needs) => {
    const { engine, placeOf, waiting, actorOn, config, db } = needs
    workbenchRoutes(server, engine, { ...waiting, linkOf: placeOf }, actorOn)
    const watched: OverviewNeeds = {
      db,
      folder: resolve(config.dataDir),
      connecting: needs,
      demo: config.demo,
      forgetAnswers: needs.keeping.clear,
      integrity: needs.integrity,
      keptJobs: needs.keptJobs,
      waitingContents: waiting.waitingContents,
      actorOn,
    }
    overviewRoute(server, watched)
    startRoutes(server, watched)
  },
  watches: ({ config, db, integrity }) => [watchOf({ db, integrity, folder: resolve(config.dataDir) })],
}
