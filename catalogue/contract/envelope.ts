import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'

/** Every answer: `error_code` 0 is success; `msg` is a sentence for people (endpoints.json, conventions). */
export function envelope<T extends z.ZodType>(data: T) {
  return z.object({ error_code: z.literal(0), msg: z.string(), data })
}

/** An error answer. `data.errors` names the fields at fault. */
export const failure = z.object({
  error_code: z.number().int(),
  msg: z.string(),
  data: z
    .object({ errors: z.array(z.object({ field: z.string(), message: z.string() })).optional() })
    .nullable(),
})

/** A page of a list: `total` is exact up to 10 000, beyond that `totalMore` is true. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    list: z.array(item),
    total: z.number().int(),
    totalMore: z.literal(true).optional(),
    page: z.number().int(),
    pageSize: z.number().int(),
  })
}

/**
 * The database reads all rows before a page. With 20 rows a page this ends at 10 000, up to which totals are
 * exact.
 */
const deepestPage = 500
export const deepestRow = 10_000

const size = z.coerce
  .number({ error: '每页条数应为整数' })
  .int('每页条数应为整数')
  .min(1, '每页至少 1 条')
  .max(100, '每页至多 100 条')

/** Query of every list. */
export const paging = {
  page: z.coerce
    .number({ error: '页码应为整数' })
    .int('页码应为整数')
    .min(1, '页码从 1 起')
    .max(deepestPage, `只能翻到第 ${deepestPage} 页，请筛选后再找`)
    .default(1),
  pageSize: size.default(20),
}

/**
 * Query of the lists of the fixed calls, which call the page size `limit`. It has no default: with one the
 * schema would always set it.
 */
export const listing = { ...paging, limit: size.optional() }

/** A query of such a list with one page size. */
export function sized<T extends { pageSize: number; limit?: number | undefined }>({ limit, ...rest }: T) {
  return { ...rest, pageSize: limit ?? rest.pageSize }
}

/**
 * The order of a list by one of the columns that an index serves, with a minus in front for falling. Left
 * out: the usual order.
 */
export function orderedBy<const K extends string>(...keys: readonly K[]) {
  const offered = keys.flatMap((key): (K | `-${K}`)[] => [key, `-${key}`])
  return z.enum(offered, { error: '该名单不能按这一栏排序' }).optional()
}

const exists = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/**
 * A day as 'YYYY-MM-DD' that exists, of the years 1900 to 2100: what every call that takes a day reads it by.
 * The day after it, and its first and last instant, exist as well.
 * @param error what is said of anything that is not written so
 */
export const dayText = (error = '日期应形如 2026-01-31') =>
  z
    .string({ error })
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error, abort: true })
    .refine(exists, { error: '没有这一天', abort: true })
    .refine((text) => /^(?:19|20)\d\d|^2100/.test(text), '日期应在 1900 年至 2100 年之间')

/** UUID of a record, revision or file, of any version. */
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, '编号格式不对')

/** A typed text, trimmed: at most so many letters, none that cannot be stored; it may be empty. */
export const typedText = (label: string, most: number) =>
  z
    .string({ error: `请填写${label}` })
    .trim()
    .max(most, `${label}不超过 ${most} 个字`)
    .refine(isStorable, '含有不能保存的字符')

/** The same, and not empty. */
export const filledText = (label: string, most: number) => typedText(label, most).min(1, `请填写${label}`)
