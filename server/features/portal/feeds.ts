import { xmlText } from '../../../catalogue/markup/letters.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { contents } from '../../../catalogue/contents/contents.ts'
import { pathOf } from '../../../catalogue/contents/paths.ts'
import { feeds } from '../../../catalogue/contents/public.ts'
import type { AnyContent, ContentName } from '../../../catalogue/contents/define.ts'
import type { PublicContent } from '../../../catalogue/contract/portal/portal.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'
import { pagesFor } from '../../../catalogue/pages/pages.ts'
import { liveFirst, seen } from '../../engine/publishing/index.ts'
import { keyedUrn } from '../../platform/crypto/keyed-urn.ts'
import { onSite, type Portal } from './feature.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Server } from '../../platform/http/server.ts'
import { isListed } from './head.ts'
import { site } from './site.ts'

/** Entries of a feed, letters of one, and addresses of one site map (the most its readers take). */
const [entries, letters, addresses] = [50, 2000, 50_000]

/** Pages that say something by themselves. */
const standing = (): string[] =>
  pagesFor(null)
    .filter(
      ({ path, page, redirect }) =>
        path.startsWith('/home/') && page === 'portal' && redirect === undefined && isListed(path),
    )
    .map(({ path }) => path)

/** Condition that `content c` is an article which visitors read here. */
const articlesOf = ({ placed }: Portal) =>
  sql.join(
    feeds.map(({ type }) => sql`(${seen(contents[type], null)} ${placed?.(contents[type]) ?? sql.empty})`),
    ' or ',
  )

const config = { access: 'public' } as const
const answer = (reply: FastifyReply, type: string, text: string) =>
  reply.type(type).header('cache-control', 'no-cache').send(text)

/** The portal's own address; maps and feeds need whole addresses. */
async function namedOrigin({ originOf }: Portal, request: FastifyRequest): Promise<string> {
  const origin = await originOf(request)
  if (origin === null)
    throw new AppError('missing', { message: '门户尚未配置对外地址，请管理员设置 PUBLIC_ORIGIN' })
  return origin
}

/**
 * What other programs read of the portal as visitors: a feed of each column, the map of the site, and what
 * may be read at all.
 */
export function feedRoutes(server: Server, feature: Portal): void {
  for (const feed of feeds) {
    server.get(
      feed.path,
      { config, compress: {}, schema: { summary: `订阅：${feed.title}`, tags: ['门户'] } },
      async (request, reply) =>
        answer(
          reply,
          'application/atom+xml; charset=utf-8',
          await feedOf(onSite(feature, request.site), await namedOrigin(feature, request), feed),
        ),
    )
  }
  mapRoute(server, feature)
  robotsRoute(server, feature)
}

function mapRoute(server: Server, feature: Portal): void {
  const query = z.strictObject({
    part: z.coerce
      .number({ error: '应为数字' })
      .int('应为数字')
      .min(1, '从 1 起')
      .max(1000, '没有这一份')
      .optional(),
  })
  server.get(
    '/sitemap.xml',
    { config, compress: {}, schema: { summary: '站点地图', tags: ['门户'], querystring: query } },
    async (request, reply) => {
      const { part } = request.query as z.output<typeof query>
      return answer(
        reply,
        'application/xml; charset=utf-8',
        await siteMap(onSite(feature, request.site), await namedOrigin(feature, request), part),
      )
    },
  )
}

function robotsRoute(server: Server, { originOf }: Portal): void {
  server.get(
    '/robots.txt',
    { config, schema: { summary: '搜索引擎可以读什么', tags: ['门户'] } },
    async (request, reply) => {
      const origin = await originOf(request)
      const map = origin === null ? '' : `Sitemap: ${origin}/sitemap.xml\n`
      return answer(
        reply,
        'text/plain; charset=utf-8',
        `User-agent: *\nDisallow: /api/\nDisallow: /home/search\nDisallow: /home/pF\nAllow: /home/\n${map}`,
      )
    },
  )
}

const textOf = (held: unknown) => (typeof held === 'string' ? held : '')

