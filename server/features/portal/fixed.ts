import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { areaName } from '../../../catalogue/areas/areas.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { publicShape } from '../../../catalogue/contract/portal/public-content.ts'
import { listing, page, sized } from '../../../catalogue/contract/envelope.ts'
import {
  contentId,
  middleAnswer,
  siteData,
  type PublicContent,
} from '../../../catalogue/contract/portal/portal.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { liveFirst, liveOne, livePage, seen } from '../../engine/publishing/index.ts'
import { onSite, type Portal } from './feature.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { forReaders, middle, site } from './site.ts'

const tag = '门户'
const shared = { method: 'GET', access: 'anyone', tag } as const
const short = z.string().max(20).optional()

/** Public calls fixed by the specification. */
export function publicRoutes(server: Server, feature: Portal): void {
  policyRoutes(server, feature)
  articleRoutes(server, feature)
  standingRoutes(server, feature)
  frontRoutes(server, feature)
}

function policyRoutes(server: Server, feature: Portal): void {
  const { policy } = contents
  register(server, {
    ...shared,
    url: '/api/v1/policy',
    summary: '政策列表',
    query: z.strictObject({
      ...listing,
      title: z.string().max(60).optional(),
      kind: short,
      area_code: z
        .string()
        .regex(/^\d{6}$/, '区域代码不对')
        .optional(),
      status: z.string().max(2).optional(),
    }),
    answer: page(publicShape(policy)),
    // Whoever manages policies asks /api/v1/contents/policy; here everybody sees what is published, whatever
    // `status` says.
    handle: ({ query }, { actor, site: client }) =>
      livePage(onSite(feature, client), actor, policy, {
        ...sized(query),
        q: query.title,
        area: query.area_code,
      }),
  })
  register(server, {
    ...shared,
    url: '/api/v1/policy/get_area',
    summary: '有政策的区域',
    answer: z.array(z.object({ code: z.string(), name: z.string() })),
    handle: async (_, { actor }) => {
      const rows = await feature.db.query<{ code: string }>(sql`
        select distinct c.live ->> 'areaCode' as code
        from content c
        where ${seen(policy, actor)}
        order by 1`)
      return rows.map(({ code }) => ({ code, name: areaName(code) }))
    },
  })
}

function articleRoutes(server: Server, feature: Portal): void {
  const { trainingNews, resource } = contents
  register(server, {
    ...shared,
    url: '/api/v1/training',
    summary: '培训动态列表；带 id 时为详情',
    query: z.strictObject({ ...listing, title: z.string().max(60).optional(), id: contentId.optional() }),
    answer: z.union([page(publicShape(trainingNews)), publicShape(trainingNews)]),
    handle: async ({ query }, request) => {
      if (query.id === undefined)
        return livePage(onSite(feature, request.site), request.actor, trainingNews, {
          ...sized(query),
          q: query.title,
        })
      return readOne(feature, request, trainingNews, query.id)
    },
  })
  register(server, {
    ...shared,
    url: '/api/v1/home/resource',
    summary: '门户资源检索',
    query: z.strictObject({ ...listing, stage: short, subject: short, kind: short }),
    answer: page(publicShape(resource)),
    handle: ({ query: { stage, subject, ...rest } }, { actor, site: client }) =>
      livePage(onSite(feature, client), actor, resource, {
        ...sized(rest),
        by: { schoolStage: stage, subject },
      }),
  })
}

