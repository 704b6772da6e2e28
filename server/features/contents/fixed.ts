import { z } from 'zod'
import { areaName } from '../../../catalogue/areas/areas.ts'
import { publicShape } from '../../../catalogue/contract/contents.ts'
import { page, paging } from '../../../catalogue/contract/envelope.ts'
import { contentId, contentName, homeAnswer, middleAnswer, publicContent, publicPage, publicQuery, siteData } from '../../../catalogue/contract/portal.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { definitionOf, kindsOf, liveFirst, liveOne, livePage } from './live.ts'
import { middle, site } from './site.ts'
import type { Contents } from './store.ts'

const tag = '门户'
const shared = { method: 'GET', access: 'anyone', tag } as const
const short = z.string().max(20).optional()
/** Lists of the fixed calls: `limit` is another name of `pageSize`. */
const listing = { ...paging, limit: paging.pageSize.optional() }
const sized = <T extends { pageSize: number; limit?: number | undefined }>({ limit, ...rest }: T) => ({ ...rest, pageSize: limit ?? rest.pageSize })

/** What anybody reads: the fixed calls of the specification, and the same contents by type for the portal's own pages. */
export function publicRoutes(server: Server, feature: Contents): void {
  const reads = { policy: definitionOf('policy'), news: definitionOf('trainingNews'), teacher: definitionOf('goodTeacher') }
  const newsPage = page(publicShape(reads.news))
  register(server, {
    ...shared,
    url: '/api/v1/policy',
    summary: '政策列表',
    query: z.strictObject({ ...listing, title: z.string().max(60).optional(), kind: short, area_code: z.string().regex(/^\d{6}$/, '区域代码不对').optional(), status: z.string().max(2).optional() }),
    answer: page(publicShape(reads.policy)),
    // Whoever manages policies asks /api/v1/contents/policy; here everybody sees what is published, whatever `status` says.
    handle: ({ query }, { actor }) => livePage(feature, actor, reads.policy, { ...sized(query), q: query.title, area: query.area_code }),
  })
  register(server, {
    ...shared,
    url: '/api/v1/policy/get_area',
    summary: '有政策的区域',
    answer: z.array(z.object({ code: z.string(), name: z.string() })),
    handle: async () => {
      const rows = await feature.db.query<{ code: string }>(sql`
        select distinct live ->> 'areaCode' as code from content
        where type = 'policy' and live is not null and publish_at <= now() and coalesce(take_down_at > now(), true) order by 1`)
      return rows.map(({ code }) => ({ code, name: areaName(code) }))
    },
  })
  register(server, {
    ...shared,
    url: '/api/v1/policy/:id',
    summary: '政策详情',
    params: z.object({ id: contentId }),
    answer: publicShape(reads.policy),
    handle: async ({ params }, { actor }) => found(await liveOne(feature, actor, reads.policy, params.id)),
  })
  register(server, {
    ...shared,
    url: '/api/v1/training',
    summary: '培训动态列表；带 id 时为详情',
    query: z.strictObject({ ...listing, title: z.string().max(60).optional(), id: contentId.optional() }),
    answer: z.union([newsPage, publicShape(reads.news)]),
    handle: async ({ query }, { actor }) =>
      query.id === undefined ? livePage(feature, actor, reads.news, { ...sized(query), q: query.title }) : found(await liveOne(feature, actor, reads.news, query.id)),
  })
  register(server, {
    ...shared,
    url: '/api/v1/goodTeacher',
    summary: '名师风采',
    query: z.strictObject(listing),
    answer: page(publicShape(reads.teacher)),
    handle: ({ query }, { actor }) => livePage(feature, actor, reads.teacher, sized(query)),
  })
  register(server, {
    ...shared,
    url: '/api/v1/home/link',
    summary: '首页链接',
    query: z.strictObject({ kind: short }),
    answer: z.array(publicShape(definitionOf('homeLink'))),
    handle: ({ query }, { actor }) => liveFirst(feature, actor, 'homeLink', 100, query.kind ? sql`and c.live ->> 'linkKind' = ${query.kind}` : sql.empty),
  })
  register(server, {
    ...shared,
    url: '/api/v1/home/moreLink',
    summary: '更多链接',
    answer: z.array(publicShape(definitionOf('moreLink'))),
    handle: (_, { actor }) => liveFirst(feature, actor, 'moreLink', 100),
  })
  register(server, {
    ...shared,
    url: '/api/v1/banner',
    summary: '横幅',
    query: z.strictObject({ position: short }),
    answer: z.array(publicShape(definitionOf('banner'))),
    handle: ({ query }, { actor }) => liveFirst(feature, actor, 'banner', 20, query.position ? sql`and c.live ->> 'bannerPosition' = ${query.position}` : sql.empty),
  })
  register(server, {
    ...shared,
    url: '/api/v1/middle',
    summary: '首页中部：横幅、计数、版块',
    answer: middleAnswer,
    handle: (_, { actor }) => middle(feature, actor),
  })
  register(server, {
    ...shared,
    url: '/api/v1/siteConfig',
    summary: '站点配置（data.data）',
    query: z.strictObject({ client_id: z.string().max(12).optional() }),
    answer: siteData,
    handle: async (_, request) => ({ data: await site(feature, request.hostname) }),
  })
  ownCalls(server, feature)
}

function found<T>(one: T | null): T {
  if (one === null) throw new AppError('missing')
  return one
}

/** What the portal's own pages ask beside the fixed calls. */
function ownCalls(server: Server, feature: Contents): void {
  register(server, {
    ...shared,
    url: '/api/v1/portal/home',
    summary: '首页的全部内容',
    answer: homeAnswer,
    handle: async (_, { actor }) => {
      const first = (name: Parameters<typeof liveFirst>[2], most: number, narrow = sql.empty) => liveFirst(feature, actor, name, most, narrow)
      const [banners, policies, noticePage, news, teachers, links, more, half] = await Promise.all([
        first('banner', 6, sql`and c.live ->> 'bannerPosition' = 'top'`),
        first('policy', 5),
        livePage(feature, actor, definitionOf('notice'), { page: 1, pageSize: 8 }),
        first('trainingNews', 5),
        first('goodTeacher', 4),
        first('homeLink', 12, sql`and c.live ->> 'linkKind' = 'quick'`),
        first('moreLink', 12),
        middle(feature, actor),
      ])
      return { banners, policies, notices: noticePage.list, noticeTotal: noticePage.total, news, teachers, links, more, middle: half }
    },
  })
  register(server, {
    ...shared,
    url: '/api/v1/portal/contents/:type',
    summary: '一类内容中正在发布的',
    params: z.object({ type: contentName }),
    query: publicQuery,
    answer: publicPage,
    handle: async ({ params: { type }, query }, { actor }) => {
      const definition = definitionOf(type)
      return { ...(await livePage(feature, actor, definition, query)), kinds: kindsOf(definition) }
    },
  })
  register(server, {
    ...shared,
    url: '/api/v1/portal/contents/:type/:id',
    summary: '一条正在发布的内容',
    params: z.object({ type: contentName, id: contentId }),
    answer: publicContent,
    handle: async ({ params: { type, id } }, { actor }) => found(await liveOne(feature, actor, definitionOf(type), id)),
  })
}
