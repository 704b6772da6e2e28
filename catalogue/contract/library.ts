import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'
import { namedCoauthor } from './coauthors.ts'
import { page, paging } from './envelope.ts'
import { contentFile } from './portal/portal.ts'

const number = z.coerce
  .number({ error: '编号应为数字' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647)
const code = z.string().max(4, '没有这一项').optional()

/** Parts of a library: what one may read, what the own institution shares, what others do, what one kept. */
export const libraryViews = ['all', 'own', 'others', 'region', 'kept'] as const
export type LibraryView = (typeof libraryViews)[number]

/** What a list of a library may be asked. */
export const libraryQuery = z.strictObject({
  ...paging,
  view: z.enum(libraryViews, { error: '没有这个分组' }).default('all'),
  q: z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional(),
  node: number.optional(),
  point: number.optional(),
  form: code,
  format: z.string().max(8, '没有这种格式').optional(),
  stage: code,
  subject: code,
  grade: code,
  order: z.enum(['newest', 'used'], { error: '没有这种排序' }).default('newest'),
})
export type LibraryQuery = z.infer<typeof libraryQuery>

const score = z.object({
  /** Weighted towards the mean of all; null below five ratings. */
  value: z.number().nullable(),
  people: z.int(),
})

export const libraryLine = z.object({
  id: z.int(),
  title: z.string(),
  author: z.string(),
  org: z.string(),
  form: z.string().nullable(),
  format: z.string().nullable(),
  bytes: z.int().nullable(),
  stage: z.string().nullable(),
  subject: z.string().nullable(),
  grade: z.string().nullable(),
  licence: z.string().nullable(),
  /** How far it is read, a code of shareScope. */
  reach: z.string(),
  publishedAt: z.string(),
  /** Chapters that it hangs below, by their own titles. */
  chapters: z.array(z.string()),
  /** People and institutions other than its own that downloaded it; a person counts once a month. */
  uses: z.object({ people: z.int(), institutions: z.int() }),
  score,
  kept: z.boolean(),
  /** The asker wrote it. */
  own: z.boolean(),
  /** A newer version is on its way; told to the own institution. */
  newer: z.boolean(),
  /** Taken down; it can be read no more. */
  gone: z.boolean(),
})
export type LibraryLine = z.infer<typeof libraryLine>
/** A line of a list, with the address of a small copy of its cover. */
export const listedLine = libraryLine.extend({ cover: z.string().nullable() })
export type ListedLine = z.infer<typeof listedLine>
export const libraryPage = page(listedLine)

/** What a resource was adapted from; `readable` by the asker now, `gone`: taken down. */
const origin = z.object({
  id: z.int(),
  title: z.string(),
  author: z.string(),
  org: z.string(),
  version: z.int(),
  readable: z.boolean(),
  gone: z.boolean(),
})
export type LibraryOrigin = z.infer<typeof origin>

export const libraryItem = libraryLine.extend({
  version: z.int(),
  /** Who below reads it, told in the words of shareScope. */
  description: z.string().nullable(),
  sourceNote: z.string().nullable(),
  file: contentFile.nullable(),
  /** Files of a lesson bundle, which has them in the place of the one file. */
  parts: z.array(z.object({ label: z.string(), file: contentFile })),
  /** Addresses of the captions of its film or sound, and of the picture before a film is played. */
  captions: z.string().nullable(),
  poster: z.string().nullable(),
  /** The score that the asker gave; null for none. */
  ownScore: z.int().nullable(),
  /** Whether the asker may rate it: he opened it and did not write it. */
  mayRate: z.boolean(),
  /** Whether the asker may begin a resource adapted from it. */
  mayAdapt: z.boolean(),
  /** Who made it beside the author, each of whom agreed. */
  coauthors: z.array(namedCoauthor),
  origin: origin.nullable(),
  /** Resources in a library that were adapted from it. */
  adaptations: z.int(),
})
export type LibraryItem = z.infer<typeof libraryItem>

export const favouriteBody = z.strictObject({ on: z.boolean({ error: '应为是或否' }).default(true) })
export const scoreBody = z.strictObject({
  score: z.int('评分应为 1 到 5 的整数').min(1, '评分应为 1 到 5 的整数').max(5, '评分应为 1 到 5 的整数'),
})
export const downloadAnswer = z.object({ url: z.string(), name: z.string() })
