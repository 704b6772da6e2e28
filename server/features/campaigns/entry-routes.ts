import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  campaignParams,
  objectionAnswered,
  objectionList,
  objectionMade,
  objectionParams,
  publicityList,
  quotaBoard as boardSchema,
  quotaGrants,
  rankingList,
  rankingOrder,
} from '../../../catalogue/contract/campaigns.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { hasPlaces, saidBy } from '../../../catalogue/processes/campaign-reading.ts'
import { campaignOf, campaigns, type AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import { campaignById, campaignFor, quotaOf, type CampaignRow } from '../../engine/campaigns/index.ts'
import { answerObjection, objectionsOf, objectTo, publicityOf } from './objections.ts'
import type { Queryable } from '../../engine/engine.ts'
import { processCalled } from '../../../catalogue/processes/processes.ts'
import { grantPlaces, quotaBoard } from '../../engine/seats/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { CampaignNeeds } from './index.ts'
import { rankEntries, ranking } from './ranking.ts'
import { ownCampaign } from './reading.ts'

const offices = [3, 4, 5, 6] as const

/** The calls about the entries of each kind of campaign: quota, ranking, what hangs out, objections. */
export function entryRoutes(server: Server, needs: CampaignNeeds): void {
  for (const definition of Object.values<AnyCampaign>(campaigns)) {
    quotaRoutes(server, needs, definition)
    publicityRoutes(server, needs, definition)
    objectionRoutes(server, needs, definition)
  }
}

async function boardOf(db: Queryable, actor: Actor, { id, type, value }: CampaignRow) {
  const returnsOn = saidBy(campaignOf(type), value, 'quotaReturnsOn')
  return {
    ...(await quotaBoard(db, actor, id)),
    limited: quotaOf({ type, value }) !== null,
    returnsOn: typeof returnsOn === 'string' ? returnsOn : null,
  }
}

const rankingOf = async (db: Queryable, actor: Actor, { id, type, state, collects }: CampaignRow) => ({
  list: await ranking(db, actor, { id, titled: processCalled(collects)?.titled }),
  canRank: hasPlaces(campaignOf(type), state),
})

function quotaRoutes(server: Server, { db, actorOn, ranked }: CampaignNeeds, definition: AnyCampaign): void {
  const url = `/api/v1/${definition.path}/:id`
  const shared = { access: offices, tag: definition.title, params: campaignParams } as const
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/quota`,
    summary: '推荐名额：本单位的，和直接下级各单位的',
    answer: boardSchema,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      return boardOf(db, actor, await campaignFor(db, actor, definition, id))
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/quota`,
    summary: '把名额分给直接下级单位',
    body: quotaGrants,
    answer: boardSchema,
    handle: async ({ params: { id }, body: { grants } }, request) => {
      const actor = actorOn(request)
      const campaign = await campaignFor(db, actor, definition, id)
      if (quotaOf(campaign) === null)
        throw new AppError('wrongState', { message: `${definition.called}不限名额，无需分配` })
      if (!hasPlaces(definition, campaign.state))
        throw new AppError('wrongState', { message: `${definition.called}开放以后才能分配名额` })
      await grantPlaces(db, { actor, campaignId: id, grants })
      return boardOf(db, actor, campaign)
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/ranking`,
    summary: '本单位推荐的名单，按排序',
    answer: rankingList,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      return rankingOf(db, actor, await campaignFor(db, actor, definition, id))
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/ranking`,
    summary: '给本单位推荐的名单排序',
    body: rankingOrder,
    answer: rankingList,
    handle: async ({ params: { id }, body: { order } }, request) => {
      const actor = actorOn(request)
      const campaign = await campaignFor(db, actor, definition, id)
      if (!hasPlaces(definition, campaign.state))
        throw new AppError('wrongState', { message: `${definition.called}已经结束，不能再排序` })
      await rankEntries({ db, ranked }, { actor, campaign, order })
      return rankingOf(db, actor, campaign)
    },
  })
}

/** Visitors' calls: campaigns that are no drafts, and entries in their public notice period. */
function publicityRoutes(server: Server, { db, processing }: CampaignNeeds, definition: AnyCampaign): void {
  const url = `/api/v1/${definition.path}/:id`
  const publicCampaign = async (id: string): Promise<CampaignRow> => {
    const row = await campaignById(db, id)
    if (!row || row.type !== definition.name || row.state === 'draft') throw new AppError('missing')
    return row
  }
  register(server, {
    method: 'GET',
    url: `${url}/publicity`,
    access: 'public',
    tag: definition.title,
    summary: '正在公示的名单：名称、主持人、单位',
    params: campaignParams,
    answer: publicityList,
    perMinute: 60,
    handle: async ({ params: { id } }) => {
      const campaign = await publicCampaign(id)
      const { name } = await db.one<{ name: string }>(
        sql`select name from institution where id = ${campaign.institutionId}`,
      )
      const list = await publicityOf(db, campaign)
      return { title: campaign.title, host: name, until: list[0]?.until ?? null, list }
    },
  })
  register(server, {
    method: 'POST',
    url: `${url}/objection`,
    access: 'public',
    tag: definition.title,
    summary: '对正在公示的一项提出异议，须留真实姓名和联系方式',
    params: campaignParams,
    body: objectionMade,
    answer: z.literal(true),
    perMinute: 5,
    handle: async ({ params: { id }, body }) => {
      await objectTo(processing, { campaign: await publicCampaign(id), actor: null, ...body })
      return true as const
    },
  })
}

function objectionRoutes(
  server: Server,
  { db, actorOn, processing }: CampaignNeeds,
  definition: AnyCampaign,
): void {
  const url = `/api/v1/${definition.path}/:id/objections`
  const shared = { access: offices, tag: definition.title } as const
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '公示收到的异议，由征集单位查看',
    params: campaignParams,
    answer: objectionList,
    handle: async ({ params: { id } }, request) =>
      objectionsOf(processing, await ownCampaign(db, actorOn(request), definition, id)),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:objection`,
    summary: '答复一条异议：是否成立，怎样处理',
    params: objectionParams,
    body: objectionAnswered,
    answer: objectionList,
    handle: async ({ params: { id, objection }, body }, request) => {
      const actor = actorOn(request)
      const campaign = await ownCampaign(db, actor, definition, id)
      await answerObjection(processing, { actor, campaign, id: objection, ...body })
      return objectionsOf(processing, campaign)
    },
  })
}
