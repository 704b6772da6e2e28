import {
  campaignActed,
  campaignAction,
  campaignCreate,
  campaignEdit,
  campaignPage,
  campaignParams,
  campaignQueryOf,
  campaignView as viewSchema,
} from '../../../catalogue/contract/campaigns.ts'
import { campaigns, type AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import { actOnCampaign, createCampaign, editCampaign } from '../../engine/campaigns/index.ts'
import { countEntries } from '../../engine/processes/index.ts'
import type { Actor, Queryable } from '../../engine/engine.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { CampaignNeeds } from './index.ts'
import { campaignView, listCampaigns } from './reading.ts'

const readers = [2, 3, 4, 5, 6] as const

/** The calls of each kind of campaign: read by those for whom it is, written by the office that holds it. */
export function campaignRoutes(server: Server, needs: CampaignNeeds): void {
  for (const definition of Object.values<AnyCampaign>(campaigns)) {
    readRoutes(server, needs, definition)
    writeRoutes(server, needs, definition)
  }
}

/** One campaign, with how many of its entries the actor sees. */
async function viewWithEntries(db: Queryable, actor: Actor, definition: AnyCampaign, id: string) {
  const view = await campaignView(db, actor, definition, id)
  return { ...view, entries: await countEntries(db, actor, id) }
}

function readRoutes(server: Server, { db, actorOn }: CampaignNeeds, definition: AnyCampaign): void {
  const url = `/api/v1/${definition.path}`
  const shared = { method: 'GET', access: readers, tag: definition.title } as const
  register(server, {
    ...shared,
    url,
    summary: `${definition.title}：本单位和上级单位的征集`,
    query: campaignQueryOf(definition),
    answer: campaignPage,
    handle: ({ query }, request) => listCampaigns(db, actorOn(request), definition, query),
  })
  register(server, {
    ...shared,
    url: `${url}/:id`,
    summary: '一项征集：通知、时间、规则、我能做什么',
    params: campaignParams,
    answer: viewSchema,
    handle: ({ params: { id } }, request) => viewWithEntries(db, actorOn(request), definition, id),
  })
}

function writeRoutes(
  server: Server,
  { db, actorOn, processing }: CampaignNeeds,
  definition: AnyCampaign,
): void {
  const url = `/api/v1/${definition.path}`
  const shared = { access: definition.hosts, tag: definition.title } as const
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '新增一项征集（草稿）',
    perMinute: 30,
    body: campaignCreate,
    answer: viewSchema,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      const id = await createCampaign(processing, { actor, definition, ...body })
      return viewWithEntries(db, actor, definition, id)
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:id`,
    summary: '修改征集；开放后规则不能改',
    params: campaignParams,
    body: campaignEdit,
    answer: viewSchema,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await editCampaign(processing, { actor, definition, id, ...body })
      return viewWithEntries(db, actor, definition, id)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:id/:action`,
    summary: actsOf(definition),
    params: campaignAction,
    body: campaignActed,
    answer: viewSchema,
    handle: async ({ params: { id, action }, body }, request) => {
      const actor = actorOn(request)
      await actOnCampaign(processing, { actor, definition, id, action, ...body })
      return viewWithEntries(db, actor, definition, id)
    },
  })
}

/** The moves of the office with their words. */
const actsOf = ({ moves }: AnyCampaign): string =>
  [...new Map(moves.flatMap(({ name, label, by }) => (by === 'host' ? [[name, label] as const] : [])))]
    .map(([name, label]) => `${name} ${label}`)
    .join('、')
