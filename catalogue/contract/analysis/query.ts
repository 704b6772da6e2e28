import { z } from 'zod'
import { mostColumns } from '../../query/columns.ts'
import { queryShape, wholeQuery } from '../../query/query.ts'
import { isStorable } from '../../kinds/kind.ts'
import { listing, page, paging } from '../envelope.ts'

const count = z.number().int()
const number = z
  .number({ error: '编号应为整数' })
  .int('编号应为整数')
  .positive('编号从 1 起')
  .max(2_147_483_647)
const columnKey = z.string({ error: '列应为文字' }).regex(/^[A-Za-z][A-Za-z0-9.]{0,60}$/, '没有这一列')

const columns = z
  .array(columnKey, { error: '请选择结果列' })
  .max(mostColumns, `结果列至多 ${mostColumns} 个`)
  .refine((keys) => new Set(keys).size === keys.length, '同一列只能选一次')
const direction = z.enum(['asc', 'desc'], { error: '顺序应为 asc 或 desc' })
const sort = z
  .array(z.tuple([columnKey, direction], { error: '排序应写成 [列, asc 或 desc]' }), {
    error: '排序应为一组',
  })
  .max(2, '至多按两列排序')

/** POST /api/sanalysis/DataAdvancedSearch (endpoints): the query with what of its answer is wanted. */
export const advancedSearch = z.strictObject({
  ...queryShape,
  columns: columns.optional(),
  sort: sort.optional(),
  page: paging.page,
  /** The model's word for `pageSize`; either is taken. */
  limit: listing.limit,
  pageSize: paging.pageSize,
  /** The model's word for a file instead of a page: files are asked of the exports, with a purpose. */
  export: z.literal(false, { error: '导出请走“导出”，写明用途' }).optional(),
  /** Of those found, only those of one district or school of the answer. */
  within: number.optional(),
  /** Only how many there are, while the query is being built. */
  countsOnly: z.boolean({ error: '应为是或否' }).optional(),
})
export type AdvancedSearch = z.output<typeof advancedSearch>
export type SearchSort = NonNullable<AdvancedSearch['sort']>

const shown = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])
/** One person: the teacher's number and the values of the columns, as the reader may see them. */
const found = z.object({ id: count, institutionId: count.nullable(), values: z.record(z.string(), shown) })
export type FoundPerson = z.infer<typeof found>

export const searchAnswer = page(found).extend({
  columns: z.array(z.object({ key: z.string(), label: z.string(), sorts: z.boolean() })),
  /** People before any condition, and after each condition within its group, by its place in the query. */
  base: count,
  remaining: z.record(z.string(), count),
  /** People who fulfil more than one of the groups, counted once in the total. */
  several: count,
  /** How many of those found belong to each institution one step below. */
  places: z.array(z.object({ id: count, name: z.string(), count })),
  /** The query in words; what was chosen is strong. */
  sentence: z.array(z.object({ text: z.string(), strong: z.literal(true).optional() })),
  /** The place that was looked at, the day that counted, and when it was counted. */
  place: z.string(),
  day: z.string(),
  at: z.string(),
  took: z.number(),
})
export type SearchAnswer = z.infer<typeof searchAnswer>

const name = z
  .string({ error: '请填写查询名称' })
  .trim()
  .min(1, '请填写查询名称')
  .max(30, '查询名称不超过 30 个字')
  .refine(isStorable, '名称含有不能保存的字符')

/** Most queries that one identity keeps, and most versions of one. */
export const mostQueries = 50
export const mostVersions = 100

/** POST /api/v1/analysis/query: a new query, or a new version of one. */
export const keptQuery = z.strictObject({
  id: number.optional(),
  /** The version that was being changed; without it nobody else's version is written over. */
  after: count.min(0, '版本从 0 起').optional(),
  name: name.optional(),
  query: wholeQuery,
  columns,
  sort: sort.default([]),
})
export type KeptQuery = z.output<typeof keptQuery>

export const rhythms = ['weekly', 'monthly'] as const
export type Rhythm = (typeof rhythms)[number]

/** Levels of offices below one's own to which a query is given: the roles of dictionary userRole. */
export const sharedRoles = ['4', '5'] as const

/** PUT /api/v1/analysis/query/{id} */
export const queryChange = z.strictObject({
  name: name.optional(),
  sharedWith: z
    .array(z.enum(sharedRoles, { error: '没有这一级' }), { error: '应为一组级别' })
    .max(2)
    .optional(),
  rhythm: z.enum(rhythms, { error: '应为 weekly 或 monthly' }).nullable().optional(),
})
export type QueryChange = z.output<typeof queryChange>

export const queryId = z.object({
  id: z.coerce.number({ error: '编号应为整数' }).int().positive().max(2_147_483_647),
})

const keptLine = z.object({
  id: count,
  name: z.string(),
  /** Number of its latest version, when it was written, and how many it found then. */
  version: count,
  savedAt: z.string(),
  count: count.nullable(),
  mine: z.boolean(),
  by: z.string(),
  office: z.string(),
  sharedWith: z.array(z.string()),
  rhythm: z.enum(rhythms).nullable(),
  /** The next day on which it runs by itself. */
  nextOn: z.string().nullable(),
})
export type KeptLine = z.infer<typeof keptLine>
export const keptPage = page(keptLine)
export const keptListQuery = z.strictObject({
  ...paging,
  which: z.enum(['mine', 'shared', 'scheduled'], { error: '应为 mine、shared 或 scheduled' }).optional(),
})
export type KeptListQuery = z.output<typeof keptListQuery>

/** A kept query on its way out; `readQuery` reads it. */
const told = z.object({
  conditions: z.array(z.array(z.record(z.string(), z.unknown()))),
  people: z.string(),
  basis: z.string(),
  place: count.optional(),
  asOf: z.string().optional(),
})

const version = z.object({
  no: count,
  at: z.string(),
  by: z.string(),
  count: count.nullable(),
  sentence: z.string(),
  query: told,
  columns: z.array(z.string()),
  sort: z.array(z.tuple([z.string(), direction])),
})
export type QueryVersion = z.infer<typeof version>

/** GET /api/v1/analysis/query/{id}: the query with its versions, latest first. */
export const keptDetail = keptLine.extend({ versions: z.array(version) })
export type KeptDetail = z.infer<typeof keptDetail>
