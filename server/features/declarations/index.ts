import type { Feature, Ground } from '../../engine/feature.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import { archiveRoutes, noticeRoutes, reviewRoutes } from './routes.ts'

export { archiveOf } from './archive.ts'
export { declarationEffects, declarationJudges, declarationSources } from './consequences.ts'

export interface DeclarationNeeds extends Pick<Ground, 'db' | 'engine' | 'actorOn' | 'placeOf'> {
  readonly processing: CaseNeeds
}

/**
 * 申报: what can be declared, what the archive says of it, and the desk of the staff who check the materials.
 */
export const declarations: Feature<DeclarationNeeds> = {
  name: 'declarations',
  routes: (server, needs) => {
    noticeRoutes(server, needs)
    archiveRoutes(server, needs)
    reviewRoutes(server, needs)
  },
}
