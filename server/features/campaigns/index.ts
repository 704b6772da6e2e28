import type { Feature, Ground } from '../../engine/feature.ts'
import { runCampaignClock, runSweeps, type CampaignRow } from '../../engine/campaigns/index.ts'
import type { Tx } from '../../engine/engine.ts'
import { entryMover, type CaseNeeds } from '../../engine/processes/index.ts'
import { campaignRoutes } from './routes.ts'
import { entryRoutes } from './entry-routes.ts'
import { outcomeRoutes } from './outcome-routes.ts'

export { objectionEffects } from './objections.ts'
export { opinionsOf } from './opinions.ts'
export { keepOutcomes, reviewChoices, reviewItems } from './outcomes.ts'
export { dropRank, keepPlaces, keepRank, ranksIn, recommendedPlaces } from './places.ts'

export interface CampaignNeeds extends Pick<Ground, 'db' | 'actorOn'> {
  readonly processing: CaseNeeds
  /** Hears in its transaction that an institution ranked the entries of a campaign anew. */
  readonly ranked: (tx: Tx, campaign: CampaignRow, institutionId: number) => Promise<void>
}

/** 征集: notices that collect entries, their quota, what hangs out, and the clock that closes them. */
export const campaigns: Feature<CampaignNeeds> = {
  name: 'campaigns',
  routes: (server, needs) => {
    campaignRoutes(server, needs)
    entryRoutes(server, needs)
    outcomeRoutes(server, needs)
  },
  jobs: ({ processing }) => [
    { name: 'campaigns.clock', label: '通知时限', every: 30, run: () => runCampaignClock(processing) },
    {
      name: 'campaigns.sweep',
      label: '逐件办理',
      every: 5,
      run: (stopping) => runSweeps(processing.db, stopping, entryMover(processing)),
    },
  ],
}
