import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { PublicContent, Site } from '../../../catalogue/contract/portal/portal.ts'
import type { SiteLink } from '../../../catalogue/sites/body.ts'
import type { SiteInForce } from '../../../catalogue/sites/merged.ts'
import { audienceOf, forAll, hostsOf, isOpened, liveFirst } from '../../engine/publishing/index.ts'
import type { Audience } from '../../platform/http/call.ts'
import type { Portal } from './feature.ts'
import { sql } from '../../platform/db/sql.ts'

const textOf = (one: PublicContent | undefined, key: string): string => {
  const value = one?.[key]
  return typeof value === 'string' ? value : ''
}
const logoOf = (one: PublicContent | undefined, key: string): string => {
  const value = one?.[key]
  return typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'
    ? value.url
    : '/logo.svg'
}

/**
 * Name, marks, foot and navigation of the site; the product's own until somebody publishes a configuration. A
 * client's domain has its name and mark, and what its site says.
 */
export async function site(feature: Portal): Promise<Site> {
  // Navigation and marks of the region are not narrowed by the columns of a site.
  const { placed: _narrowed, ...region } = feature
  const [[config], links, hosts, { opened }] = await Promise.all([
    liveFirst(region, null, contents.siteConfig, { most: 1 }),
    liveFirst(region, null, contents.homeLink, {
      most: 100,
      narrow: sql`and c.live ->> 'linkKind' in ('nav', 'footer', 'friend')`,
    }),
    hostsOf(region.db),
    region.db.one<{ opened: boolean }>(sql`select ${isOpened} as opened`),
  ])
  const of = (...kinds: string[]) =>
    links.filter((link) => kinds.includes(textOf(link, 'linkKind')) && textOf(link, 'url') !== '')
  const regional: Site = {
    plat_name: textOf(config, 'platName') || '教师发展与教研平台',
    name: textOf(config, 'name') || '杏坛',
    plat_logo: logoOf(config, 'platLogo'),
    index_foot_logo: logoOf(config, 'indexFootLogo'),
    home_foot_logo: logoOf(config, 'homeFootLogo'),
    hotline: textOf(config, 'hotline'),
    support_mail: textOf(config, 'supportMail'),
    filing_no: textOf(config, 'filingNo'),
    police_filing_no: textOf(config, 'policeFilingNo'),
    government_mark_url: textOf(config, 'governmentMarkUrl'),
    links: {
      moe: textOf(config, 'educationMinistryUrl'),
      company: textOf(config, 'companyUrl'),
      distance: textOf(config, 'distanceEducationUrl'),
    },
    head_list: headList(of('nav')),
    hosts,
    foot: of('friend', 'footer').map((link) => ({ title: textOf(link, 'title'), url: textOf(link, 'url') })),
    opened,
    palette: null,
    blocks: null,
    work: '',
  }
  return region.client ? withBrand(regional, region.client, region) : regional
}

/**
 * The region's site under the name of a client. Notice, accessibility and the address for complaints stay the
 * region's, whoever runs the site.
 */
function withBrand(
  regional: Site,
  { name, logo, isSite, parts: { brand, nav, home } }: SiteInForce,
  { fileAddress, publicOrigin }: Pick<Portal, 'fileAddress' | 'publicOrigin'>,
): Site {
  const mark = brand.logo ?? logo
  return {
    ...regional,
    plat_name: brand.name ?? name,
    plat_logo: mark === null ? regional.plat_logo : fileAddress(mark, 'preview'),
    name: brand.runBy ?? regional.name,
    filing_no: brand.filingNo ?? regional.filing_no,
    foot: brand.foot ?? regional.foot,
    head_list: nav?.map(headOf) ?? regional.head_list,
    palette: brand.palette,
    blocks: home,
    work: isSite ? (publicOrigin ?? null) : '',
  }
}

const entryOf = ({ title, url }: SiteLink) => ({ title, url, active_name: '', type: '0' })
const headOf = ({ sub, ...head }: SiteLink & { readonly sub: readonly SiteLink[] }) => ({
  ...entryOf(head),
  sub: sub.map(entryOf),
})

/**
 * The navigation in two levels. A link whose 上级栏目 names no link of the first level stands there itself.
 */
function headList(links: readonly PublicContent[]): Site['head_list'] {
  const parentOf = (link: PublicContent) => textOf(link, 'parentTitle')
  const first = new Set(links.filter((link) => parentOf(link) === '').map((link) => textOf(link, 'title')))
  const isBelow = (link: PublicContent) =>
    first.has(parentOf(link)) && parentOf(link) !== textOf(link, 'title')
  const plain = (link: PublicContent) => ({
    title: textOf(link, 'title'),
    url: textOf(link, 'url'),
    active_name: textOf(link, 'activeName'),
    type: textOf(link, 'openMode') || '0',
  })
  return links
    .filter((link) => !isBelow(link))
    .map((link) => ({
      ...plain(link),
      sub: links.filter((one) => isBelow(one) && parentOf(one) === textOf(link, 'title')).map(plain),
    }))
}

/** Audience of an answer: readers who see the same contents. */
export const forReaders = ({
  actor,
  site: client,
}: {
  readonly actor: Actor | null
  readonly site: SiteInForce | null
}): Audience => ({
  // Without the client the first one's front page would be everybody's.
  name: `${client?.clientId ?? ''} ${audienceOf(actor) ?? ''}`,
  open: actor === null,
})

/** Banners at a place of the front page (dictionary bannerPosition). */
export const bannersAt = (position: 'top' | 'middle') =>
  sql`and c.live ->> 'bannerPosition' = ${sql.lit(position)}`

/** Counting everybody of a province takes a tenth of a second: the front page may be ten minutes behind. */
const countedMs = 600_000
interface Counts {
  readonly at: number
  readonly teachers: number
  readonly schools: number
  readonly resources: number
  readonly activities: number
}
const counted = new WeakMap<object, Counts>()

async function counts({ db }: Portal): Promise<Counts> {
  const known = counted.get(db)
  if (known && Date.now() - known.at < countedMs) return known
  const row = await db.one<Omit<Counts, 'at'>>(sql`
    select (select count(*)::int
      from teacher) as teachers, (select count(*)::int
      from institution
      where level = 'school' and closed_on is null) as schools,
      (select count(*)::int from content c where ${forAll(contents.resource)}) as resources,
      (select count(*)::int
        from content c
        where ${forAll(contents.teachingActivity)}) as activities`)
  const fresh = { ...row, at: Date.now() }
  counted.set(db, fresh)
  return fresh
}

/** The middle of the front page; resources and activities are those everybody may see. */
export async function middle(feature: Portal, reader: Actor | null) {
  const [banners, blocks, { teachers, schools, resources, activities }] = await Promise.all([
    liveFirst(feature, reader, contents.banner, { most: 6, narrow: bannersAt('middle') }),
    liveFirst(feature, reader, contents.middleBlock, { most: 6 }),
    counts(feature),
  ])
  return { banners, blocks, counts: { teachers, schools, resources, activities } }
}
