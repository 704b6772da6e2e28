import type { Feature, Ground } from '../../engine/feature.ts'
import { runCampaignClock } from '../../engine/campaigns/index.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import { campaignRoutes } from './routes.ts'
import { entryRoutes } from './entry-routes.ts'
import { outcomeRoutes } from './outcome-routes.ts'

export interface CampaignNeeds extends Pick<Ground, 'db' | 'actorOn'> {
  readonly processing: CaseNeeds
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
  ],
}
