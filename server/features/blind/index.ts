import type { Feature, Ground } from '../../engine/feature.ts'
import type { FileCheckNeeds } from './checks.ts'
import { copying } from './copies.ts'
import { openInspector } from './inspector.ts'
import { blindRoutes } from './routes.ts'

export { blindCopiesOf, blindFileOf } from './copies.ts'
export { blindFindings } from './findings.ts'
export { blindJudges } from './judge.ts'

/**
 * Threads start with the first file, so that the calls and the jobs of a process share what costs nothing
 * before.
 */
const inspector = openInspector()

/**
 * 匿名评审: what the files of an entry tell of its authors, and their copies for experts
 * (docs/decisions/0089).
 */
export const blind: Feature<FileCheckNeeds & Pick<Ground, 'actorOn'>> = {
  name: 'blind',
  routes: (server, needs) => {
    server.addHook('onClose', () => inspector.rest())
    blindRoutes(server, needs, { actorOn: needs.actorOn, inspector })
  },
  jobs: (needs) => [copying(needs, inspector)],
}
