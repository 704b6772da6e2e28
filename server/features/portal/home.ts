import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import {
  contentId,
  contentName,
  homeAnswer,
  neighbours,
  publicContent,
  publicPage,
  publicQuery,
} from '../../../catalogue/contract/portal/portal.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { liveFirst, liveNeighbours, livePage, narrowingOf, phaseOf } from '../../engine/publishing/index.ts'
import { onSite, type Portal } from './feature.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { readOne } from './fixed.ts'
import { hot } from './hot.ts'
import { bannersAt, forReaders } from './site.ts'

/** Calls of the portal's own pages beside the fixed ones. */
export function homeRoutes(server: Server, feature: Portal): void {
  const shared = { method: 'GET', access: 'anyone', tag: '门户' } as const
  register(server, {
    ...shared,
    url: '/api/v1/portal/home',
    summary: '首页的全部内容',
    answer: homeAnswer,
    kept: { answers: feature.answers, audience: forReaders },
    handle: (_, { actor, site: client }) => homeOf(onSite(feature, client), actor),
  })
  register(server, {
    ...shared,
    url: '/api/v1/portal/contents/:type',
    summary: '一类内容中正在发布的',
    params: z.object({ type: contentName }),
    query: publicQuery,
    answer: publicPage,
    handle: async ({ params: { type }, query }, { actor, site: client }) => {
      const definition = contents[type]
      const { page, pageSize, q, kind, phase, area, node, ...by } = query
      return {
        ...(await livePage(onSite(feature, client), actor, definition, {
          page,
          pageSize,
          q,
          kind,
          phase,
          area,
          node,
          by,
        })),
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
      return readOne(feature, request, contents[type], id)
    },
  })
  neighbourRoute(server, feature)
}

/** Call for the articles before and after one. */
function neighbourRoute(server: Server, feature: Portal): void {
  register(server, {
    method: 'GET',
    access: 'anyone',
    tag: '门户',
    url: '/api/v1/portal/contents/:type/:id/neighbours',
    summary: '列表中的上一条和下一条',
    params: z.object({ type: contentName, id: contentId }),
    answer: neighbours,
    handle: async ({ params: { type, id } }, { actor, site: client }) => {
      const found = await liveNeighbours(onSite(feature, client), actor, contents[type], id)
      if (!found) throw new AppError('missing')
      return found
    },
  })
}

/** Contents of the front page in one answer. */
export async function homeOf(feature: Portal, actor: Actor | null) {
  const first = (definition: AnyContent, most: number, narrow = sql.empty) =>
    liveFirst(feature, actor, definition, { most, narrow })
  const { teachingActivity } = contents
  const [
    banners,
    policies,
    noticePage,
    news,
    teachers,
    activities,
    studios,
    hotResources,
    links,
    more,
    blocks,
  ] = await Promise.all([
    first(contents.banner, 6, bannersAt('top')),
    first(contents.policy, 5),
    livePage(feature, actor, contents.notice, { page: 1, pageSize: 9 }),
    first(contents.trainingNews, 5),
    first(contents.goodTeacher, 4),
    first(teachingActivity, 4, sql`and ${phaseOf(teachingActivity)} in ('0', '1')`),
    first(contents.studio, 5),
    hot(feature, actor, 'resource', 5),
    first(contents.homeLink, 12, sql`and c.live ->> 'linkKind' = 'quick'`),
    first(contents.moreLink, 12),
    first(contents.middleBlock, 6),
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
    hotResources,
    links,
    more,
    blocks,
  }
}
