import { contents } from '../../../catalogue/contents/contents.ts'
import { publicEntries } from '../../../catalogue/contents/public-entries.gen.ts'
import { feeds, onePath, onePaths, shownAt, type PublicName } from '../../../catalogue/contents/public.ts'
import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'
import { match } from '../../../catalogue/pages/pages.ts'
import { liveFirst, liveOne } from '../../engine/publishing/index.ts'
import { onSite, type Portal } from './feature.ts'
import { learningOf, type LearningResource } from './learning.ts'
import { bannersAt, site } from './site.ts'

/**
 * What programs that do not run the page read of it: search engines, chats that show a card. Plain text;
 * addresses from the root.
 */
export interface PageHead {
  readonly title: string
  readonly description: string
  readonly site: string
  readonly path: string
  readonly image: string | null
  /** The picture readers look at first; fetched before the page asks for it. */
  readonly first: string | null
  readonly index: boolean
  readonly feeds: readonly { readonly title: string; readonly path: string }[]
  /** An article, with the time it was published and who did. */
  readonly article: { readonly published: string; readonly publisher: string } | null
  /** What a page of a shared resource says of it to catalogues of learning resources. */
  readonly learning: LearningResource | null
}

/** Most letters of a description. */
const most = 150

const wordsOf = (held: unknown): string => (typeof held === 'string' ? wordsOfRich(held) : '')
const flat = (held: unknown): string => (typeof held === 'string' ? held.replaceAll(/\s+/g, ' ').trim() : '')
const cut = (text: string) => ([...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text)

/** The content an address shows, if it is one of a content. */
export function wantedAt(path: string, query: URLSearchParams): { type: PublicName; id: number } | null {
  const id = query.get('id') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(id)) return null
  const type = shownAt(path, (key) => query.get(key))
  return type ? { type, id: Number(id) } : null
}

/** Whether a page says something by itself; the others show something only with a query. */
export const isListed = (path: string): boolean =>
  !onePaths.has(path) && !/\/(previewFiles|pF\d?|test|search|dapin)$/.test(path)

/**
 * The head of a public page as a visitor sees it; null where the address is none. `url` is path and query.
 */
export async function headOf(given: Portal, url: string, host: string): Promise<PageHead | null> {
  const { pathname, searchParams } = new URL(url, 'http://portal')
  const entry = pathname === '/' ? match('/home/index', null) : match(pathname, null)
  if (!entry?.path.startsWith('/home')) return null
  const wanted = wantedAt(entry.path, searchParams)
  const feature = onSite(given, await given.sites.at(host))
  const [{ plat_name, name }, one] = await Promise.all([
    site(feature),
    wanted ? liveOne(feature, null, contents[wanted.type], wanted.id) : null,
  ])
  const shared = { site: plat_name, feeds, image: null, first: null, article: null, learning: null }
  if (!wanted || !one) {
    const front = entry.path === '/home/index'
    const [banner] = front
      ? await liveFirst(feature, null, contents.banner, { most: 1, narrow: bannersAt('top') })
      : []
    return {
      ...shared,
      first: pictureOf(banner?.['image']),
      title: front ? plat_name : entry.title,
      description: `${plat_name}，${name}主办：政策文件、通知公告、培训动态与教师档案。`,
      path: entry.path,
      index: isListed(entry.path),
    }
  }
  return {
    ...shared,
    title: flat(one[contents[wanted.type].headline]),
    description: cut(
      flat(wordsOf(one[publicEntries[wanted.type].texts[0]?.key ?? ''])) || `${one.publisher}发布`,
    ),
    path: onePath(wanted.type, wanted.id),
    index: true,
    image: pictureOf(one['cover']),
    article: { published: one.publish_time, publisher: one.publisher },
    learning: learningOf(contents[wanted.type], one, await feature.namedBeside(wanted.id)),
  }
}

const pictureOf = (held: unknown): string | null =>
  typeof held === 'object' && held !== null && 'url' in held && typeof held.url === 'string' ? held.url : null
