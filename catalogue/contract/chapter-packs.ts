import { z } from 'zod'
import { uuid } from './envelope.ts'

/** Limits of 离线包: resources and bytes of one, those that a person has at once, days that each is kept. */
export const packLimits = { items: 300, bytes: 2 * 1024 ** 3, atOnce: 5, days: 3 } as const

const node = z.coerce
  .number({ error: '章节编号应为数字' })
  .int('章节编号应为整数')
  .min(1, '章节编号从 1 起')
  .max(2_147_483_647, '没有该章节')

export const packParams = z.object({ id: uuid })

/** POST /api/v1/chapterPack: what the asker may read below a chapter, as one zip; films only when asked for. */
export const packAsked = z.strictObject({
  node: z.int({ error: '章节编号应为整数' }).min(1, '章节编号从 1 起').max(2_147_483_647, '没有该章节'),
  films: z.boolean({ error: '是否含视频应为是或否' }).default(false),
})
export type PackAsked = z.infer<typeof packAsked>

/** `expired`: its days are over; it can be asked for again, like one that failed. */
export const packStates = ['queued', 'writing', 'ready', 'failed', 'expired'] as const
export const chapterPack = z.object({
  id: uuid,
  node: z.int(),
  chapter: z.string(),
  films: z.boolean(),
  state: z.enum(packStates),
  /** Resources in it. */
  items: z.int(),
  /** Files that were to go along and whose bytes the portal has no more. */
  lost: z.int(),
  bytes: z.int().nullable(),
  /** SHA-256 of the whole file in hexadecimal digits. */
  sha256: z.string().nullable(),
  keptUntil: z.string().nullable(),
  fault: z.string().nullable(),
})
export type ChapterPack = z.infer<typeof chapterPack>

/** GET /api/v1/chapterPack: what a pack of the chapter would hold now, and the asker's packs of it. */
export const packQuery = z.strictObject({ node })
export const packOffer = z.object({
  /** Resources with files that are no films, and the bytes of these files. */
  items: z.int(),
  bytes: z.int(),
  /** The same with films. */
  filmItems: z.int(),
  filmBytes: z.int(),
  packs: z.array(chapterPack),
})
export type PackOffer = z.infer<typeof packOffer>

/** GET /api/v1/chapterPack/{id}/address: where the file is fetched; ranges of it, too. */
export const packAddress = z.object({ url: z.string(), name: z.string() })
