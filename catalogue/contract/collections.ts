import { z } from 'zod'
import { filledText, page, paging, typedText } from './envelope.ts'
import { libraryLine } from './library.ts'

/** Most resources of one collection. */
export const mostCollected = 200

const number = z.coerce
  .number({ error: '编号应为数字' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647, '没有该编号')
const version = z.int({ error: '缺少版本号' }).min(1)

/** `own`: what the asker, or his office, put together · `shared`: what others let him read. */
export const collectionViews = ['own', 'shared'] as const
export const collectionQuery = z.strictObject({
  ...paging,
  view: z.enum(collectionViews, { error: '没有这个分组' }).default('own'),
})
export const collectionParams = z.object({ id: number })

const items = z
  .array(
    z.strictObject({
      id: z.int('应为资源编号').min(1, '应为资源编号').max(2_147_483_647, '没有该资源'),
      note: typedText('说明', 200).default(''),
    }),
    { error: '请给出资源的顺序' },
  )
  .max(mostCollected, `一个合集最多 ${mostCollected} 件资源`)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, '同一件资源只能收一次')

/**
 * `shared`: everybody of the maker's school, or of the office's region, reads it; else the maker alone.
 * `open`: visitors, too; only offices above schools open one.
 */
export const collectionDraft = z.strictObject({
  title: filledText('名称', 60),
  description: typedText('简介', 500).default(''),
  shared: z.boolean({ error: '应为是或否' }).default(false),
  open: z.boolean({ error: '是否公开应为是或否' }).default(false),
  items: items.default([]),
})
export type CollectionDraft = z.infer<typeof collectionDraft>
export const collectionEdit = collectionDraft.extend({ items, version })
export type CollectionEdit = z.infer<typeof collectionEdit>

export const collectionLine = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  /** The teacher's name; null where it is the office's. */
  author: z.string().nullable(),
  org: z.string(),
  shared: z.boolean(),
  open: z.boolean(),
  /** The asker may change it. */
  own: z.boolean(),
  items: z.int(),
  updatedAt: z.string(),
  version: z.int(),
})
export type CollectionLine = z.infer<typeof collectionLine>
export const collectionPage = page(collectionLine)

/** Roles whose collections visitors may read: authorities above schools (decision 0053). */
export const openingRoles: readonly number[] = [4, 5, 6]

/** In the order of its maker. What a reader cannot read is no item, and is counted. */
export const collectionDetail = collectionLine.omit({ items: true }).extend({
  items: z.array(libraryLine.extend({ note: z.string() })),
  hidden: z.int(),
})
export type CollectionDetail = z.infer<typeof collectionDetail>
