import { contents } from '../../../catalogue/contents/contents.ts'
import { centreAnswer, centreQuery } from '../../../catalogue/contract/portal/sites.ts'
import type { Home, Site } from '../../../catalogue/contract/portal/portal.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { asMarkup } from '../../../catalogue/kinds/rich-text.ts'
import { match } from '../../../catalogue/pages/pages.ts'
import type { SiteInForce } from '../../../catalogue/sites/merged.ts'
import { liveFirst, liveOne } from '../../engine/publishing/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { onSite, type Portal } from './feature.ts'
import { wantedAt } from './head.ts'
import { homeOf } from './home.ts'
import { site } from './site.ts'

const textOf = (held: unknown): string => (typeof held === 'string' ? held : '')
const coverOf = (held: unknown): string | null =>
  typeof held === 'object' && held !== null && 'url' in held && typeof held.url === 'string' ? held.url : null

/**
 * The centre of an area: what its site says, else the pages that its office published. On the domain of a
 * site the centre is that site's own.
 */
export function centreRoute(server: Server, feature: Portal): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/portal/centre',
    access: 'anyone',
    tag: '门户',
    summary: '一个区域的中心：简介、机构设置、队伍',
    query: centreQuery,
    answer: centreAnswer,
    handle: async ({ query: { kind, letters, area } }, { actor, site: here }) => {
      if (letters === undefined && area === undefined && !here?.isSite)
        throw invalid('area', '请说明是哪个区域的中心')
      const asked = letters === undefined ? { area: area ?? here?.areaCode } : { letters }
      const told = await feature.sites.centre(asked, kind)
      if (told && told.parts.length > 0)
        return {
          name: told.name,
          parts: told.parts.map(({ title, text }, at) => ({
            id: `part${at + 1}`,
            title,
            html: asMarkup(text),
            cover: null,
          })),
        }
      const code = told?.areaCode ?? asked.area ?? ''
      const list = await liveFirst(feature, actor, contents.centrePage, {
        most: 50,
        narrow: sql`and c.live ->> 'areaCode' = ${code} and c.live ->> 'centerKind' = ${kind}`,
      })
      return {
        name: told?.name ?? '',
        parts: list.map((one) => ({
          id: `centre${one.id}`,
          title: textOf(one['title']),
          html: textOf(one['content']),
          cover: coverOf(one['cover']),
        })),
      }
    },
  })
}

/** The front page of a site as visitors would see it. */
export async function shownSite(
  feature: Portal,
  client: SiteInForce,
): Promise<{ readonly site: Site; readonly home: Home }> {
  const here = onSite(feature, client)
  const [about, home] = await Promise.all([site(here), homeOf(here, null)])
  return { site: about, home }
}

/** Whether an address within the portal leads to something a visitor can read. */
export async function isAlive(feature: Portal, url: string): Promise<boolean> {
  const { pathname, searchParams } = new URL(url, 'http://portal')
  const entry = match(pathname, null)
  if (!entry) return false
  const wanted = wantedAt(entry.path, searchParams)
  return wanted === null || (await liveOne(feature, null, contents[wanted.type], wanted.id)) !== null
}
