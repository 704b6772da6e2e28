import { z } from 'zod'
import {
  contentId,
  contentName,
  homeAnswer,
  publicContent,
  publicPage,
  publicQuery,
} from '../../../catalogue/contract/portal.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { readOne } from './fixed.ts'
import { hot } from './hot.ts'
import { atTop, definitionOf, liveFirst, livePage, narrowingOf } from './live.ts'
import { phaseOf } from './seen.ts'
import { middle } from './site.ts'
import type { Contents } from './store.ts'

/** What the portal's own pages ask beside the fixed calls. */
export function portalRoutes(server: Server, feature: Contents): void {
  const shared = { method: 'GET', access: 'anyone', tag: '门户' } as const
  register(server, {
    ...shared,
    url: '/api/v1/portal/home',
    summary: '首页的全部内容',
    answer: homeAnswer,
    handle: async (_, { actor }) => {
      const first = (name: Parameters<typeof liveFirst>[2], most: number, narrow = sql.empty) =>
        liveFirst(feature, actor, name, most, narrow)
      const [
        banners,
        policies,
        noticePage,
        news,
        teachers,
        activities,
        studios,
        hotPolicies,
        hotNews,
        links,
        more,
        half,
      ] = await Promise.all([
        first('banner', 6, atTop),
        first('policy', 5),
        livePage(feature, actor, definitionOf('notice'), { page: 1, pageSize: 8 }),
        first('trainingNews', 5),
        first('goodTeacher', 4),
        first('teachingActivity', 4, sql`and ${phaseOf(definitionOf('teachingActivity'))} in ('0', '1')`),
        first('studio', 5),
        hot(feature, actor, 'policy', 5),
        hot(feature, actor, 'trainingNews', 5),
        first('homeLink', 12, sql`and c.live ->> 'linkKind' = 'quick'`),
        first('moreLink', 12),
        middle(feature, actor),
      ])
      return {
        banners,
        policies,
        notices: noticePage.list,
        noticeTotal: noticePage.total,
        news,
        teachers,
        activities,
        studios,
        hotPolicies,
        hotNews,
        links,
        more,
        middle: half,
      }
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
      const { page, pageSize, q, kind, phase, area, ...by } = query
      return {
        ...(await livePage(feature, actor, definition, { page, pageSize, q, kind, phase, area, by })),
        ...narrowingOf(definition),
      }
    },
  })
  register(server, {
    ...shared,
    url: '/api/v1/portal/contents/:type/:id',
    summary: '一条正在发布的内容',
    params: z.object({ type: contentName, id: contentId }),
    answer: publicContent,
    handle: async ({ params: { type, id } }, request) => {
      return readOne(feature, request, definitionOf(type), id)
    },
  })
}
