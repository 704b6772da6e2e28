import { z } from 'zod'
import { contents } from '../contents/contents.ts'
import type { AnyContent, ContentName } from '../contents/define.ts'
import type { Field } from '../define.ts'
import { isStorable } from '../kinds/kind.ts'
import { page, paging } from './envelope.ts'

const names = Object.keys(contents) as [ContentName, ...ContentName[]]
export const contentName = z.enum(names, { error: '没有这类内容' })
export const contentId = z.string().regex(/^[1-9]\d{0,8}$/, '编号应为数字').transform(Number)
const words = z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能查找的字符')
const moment = z.iso.datetime({ offset: true, error: '应为日期和时间' }).nullable().default(null)

/** A file of a content, with an address that anybody may use for about a day. */
export const contentFile = z.object({ id: z.string(), name: z.string(), mime: z.string(), bytes: z.number().int(), url: z.string(), download: z.string() })
export type ContentFile = z.infer<typeof contentFile>

function shapeOf(field: Field): z.ZodType {
  if (field.kind === 'file') return field.multiple ? z.array(contentFile) : contentFile.nullable()
  if (field.multiple) return z.array(z.string()).nullable()
  if (field.kind === 'integer') return z.number().int().nullable()
  return field.kind === 'bool' ? z.boolean().nullable() : z.string().nullable()
}

/** What readers are given of a content: its fields as declared, with where it comes from. */
export function publicShape(definition: AnyContent) {
  return z.object({
    id: z.number().int(),
    is_top: z.boolean(),
    publish_time: z.string(),
    org: z.string(),
    ...Object.fromEntries(Object.entries(definition.fields).map(([key, field]) => [key, shapeOf(field)])),
  })
}

/** A content as readers of any type see it; the pages read fields by their declaration. */
export const publicContent = z.looseObject({ id: z.number().int(), is_top: z.boolean(), publish_time: z.string(), org: z.string() })
export type PublicContent = z.infer<typeof publicContent>
export const publicPage = page(publicContent)

/** GET /api/v1/portal/contents/{type}. */
export const publicQuery = z.strictObject({ ...paging, q: words.optional(), kind: z.string().max(20).optional(), area: z.string().regex(/^\d{6}$/, '区域代码不对').optional() })
export type PublicQuery = z.infer<typeof publicQuery>

const state = z.enum(['draft', 'inReview', 'published', 'takenDown'], { error: '没有这种状态' })

/** What may be done with a content now. */
export const contentActions = ['edit', 'delete', 'publish', 'sendBack', 'takeDown', 'pin', 'restore'] as const
export type ContentAction = (typeof contentActions)[number]

/** A content as its writers see it. */
export const contentLine = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state,
  /** Whether readers see it now, or from when on. */
  shown: z.enum(['no', 'waiting', 'now', 'over']),
  publishAt: z.string().nullable(),
  takeDownAt: z.string().nullable(),
  pinned: z.boolean(),
  org: z.string(),
  updatedAt: z.string(),
  /** Whether the working copy differs from what readers see. */
  changed: z.boolean(),
  value: z.record(z.string(), z.unknown()),
})
export type ContentLine = z.infer<typeof contentLine>
export const contentPage = page(contentLine)

export const contentView = contentLine.extend({
  live: z.record(z.string(), z.unknown()).nullable(),
  remark: z.string().nullable(),
  askedAt: z.string().nullable(),
  askedUntil: z.string().nullable(),
  by: z.string(),
  can: z.array(z.enum(contentActions)),
  /** Every file the working copy holds. */
  files: z.array(contentFile),
})
export type ContentView = z.infer<typeof contentView>

export const contentQuery = z.strictObject({ ...paging, q: words.optional(), state: state.optional() })
export const contentDraft = z.strictObject({ value: z.record(z.string(), z.unknown(), { error: '内容的格式不对' }) })
const version = z.int('版本号应为整数')
export const contentEdit = contentDraft.extend({ version })
export const contentPublish = z.strictObject({ version, publishAt: moment, takeDownAt: moment })
export const contentVersioned = z.strictObject({ version })
export const contentSendBack = z.strictObject({ version, reason: z.string().trim().min(1, '请写明原因').max(200, '不超过 200 个字').refine(isStorable, '含有不能保存的字符') })
export const contentPin = z.strictObject({ version, pinned: z.boolean({ error: '应为是或否' }) })
export const contentRestore = z.strictObject({ version, no: z.int('版本应为整数').min(1, '版本从 1 起') })

export const contentVersions = z.object({
  list: z.array(z.object({ no: z.number().int(), at: z.string(), publishAt: z.string(), takeDownAt: z.string().nullable(), by: z.string(), value: z.record(z.string(), z.unknown()) })),
})
export type ContentVersions = z.infer<typeof contentVersions>

/** GET /api/v1/allowedHosts. */
export const hostLine = z.object({ host: z.string(), note: z.string(), at: z.string() })
export type HostLine = z.infer<typeof hostLine>
export const hostDraft = z.strictObject({
  host: z.string({ error: '请填写域名' }).trim().toLowerCase().min(1, '请填写域名').max(260, '域名过长'),
  note: z.string().trim().max(100, '不超过 100 个字').refine(isStorable, '含有不能保存的字符').default(''),
})

/** GET /api/v1/uploads: files that administrators uploaded. */
export const uploadLine = contentFile.extend({ at: z.string(), uses: z.array(z.object({ type: contentName, id: z.number().int(), title: z.string() })), used: z.boolean() })
export type UploadLine = z.infer<typeof uploadLine>
export const uploadPage = page(uploadLine)

/** An item of the portal's navigation (head_list). */
export const headItem = z.object({ title: z.string(), url: z.string(), active_name: z.string(), type: z.string(), sub: z.array(z.unknown()) })

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
  links: z.object({ moe: z.string(), company: z.string(), distance: z.string() }),
  head_list: z.array(headItem),
  /** Hosts links may lead to at once; any other only through the page that says so. */
  hosts: z.array(z.string()),
  /** Links at the foot: friends and footer links. */
  foot: z.array(z.object({ title: z.string(), url: z.string() })),
})
export type Site = z.infer<typeof siteAnswer>

/** GET /api/v1/middle. */
export const middleAnswer = z.object({
  banners: z.array(publicContent),
  counts: z.object({ teachers: z.number().int(), schools: z.number().int(), resources: z.number().int(), activities: z.number().int() }),
  blocks: z.array(publicContent),
})

/** GET /api/v1/portal/home: the front page in one answer. */
export const homeAnswer = z.object({
  banners: z.array(publicContent),
  policies: z.array(publicContent),
  notices: z.array(publicContent),
  news: z.array(publicContent),
  teachers: z.array(publicContent),
  links: z.array(publicContent),
  more: z.array(publicContent),
  middle: middleAnswer,
  noticeTotal: z.number().int(),
})
export type Home = z.infer<typeof homeAnswer>
