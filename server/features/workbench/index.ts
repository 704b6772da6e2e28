import type { Feature, Ground } from '../../engine/feature.ts'
import { workbenchRoutes } from './routes.ts'
import type { WorkbenchTools } from './tools.ts'

export type { WorkbenchTools } from './tools.ts'

/** The homes; what waits there comes from other features. */
export const workbench: Feature<
  Pick<Ground, 'engine' | 'placeOf' | 'actorOn'> & { readonly waiting: Omit<WorkbenchTools, 'linkOf'> }
> = {
  name: 'workbench',
  routes: (server, { engine, placeOf, waiting, actorOn }) =>
    workbenchRoutes(server, engine, { ...waiting, linkOf: placeOf }, actorOn),
}