function standingRoutes(server: Server, feature: Portal): void {
  register(server, {
    ...shared,
    url: '/api/v1/about',
    summary: '关于我们（div1 到 div3）',
    query: z.strictObject({ name: short }),
    answer: z.array(publicShape(contents.aboutPage)),
    handle: ({ query }, { actor, site: client }) =>
      liveFirst(onSite(feature, client), actor, contents.aboutPage, {
        most: 20,
        narrow: query.name ? sql`and c.live ->> 'anchor' = ${query.name}` : sql.empty,
      }),
  })
  register(server, {
    ...shared,
    url: '/api/v1/centre',
    summary: '一个区域的中心页',
    query: z.strictObject({
      area_code: z.string().regex(/^\d{6}$/, '区域代码不对'),
      kind: z.enum(['simple', 'setUp', 'ranks'], { error: '没有该中心页' }),
    }),
    answer: publicShape(contents.centrePage),
    handle: async ({ query }, { actor }) => {
      const [one] = await liveFirst(feature, actor, contents.centrePage, {
        most: 1,
        narrow: sql`and c.live ->> 'areaCode' = ${query.area_code} and c.live ->> 'centerKind' = ${query.kind}`,
      })
      return found(one ?? null)
    },
  })
  register(server, {
    ...shared,
    url: '/api/v1/goodTeacher',
    summary: '名师风采',
    query: z.strictObject(listing),
    answer: page(publicShape(contents.goodTeacher)),
    handle: ({ query }, { actor, site: client }) =>
      livePage(onSite(feature, client), actor, contents.goodTeacher, sized(query)),
  })
}

function frontRoutes(server: Server, feature: Portal): void {
  register(server, {
    ...shared,
    url: '/api/v1/home/link',
    summary: '首页链接',
    query: z.strictObject({ kind: short }),
    answer: z.array(publicShape(contents.homeLink)),
    handle: ({ query }, { actor, site: client }) =>
      liveFirst(onSite(feature, client), actor, contents.homeLink, {
        most: 100,
        narrow: query.kind ? sql`and c.live ->> 'linkKind' = ${query.kind}` : sql.empty,
      }),
  })
  register(server, {
    ...shared,
    url: '/api/v1/home/moreLink',
    summary: '更多链接',
    answer: z.array(publicShape(contents.moreLink)),
    handle: (_, { actor, site: client }) =>
      liveFirst(onSite(feature, client), actor, contents.moreLink, { most: 100 }),
  })
  register(server, {
    ...shared,
    url: '/api/v1/banner',
    summary: '横幅',
    query: z.strictObject({ position: short }),
    answer: z.array(publicShape(contents.banner)),
    handle: ({ query }, { actor, site: client }) =>
      liveFirst(onSite(feature, client), actor, contents.banner, {
        most: 20,
        narrow: query.position ? sql`and c.live ->> 'bannerPosition' = ${query.position}` : sql.empty,
      }),
  })
  register(server, {
    ...shared,
    url: '/api/v1/middle',
    summary: '首页中部：横幅、计数、版块',
    answer: middleAnswer,
    kept: { answers: feature.answers, audience: forReaders },
    handle: (_, { actor, site: client }) => middle(onSite(feature, client), actor),
  })
  register(server, {
    ...shared,
    url: '/api/v1/siteConfig',
    summary: '站点配置（data.data）',
    query: z.strictObject({
      client_id: z.coerce.number({ error: '方案编号应为数字' }).int().min(0).max(2_000_000_000).optional(),
    }),
    answer: siteData,
    kept: {
      answers: feature.answers,
      audience: ({ site: client }) => ({ name: String(client?.clientId ?? ''), open: true }),
    },
    // The domain of a site is asked for that site, whatever number stands behind it.
    handle: async ({ query }, { site: here }) => {
      const named =
        query.client_id === undefined || here?.isSite ? here : await feature.sites.of(query.client_id)
      return { data: await site(onSite(feature, named)) }
    },
  })
}

export function found<T>(one: T | null): T {
  if (one === null) throw new AppError('missing')
  return one
}

/** One content as the caller may read it. Counts the caller as a reader. */
export async function readOne(
  feature: Portal,
  request: FastifyRequest,
  definition: AnyContent,
  id: number,
): Promise<PublicContent> {
  const one = found(await liveOne(feature, request.actor, definition, id))
  feature.readers.note(id, request)
  return one
}
