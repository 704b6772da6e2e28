import {
  campaignActed,
  campaignAction,
  campaignCreate,
  campaignEdit,
  campaignPage,
  campaignParams,
  campaignStandings,
  campaignQueryOf,
  campaignView as viewSchema,
} from '../../../catalogue/contract/campaigns.ts'
import { campaigns, type AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import {
  actOnCampaign,
  beginningActor,
  changingActor,
  createCampaign,
  editCampaign,
  ledBy,
  readingActor,
  standingsFor,
} from '../../engine/campaigns/index.ts'
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
    if (definition.led) standingRoute(server, needs, definition)
    writeRoutes(server, needs, definition)
  }
}

/** One campaign, with how many of its entries the actor sees. */
async function viewWithEntries(db: Queryable, actor: Actor, definition: AnyCampaign, id: string) {
  const view = await campaignView(db, actor, definition, id)
  return { ...view, entries: await countEntries(db, actor, id) }
}

function readRoutes(
  server: Server,
  { db, actorOn, processing }: CampaignNeeds,
  definition: AnyCampaign,
): void {
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
    handle: async ({ params: { id } }, request) => {
      const actor = await readingActor(processing, actorOn(request), definition, id)
      return viewWithEntries(db, actor, definition, id)
    },
  })
}

/** In whose name people may hold one today, by the facts of the day (docs/decisions/0208). */
function standingRoute(
  server: Server,
  { db, actorOn, processing }: CampaignNeeds,
  definition: AnyCampaign,
): void {
  register(server, {
    method: 'GET',
    url: `/api/v1/${definition.path}/standings`,
    access: [2],
    tag: definition.title,
    summary: `本人今天能以哪些单位的名义${definition.beginLabel}，以及本人负责的`,
    answer: campaignStandings,
    handle: async (_, request) => {
      const actor = actorOn(request)
      const offices = await standingsFor(processing, actor, definition)
      const led = actor.teacherId === null ? [] : await ledBy(db, actor.teacherId, definition)
      const may = new Set(offices.map(({ institutionId }) => institutionId))
      return {
        offices: offices.map(({ institutionId: id, institution: name, because }) => ({ id, name, because })),
        list: led.map(({ institutionId, ...one }) => ({ ...one, mayAct: may.has(institutionId) })),
      }
    },
  })
}

function writeRoutes(
  server: Server,
  { db, actorOn, processing }: CampaignNeeds,
  definition: AnyCampaign,
): void {
  const url = `/api/v1/${definition.path}`
  const access = definition.led ? ([2, ...definition.hosts] as const) : definition.hosts
  const shared = { access, tag: definition.title } as const
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '新增一项征集（草稿）',
    perMinute: 30,
    body: campaignCreate,
    answer: viewSchema,
    handle: async ({ body: { office, ...body } }, request) => {
      const asking = actorOn(request)
      const actor = await beginningActor(processing, asking, definition, office)
      const lead = actor === asking ? null : asking.teacherId
      const id = await createCampaign(processing, { actor, definition, lead, ...body })
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
      const actor = await changingActor(processing, actorOn(request), definition, id)
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
      const actor = await changingActor(processing, actorOn(request), definition, id)
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