/** A list as an Atom feed, newest first, with the first letters of each text. */
async function feedOf(
  feature: Portal,
  origin: string,
  { type, title, path }: (typeof feeds)[number],
): Promise<string> {
  const [{ plat_name }, list] = await Promise.all([
    site(feature),
    liveFirst(feature, null, contents[type], { most: entries }),
  ])
  const found = list.toSorted((a, b) => Date.parse(b.publish_time) - Date.parse(a.publish_time))
  const updated = isoOf(found[0]?.publish_time ?? '2026-01-01T00:00:00Z')
  const own = xmlText(`${origin}${path}`)
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN">',
    // A reader that follows the feed finds nothing new when the portal moves to another address (RFC 4287, 4.2.6).
    `<id>${keyedUrn(feature.keys, 'feed', feature.client?.isSite ? `${type}|${feature.client.clientId}` : type)}</id>`,
    `<title>${xmlText(`${title} - ${plat_name}`)}</title>`,
    `<link rel="self" href="${own}"/>`,
    `<link href="${xmlText(`${origin}/home/index`)}"/>`,
    `<updated>${updated}</updated>`,
    ...found.map((one) =>
      entryOf(keyedUrn(feature.keys, 'feed.entry', `${type}|${one.id}`), {
        origin,
        definition: contents[type],
        one,
      }),
    ),
    '</feed>\n',
  ].join('')
}

interface FeedEntry {
  readonly origin: string
  readonly definition: AnyContent
  readonly one: PublicContent
}

function entryOf(id: string, { origin, definition, one }: FeedEntry): string {
  const url = xmlText(`${origin}${pathOf(definition, one.id, one) ?? ''}`)
  const [body = ''] = definition.public?.texts ?? []
  const text = [...wordsOfRich(textOf(one[body]))].slice(0, letters).join('')
  return [
    '<entry>',
    `<id>${id}</id>`,
    `<title>${xmlText(textOf(one[definition.headline]))}</title>`,
    `<link href="${url}"/>`,
    `<updated>${isoOf(one.publish_time)}</updated>`,
    `<author><name>${xmlText(one.publisher)}</name></author>`,
    `<summary type="text">${xmlText(text)}</summary>`,
    '</entry>',
  ].join('')
}

const isoOf = (time: string) => new Date(time).toISOString()

/** One site map, or the index of several where there is more than one holds. */
async function siteMap(feature: Portal, origin: string, part: number | undefined): Promise<string> {
  const { db } = feature
  const articles = articlesOf(feature)
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from content c where ${articles}`,
  )
  const pages = standing()
  const parts = Math.max(1, Math.ceil((total + pages.length) / addresses))
  const begin = '<?xml version="1.0" encoding="utf-8"?>\n'
  const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
  if (part === undefined && parts > 1) {
    const maps = Array.from(
      { length: parts },
      (_, i) => `<sitemap><loc>${xmlText(`${origin}/sitemap.xml?part=${i + 1}`)}</loc></sitemap>`,
    )
    return `${begin}<sitemapindex ${space}>${maps.join('')}</sitemapindex>\n`
  }
  const n = part ?? 1
  if (n > parts) throw new AppError('missing')
  // The standing pages are in the first.
  const from = n === 1 ? 0 : (n - 1) * addresses - pages.length
  const rows = await db.query<{ id: number; type: ContentName; publish_at: string }>(sql`
    select c.id, c.type, c.publish_at
    from content c
    where ${articles}
    order by c.id
    limit ${n === 1 ? addresses - pages.length : addresses}
    offset ${from}`)
  const own = n === 1 ? pages.map((path) => `<url><loc>${xmlText(origin + path)}</loc></url>`) : []
  const urls = rows.map(
    ({ id, type, publish_at }) =>
      `<url><loc>${xmlText(`${origin}${pathOf(contents[type], id, {}) ?? ''}`)}</loc><lastmod>${isoOf(publish_at)}</lastmod></url>`,
  )
  return `${begin}<urlset ${space}>${[...own, ...urls].join('')}</urlset>\n`
}
