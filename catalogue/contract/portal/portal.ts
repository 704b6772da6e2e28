import { z } from 'zod'
import { contentNames } from '../../contents/names.gen.ts'
import { filterKeys } from '../../contents/public.ts'
import { isStorable } from '../../kinds/kind.ts'
import { blockNames } from '../../sites/blocks.ts'
import { paletteNames } from '../../sites/palettes.ts'
import { page, paging } from '../envelope.ts'

/**
 * The public calls of the portal. They stand apart from contents.ts, which imports all declarations and
 * dictionaries: a visitor's page must stay small.
 */
export const contentName = z.enum(contentNames, { error: '没有该内容' })
export const contentState = z.enum(['draft', 'inReview', 'published', 'takenDown'], { error: '没有这种状态' })
export const contentId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
  .transform(Number)
const letters = z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符')

/** A file of a content, with an address that anybody may use for about a day. */
export const contentFile = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int(),
  url: z.string(),
  download: z.string(),
})
export type ContentFile = z.infer<typeof contentFile>

export const codeAndLabel = z.object({ code: z.string(), label: z.string() })
/**
 * A content as readers of any type see it, its fields beside these; `words` are the labels of its codes, by
 * field, `phase` how far what it tells of is.
 */
export const publicContent = z.looseObject({
  id: z.number().int(),
  is_top: z.boolean(),
  publish_time: z.string(),
  publisher: z.string(),
  words: z.record(z.string(), z.string()),
  phase: codeAndLabel.nullable(),
})
export type PublicContent = z.infer<typeof publicContent>
/**
 * A page of a type; `kinds` are the codes by which it may be narrowed, `phases` how far things may be,
 * `filters` the codes of further fields.
 */
export const publicPage = page(publicContent).extend({
  kinds: z.array(codeAndLabel),
  phases: z.array(codeAndLabel),
  filters: z.array(z.object({ key: z.string(), label: z.string(), items: z.array(codeAndLabel) })),
})
export type PublicPage = z.infer<typeof publicPage>

const code = z.string().max(20)
/** GET /api/v1/portal/contents/{type}. */
export const publicQuery = z.strictObject({
  ...paging,
  q: letters.optional(),
  kind: code.optional(),
  phase: code.optional(),
  area: z
    .string()
    .regex(/^\d{6}$/, '区域代码不对')
    .optional(),
  /** A chapter of the curriculum index, with everything below it; of types that stand on the shelf. */
  node: z.coerce
    .number({ error: '章节编号应为数字' })
    .int()
    .min(1, '没有该章节')
    .max(2_147_483_647)
    .optional(),
  ...Object.fromEntries(filterKeys.map((key) => [key, code.optional()])),
})
/** What a list is narrowed by; `by` are codes of the declaration's `filters`. */
export interface PublicQuery {
  readonly page: number
  readonly pageSize: number
  readonly q?: string | undefined
  readonly kind?: string | undefined
  readonly phase?: string | undefined
  readonly area?: string | undefined
  readonly node?: number | undefined
  readonly by?: Readonly<Record<string, string | undefined>>
}

const navigationLink = z.object({
  title: z.string(),
  url: z.string(),
  active_name: z.string(),
  type: z.string(),
})

/** An item of the portal's navigation (head_list) with its second level. */
export const headItem = navigationLink.extend({ sub: z.array(navigationLink) })
export type HeadItem = z.infer<typeof headItem>
export const headItems = z.array(headItem)

/** GET /api/v1/siteConfig, `data.data`. */
export const siteAnswer = z.object({
  plat_name: z.string(),
  name: z.string(),
  plat_logo: z.string(),
  index_foot_logo: z.string(),
  home_foot_logo: z.string(),
  hotline: z.string(),
  support_mail: z.string(),
  filing_no: z.string(),
  /** Filing with the police, and the address of the mark of public bodies. */
  police_filing_no: z.string(),
  government_mark_url: z.string(),
  links: z.object({ moe: z.string(), company: z.string(), distance: z.string() }),
  head_list: headItems,
  /** Hosts links may lead to at once; any other only through the page that says so. */
  hosts: z.array(z.string()),
  /** Links at the foot: friends and footer links. */
  foot: z.array(z.object({ title: z.string(), url: z.string() })),
  /** Whether visitors see more than that the portal is being prepared. */
  opened: z.boolean(),
  /** Colours of a client's site; null for the portal's own. */
  palette: z.enum(paletteNames).nullable(),
  /** Blocks of its front page in their order; null for those of the region. */
  blocks: z.array(z.enum(blockNames)).nullable(),
  /**
   * The address on which people sign in: empty for the one that is open, null where none is known. A site of
   * a client never signs anybody in.
   */
  work: z.string().nullable(),
})
export type Site = z.infer<typeof siteAnswer>
/** One `data` within the other, as the specification has it. */
export const siteData = z.object({ data: siteAnswer })

/** GET /api/v1/middle. */
export const middleAnswer = z.object({
  banners: z.array(publicContent),
  counts: z.object({
    teachers: z.number().int(),
    schools: z.number().int(),
    resources: z.number().int(),
    activities: z.number().int(),
  }),
  blocks: z.array(publicContent),
})

/**
 * One of a hot list (/api/policy/hot, /api/training/hot, the front page): `readers` distinct ones in 30 days.
 */
export const hotLine = z.object({
  id: z.number().int(),
  title: z.string(),
  publish_time: z.string(),
  readers: z.number().int(),
})
export type HotLine = z.infer<typeof hotLine>
export const hotLines = z.array(hotLine)
/** The sentence beside a hot list that explains its order. */
export const hotRule =
  '按近30天不同读者数排：登录的按人算，没登录的每天按设备算一次，不含搜索引擎和发布人自己。'

const neighbour = z.object({ id: z.int(), title: z.string() }).nullable()
/**
 * GET /api/v1/portal/contents/{type}/{id}/neighbours: what stands before and behind one content in the list
 * of its type, among those the reader may see; null at the ends, and for types that are not ordered by their
 * age.
 */
export const neighbours = z.object({ before: neighbour, behind: neighbour })

/** GET /api/v1/portal/home: the front page in one answer. */
export const homeAnswer = z.object({
  banners: z.array(publicContent),
  policies: z.array(publicContent),
  notices: z.array(publicContent),
  news: z.array(publicContent),
  teachers: z.array(publicContent),
  activities: z.array(publicContent),
  studios: z.array(publicContent),
  hotResources: hotLines,
  links: z.array(publicContent),
  more: z.array(publicContent),
  blocks: z.array(publicContent),
  noticeTotal: z.number().int(),
})
export type Home = z.infer<typeof homeAnswer>
