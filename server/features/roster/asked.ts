import { z } from 'zod'
import { invalid } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { filterOf, type Filtered } from './filter.ts'
import type { Behind, UsersAsked } from './users.ts'

/** Rows over which pages by number go; behind them the address of the next page leads on. */
const deepest = 10_000

const count = (name: string, least: number, most: number) =>
  z.coerce
    .number({ error: `${name} 应为整数` })
    .int(`${name} 应为整数`)
    .min(least, `${name} 至少 ${least}`)
    .max(most, `${name} 至多 ${most}`)

/** Query of every list (OneRoster 1.2): `after` stands in the address of the next page only. */
export const listQuery = z.strictObject({
  limit: count('limit', 1, 1000).default(100),
  offset: count('offset', 0, deepest).default(0),
  sort: z.string().max(50).optional(),
  orderBy: z.enum(['asc', 'desc'], 'orderBy 只能是 asc 或 desc').default('asc'),
  filter: z.string().max(500, 'filter 过长').optional(),
  fields: z.string().max(500, 'fields 过长').optional(),
  after: z.string().max(200).optional(),
})
/** Reads what a call was asked with. Throws invalid with the first field at fault. */
export function readAs<T>(schema: z.ZodType<T>, given: unknown): T {
  const found = schema.safeParse(given)
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw invalid(String(issue?.path[0] ?? 'query'), issue?.message ?? '参数不对')
}

export type ListQuery = z.infer<typeof listQuery>

const behind = z.tuple([z.string().regex(/^\d{4}-\d{2}-\d{2}T[\d:.]{15}Z$/), z.int()])

/** The row that an address of a next page goes on behind. */
export function behindOf(after: string | undefined): Behind | null {
  if (after === undefined) return null
  try {
    const [at, id] = behind.parse(JSON.parse(Buffer.from(after, 'base64url').toString('utf8')))
    return { at, id }
  } catch {
    throw invalid('after', 'after 只能用上一页给出的地址')
  }
}
export const afterOf = ({ at, id }: Behind): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url')

const usersGone: Readonly<Record<string, Filtered>> = {
  sourcedId: { column: sql`g.sourced_id`, kind: 'text' },
  status: { column: sql`'tobedeleted'`, kind: 'text' },
  dateLastModified: { column: sql`g.at`, kind: 'time' },
}

/** Fields of an active teacher that are filtered by; a number is looked up among those that the app was told. */
const activeFor = (app: string): Readonly<Record<string, Filtered>> => ({
  status: { column: sql`'active'`, kind: 'text' },
  dateLastModified: { column: sql`t.modified_at`, kind: 'time' },
  sourcedId: {
    column: sql`(select k.sourced_id from roster_subject k where k.app_id = ${app} and k.person_id = t.person_id)`,
    kind: 'text',
  },
})

/** Reads which people are asked for. */
export function usersAsked(app: string, query: ListQuery): UsersAsked {
  if (query.sort !== undefined && query.sort !== 'dateLastModified')
    throw invalid('sort', '教师只能按 dateLastModified 排序')
  return {
    active: filterOf(query.filter, activeFor(app)),
    gone: filterOf(query.filter, usersGone),
    behind: behindOf(query.after),
    descending: query.orderBy === 'desc',
    most: query.limit + query.offset,
  }
}

const orgFields: Readonly<Record<string, Filtered>> = {
  sourcedId: { column: sql`('org-' || i.id)`, kind: 'text' },
  status: { column: sql`(case when i.closed_on is null then 'active' else 'tobedeleted' end)`, kind: 'text' },
  dateLastModified: { column: sql`i.modified_at`, kind: 'time' },
  name: { column: sql`i.name`, kind: 'text' },
  identifier: { column: sql`i.code`, kind: 'text' },
}
const orgOrders: Readonly<Record<string, Sql>> = {
  dateLastModified: sql`i.modified_at`,
  name: sql`i.name`,
  sourcedId: sql`i.id`,
}

/** Reads which institutions are asked for. */
export function orgsAsked(query: ListQuery): { where: Sql; order: Sql } {
  const order = orgOrders[query.sort ?? 'dateLastModified']
  if (order === undefined) throw invalid('sort', `机构可以按 ${Object.keys(orgOrders).join('、')} 排序`)
  const direction = query.orderBy === 'desc' ? sql`desc` : sql`asc`
  return { where: filterOf(query.filter, orgFields), order: sql`${order} ${direction}, i.id ${direction}` }
}

/** Leaves of a resource only the fields that were asked for; number, status and time stay in any case. */
export function picked(one: object, fields: string | undefined): object {
  if (fields === undefined) return one
  const wanted = new Set([
    'sourcedId',
    'status',
    'dateLastModified',
    ...fields.split(',').map((part) => part.trim()),
  ])
  return Object.fromEntries(Object.entries(one).filter(([key]) => wanted.has(key)))
}
