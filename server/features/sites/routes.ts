import { z } from 'zod'
import { areaName } from '../../../catalogue/areas/areas.ts'
import {
  siteAsked,
  siteBack,
  siteConfirmed,
  siteDraft,
  siteList,
  sitePreview,
  sitePreviewBody,
  sitePublished,
  siteRefused,
  siteSaved,
  siteVersion,
  siteView,
  type SitePreview,
} from '../../../catalogue/contract/portal/sites.ts'
import type { Home, Site } from '../../../catalogue/contract/portal/portal.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { SiteBody } from '../../../catalogue/sites/body.ts'
import { merged, type SiteInForce } from '../../../catalogue/sites/merged.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { findingsOf, refuseFaults } from './findings.ts'
import type { Sites } from './in-force.ts'
import { askSecond, confirmSite, goBack, refuseSite, type Refusal } from './publish.ts'
import {
  draftOf,
  dropDraft,
  latestOf,
  requireKept,
  saveDraft,
  sitesOf,
  versionOf,
  versionsOf,
  type KeptClient,
} from './store.ts'

/** Dependencies of the feature, from `app`. */
export interface SiteNeeds {
  readonly db: Database
  readonly actorOn: ActorOn
  readonly sites: Sites
  /** Pages of a site as visitors would see them. */
  readonly shownSite: (client: SiteInForce) => Promise<{ readonly site: Site; readonly home: Home }>
  /** Whether an address within the portal leads to something a visitor can read. */
  readonly isAlive: (url: string) => Promise<boolean>
  readonly fileAddress: (id: string) => string
  /** Called after each publication: public pages are kept. */
  readonly onChanged: () => void
  readonly hasOrigin: boolean
}

const shared = { access: [1, 4, 5, 6], tag: '站点' } as const
const params = z.object({
  client: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, '编号应为数字')
    .transform(Number),
})
const versionParams = params.extend({
  no: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '版本号应为数字')
    .transform(Number),
})
const done = z.object({ done: z.literal(true) })

/** Calls by which the office of an area and the administrator keep the public site of a client (0282). */
export function siteRoutes(server: Server, needs: SiteNeeds): void {
  readingRoutes(server, needs)
  draftRoutes(server, needs)
  publishingRoutes(server, needs)
  backRoute(server, needs)
}

function readingRoutes(server: Server, { db, actorOn, fileAddress }: SiteNeeds): void {
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/site',
    summary: '我可以办理的站点',
    answer: siteList,
    handle: (_, request) => sitesOf(db, actorOn(request)),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/site/:client',
    summary: '一个站点：现行的、草稿、历次发布',
    params,
    answer: siteView,
    handle: async ({ params: { client } }, request) => {
      const actor = actorOn(request)
      const { areaCode, ...kept } = await requireKept(db, actor, client)
      const [latest, draft, versions] = await Promise.all([
        latestOf(db, client),
        draftOf(db, actor, client),
        versionsOf(db, client),
      ])
      const logo = (draft?.body ?? latest.body).brand.logo
      return {
        ...kept,
        ...latest,
        areaName: areaName(areaCode),
        logoUrl: logo === null ? null : fileAddress(logo),
        draft,
        versions,
      }
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/site/:client/versions/:no',
    summary: '以前发布的一版',
    params: versionParams,
    answer: siteVersion,
    handle: async ({ params: { client, no } }, request) => {
      await requireKept(db, actorOn(request), client)
      const body = await versionOf(db, client, no)
      if (!body) throw new AppError('missing')
      return { no, body }
    },
  })
}

/** What visitors would see of a site that says this, and what speaks against it. */
async function previewOf(needs: SiteNeeds, client: KeptClient, body: SiteBody): Promise<SitePreview> {
  const known = await needs.sites.with(client.clientId, body)
  // A client that is off has no site in force; what it would be is shown all the same.
  const shown: SiteInForce = known ?? {
    ...client,
    logo: null,
    isSite: true,
    office: null,
    parts: merged([body]),
  }
  const { site, home } = await needs.shownSite(shown)
  const findings = await findingsOf(body, {
    home,
    isAlive: needs.isAlive,
    hasOrigin: needs.hasOrigin,
    hasOffice: shown.office !== null,
  })
  return { site, home, findings }
}

const refusalOf =
  (needs: SiteNeeds, client: KeptClient): Refusal =>
  async (body) =>
    refuseFaults((await previewOf(needs, client, body)).findings)

function draftRoutes(server: Server, needs: SiteNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/site/:client/draft',
    summary: '保存站点草稿；editNo 不符回 409',
    params,
    body: siteDraft,
    answer: siteSaved,
    handle: async ({ params: { client }, body }, request) => {
      const actor = actorOn(request)
      await requireKept(db, actor, client)
      return { editNo: await saveDraft(db, actor, client, body) }
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: '/api/v1/site/:client/draft',
    summary: '放弃站点草稿',
    params,
    answer: done,
    handle: async ({ params: { client } }, request) => {
      await requireKept(db, actorOn(request), client)
      await dropDraft(db, client)
      return { done: true as const }
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/site/:client/preview',
    summary: '预览站点首页，检查配色、空版块和打不开的链接',
    params,
    body: sitePreviewBody,
    answer: sitePreview,
    handle: async ({ params: { client }, body }, request) =>
      previewOf(needs, await requireKept(db, actorOn(request), client), body.body),
  })
}

function publishingRoutes(server: Server, needs: SiteNeeds): void {
  const { db, actorOn, onChanged } = needs
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/site/:client/publish',
    summary: '送请另一位同事复核',
    params,
    body: siteAsked,
    answer: done,
    handle: async ({ params: { client }, body }, request) => {
      const actor = actorOn(request)
      const refuse = refusalOf(needs, await requireKept(db, actor, client))
      await askSecond(db, actor, client, { ...body, refuse })
      return { done: true as const }
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/site/:client/confirm',
    summary: '复核并发布；不能由起草或送请复核的本人办理',
    params,
    body: siteConfirmed,
    answer: sitePublished,
    handle: async ({ params: { client }, body }, request) => {
      const actor = actorOn(request)
      const refuse = refusalOf(needs, await requireKept(db, actor, client))
      const no = await confirmSite(db, actor, client, { ...body, refuse })
      onChanged()
      return { no }
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/site/:client/refuse',
    summary: '不同意发布，退回草稿',
    params,
    body: siteRefused,
    answer: done,
    handle: async ({ params: { client }, body }, request) => {
      const actor = actorOn(request)
      await requireKept(db, actor, client)
      await refuseSite(db, actor, client, body)
      return { done: true as const }
    },
  })
}

function backRoute(server: Server, { db, actorOn, onChanged }: SiteNeeds): void {
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/site/:client/back',
    summary: '恢复以前发布过的一版，立即生效',
    params,
    body: siteBack,
    answer: sitePublished,
    handle: async ({ params: { client }, body }, request) => {
      const actor = actorOn(request)
      await requireKept(db, actor, client)
      const no = await goBack(db, actor, client, body)
      onChanged()
      return { no }
    },
  })
}
