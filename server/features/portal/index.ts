import type { Feature, Ground } from '../../engine/feature.ts'
import { createReaders, type PublishingNeeds } from '../../engine/publishing/index.ts'
import type { AnswerShelves } from '../../platform/http/kept.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Portal } from './feature.ts'
import { centreRoute } from './centre.ts'
import { feedRoutes } from './feeds.ts'
import { figureRoutes, figuresJob } from './figures.ts'
import { publicRoutes } from './fixed.ts'
import { homeRoutes } from './home.ts'
import { hotRoutes } from './hot.ts'
import { listedRoutes } from './listed.ts'
import { searchRoutes } from './search.ts'

export type { Portal } from './feature.ts'
export { search } from './search.ts'
export { headOf, type PageHead } from './head.ts'
export { plainOf } from './plain.ts'
export { isAlive, shownSite } from './centre.ts'

/** Answers kept at once: a few calls, for each audience. */
const mostAnswers = 200

/** What the calls and the heads of pages work with: one for both, because it collects who read what. */
export function portalOf(
  {
    keeping,
    ...given
  }: PublishingNeeds & Omit<Portal, 'readers' | 'answers'> & { readonly keeping: AnswerShelves },
  log: Log,
): Portal {
  return { ...given, readers: createReaders(given.db, log), answers: keeping.open(mostAnswers) }
}

/** Calls and pages for visitors. */
export const portal: Feature<{ readonly portal: Portal } & Pick<Ground, 'db' | 'engine'>> = {
  name: 'portal',
  routes: (server, { portal: given, db, engine }) => {
    server.addHook('onClose', () => given.readers.flush())
    publicRoutes(server, given)
    hotRoutes(server, given)
    homeRoutes(server, given)
    figureRoutes(server, db, engine)
    listedRoutes(server, given)
    searchRoutes(server, given)
    feedRoutes(server, given)
    centreRoute(server, given)
  },
  jobs: ({ db, engine }) => [figuresJob(db, engine)],
}
