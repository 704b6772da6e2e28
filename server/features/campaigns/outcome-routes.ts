import {
  campaignParams,
  outcomeDecided,
  outcomeDecision,
  outcomeList,
} from '../../../catalogue/contract/campaigns.ts'
import { campaigns, type AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import { decideByOutcome, outcomesOf } from './outcomes.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { CampaignNeeds } from './index.ts'
import { ownCampaign } from './reading.ts'

const offices = [3, 4, 5, 6] as const

/** Calls for the expert results of a campaign and for decisions by them. */
export function outcomeRoutes(server: Server, { db, actorOn, processing }: CampaignNeeds): void {
  for (const definition of Object.values<AnyCampaign>(campaigns)) {
    const url = `/api/v1/${definition.path}/:id/outcomes`
    const shared = { url, access: offices, tag: definition.title, params: campaignParams } as const
    register(server, {
      ...shared,
      method: 'GET',
      summary: '专家评审的名次和得分，征集单位可见',
      answer: outcomeList,
      handle: async ({ params: { id } }, request) =>
        outcomesOf(db, await ownCampaign(db, actorOn(request), definition, id)),
    })
    register(server, {
      ...shared,
      method: 'POST',
      summary: '按名次办理：前几名通过（或评奖），其余不通过',
      perMinute: 10,
      body: outcomeDecision,
      answer: outcomeDecided,
      handle: async ({ params: { id }, body }, request) => {
        const actor = actorOn(request)
        return decideByOutcome(processing, actor, await ownCampaign(db, actor, definition, id), body)
      },
    })
  }
}
