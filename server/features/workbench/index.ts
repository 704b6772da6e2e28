import { resolve } from 'node:path'
import type { Feature, Ground } from '../../engine/feature.ts'
import { overviewRoute, type Watched } from './overview/routes.ts'
import { watchOf } from './overview/watch.ts'
import { workbenchRoutes } from './routes.ts'
import type { WorkbenchTools } from './tools.ts'

export type { WorkbenchTools } from './tools.ts'

/** The homes; what waits there comes from other features. */
export const workbench: Feature<
  Pick<Ground, 'engine' | 'placeOf' | 'actorOn' | 'config' | 'db' | 'mail' | 'sms'> & {
    readonly waiting: Omit<WorkbenchTools, 'linkOf'>
    readonly integrity: Watched['integrity']
    readonly keptJobs: Watched['keptJobs']
  }
> = {
  name: 'workbench',
  routes: (server, { engine, placeOf, waiting, actorOn, config, db, mail, sms, integrity, keptJobs }) => {
    workbenchRoutes(server, engine, { ...waiting, linkOf: placeOf }, actorOn)
    overviewRoute(server, {
      db,
      folder: resolve(config.dataDir),
      ready: { mail: mail.connected, sms: sms.connected },
      integrity,
      keptJobs,
      waitingContents: waiting.waitingContents,
      actorOn,
    })
  },
  watches: ({ config, db, integrity }) => [watchOf({ db, integrity, folder: resolve(config.dataDir) })],
}
