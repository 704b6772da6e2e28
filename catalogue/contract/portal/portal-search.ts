import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { page, paging } from '../envelope.ts'
import { contentName } from './portal.ts'

/** GET /api/v1/portal/search. */
export const searchQuery = z.strictObject({
  ...paging,
  q: z
    .string({ error: '请填写要搜索的词' })
    .trim()
    .min(1, '请填写要搜索的词')
    .max(60, '不超过 60 个字')
    .refine(isStorable, '含有不能搜索的字符'),
  type: contentName.optional(),
  area: z
    .string()
    .regex(/^\d{6}$/, '区域代码不对')
    .optional(),
  year: z.coerce
    .number({ error: '年份应为数字' })
    .int('年份应为数字')
    .min(1990, '年份过早')
    .max(2100, '年份过晚')
    .optional(),
})
export type SearchQuery = z.infer<typeof searchQuery>

/** A piece of plain text. The page marks those with `hit`, which match the search. */
const piece = z.object({ text: z.string(), hit: z.boolean() })
export type Piece = z.infer<typeof piece>

export const searchLine = z.object({
  id: z.number().int(),
  type: contentName,
  /** Where it is read. */
  path: z.string(),
  title: z.array(piece),
  excerpt: z.array(piece),
  /** The names of attachments that contain it. */
  files: z.array(z.array(piece)),
  kind: z.string(),
  publisher: z.string(),
  publish_time: z.string(),
})
export type SearchLine = z.infer<typeof searchLine>

const choice = z.object({ code: z.string(), label: z.string(), count: z.number().int() })

/**
 * A page of results. The choices say how many results each would leave. `relaxed`: nothing contains the
 * phrase, so its words were searched one by one.
 */
export const searchAnswer = page(searchLine).extend({
  types: z.array(choice),
  areas: z.array(choice),
  years: z.array(choice),
  relaxed: z.boolean(),
})
export type SearchAnswer = z.infer<typeof searchAnswer>
