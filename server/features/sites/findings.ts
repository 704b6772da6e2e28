import { contents } from '../../../catalogue/contents/contents.ts'
import type { SiteFinding } from '../../../catalogue/contract/portal/sites.ts'
import type { Home } from '../../../catalogue/contract/portal/portal.ts'
import { invalidFields } from '../../../catalogue/errors.ts'
import { blockNames, blockWords } from '../../../catalogue/sites/blocks.ts'
import type { SiteBody, SiteLink } from '../../../catalogue/sites/body.ts'
import { leastContrast, palettes, worstContrast } from '../../../catalogue/sites/palettes.ts'

/** What the checks look at beside what was typed. */
export interface CheckGround {
  readonly home: Home
  /** Whether an address within the portal leads to something a visitor can read. */
  readonly isAlive: (url: string) => Promise<boolean>
  /** Whether the portal knows the address on which people sign in. */
  readonly hasOrigin: boolean
  readonly hasOffice: boolean
}

interface PlacedLink extends SiteLink {
  readonly field: string
}

/** Every link of a site, with the field where it was typed. */
function linksOf({ brand, nav }: SiteBody): PlacedLink[] {
  const heads = (nav ?? []).flatMap(({ sub, ...head }, at) => [
    { ...head, field: `body.nav.${at}.url` },
    ...sub.map((link, below) => ({ ...link, field: `body.nav.${at}.sub.${below}.url` })),
  ])
  return [
    ...heads,
    ...(brand.foot ?? []).map((link, at) => ({ ...link, field: `body.brand.foot.${at}.url` })),
  ]
}

const isInside = ({ url }: SiteLink) => url.startsWith('/')

/** Links into the portal that lead nowhere. What other hosts answer is not asked: the portal calls nobody. */
async function deadLinks(body: SiteBody, { isAlive }: CheckGround): Promise<SiteFinding[]> {
  const inside = linksOf(body).filter(isInside)
  const alive = await Promise.all(inside.map(({ url }) => isAlive(url)))
  return inside.flatMap(({ field, title, url }, at) =>
    alive[at]
      ? []
      : [{ level: 'fault' as const, field, message: `“${title}”的地址 ${url} 打不开，请改正或移除` }],
  )
}

function emptyBlocks(body: SiteBody, { home }: CheckGround): SiteFinding[] {
  return (body.home ?? blockNames).flatMap((block) =>
    block !== 'figures' && home[block].length === 0
      ? [
          {
            level: 'warning' as const,
            field: 'body.home',
            message: `“${blockWords[block]}”目前没有内容，访客看到的是空版块或不显示`,
          },
        ]
      : [],
  )
}

function contrast({ brand }: SiteBody): SiteFinding[] {
  const pair = brand.palette === null ? null : palettes[brand.palette]
  return pair !== null && worstContrast(pair) < leastContrast
    ? [{ level: 'fault', field: 'body.brand.palette', message: `配色“${pair.label}”对比度不足，请另选` }]
    : []
}

function columns(body: SiteBody, { hasOffice }: CheckGround): SiteFinding[] {
  return (body.columns ?? []).flatMap(({ type, from, chosen }, at) => {
    const title = contents[type].title
    if (from === 'chosen' && chosen.length === 0)
      return [
        {
          level: 'fault' as const,
          field: `body.columns.${at}.chosen`,
          message: `${title}只用挑选的，请至少挑选一条`,
        },
      ]
    if (from !== 'chosen' && !hasOffice)
      return [
        {
          level: 'fault' as const,
          field: `body.columns.${at}.from`,
          message: `该区域暂无机构，${title}不能按区域取`,
        },
      ]
    return []
  })
}

/** What speaks against publishing a site: faults must be mended, warnings are said. */
export async function findingsOf(body: SiteBody, looking: CheckGround): Promise<SiteFinding[]> {
  return [
    ...contrast(body),
    ...columns(body, looking),
    ...(await deadLinks(body, looking)),
    ...emptyBlocks(body, looking),
    ...(looking.hasOrigin
      ? []
      : [
          {
            level: 'warning' as const,
            field: 'body',
            message: '门户尚未设置对外地址（PUBLIC_ORIGIN），站点上没有登录入口',
          },
        ]),
  ]
}

/** Refuses faults with their fields. */
export function refuseFaults(findings: readonly SiteFinding[]): void {
  const faults = findings.filter(({ level }) => level === 'fault')
  if (faults.length > 0) throw invalidFields(faults.map(({ field, message }) => ({ field, message })))
}
