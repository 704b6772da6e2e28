import { z } from 'zod'
import { invalid } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { filterOf, type FilteredFields } from './filter.ts'
import { partsIn } from './names.ts'
import { academicSession, org, rosterUser } from './shapes.ts'
import type { Behind, UsersAsked } from './users.ts'

const count = (name: string, least: number, most: number) =>
  z.coerce
    .number({ error: `${name} 应为整数` })
    .int(`${name} 应为整数`)
    .min(least, `${name} 至少 ${least}`)
    .max(most, `${name} 至多 ${most}`)

const fields = z.string().max(500, 'fields 过长').optional()

/** Query of every list (OneRoster 1.2): `after` stands in the address of the next page only. */
export const listQuery = z.strictObject({
  limit: count('limit', 1, 1000).default(100),
  offset: count('offset', 0, 2_147_483_647).default(0),
  sort: z.string().max(50).optional(),
  orderBy: z.enum(['asc', 'desc'], 'orderBy 只能是 asc 或 desc').default('asc'),
  filter: z.string().max(500, 'filter 过长').optional(),
  fields,
  after: z.string().max(200).optional(),
})
/** Query of one resource. */
export const oneQuery = z.strictObject({ fields })

/** Reads what a call was asked with. Throws invalid with the first field at fault. */
export function readAs<T>(schema: z.ZodType<T>, given: unknown): T {
  const found = schema.safeParse(given)
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw invalid(String(issue?.path[0] ?? 'query'), issue?.message ?? '参数不对')
}

export type ListQuery = z.infer<typeof listQuery>

/** Where a page begins that is reached by the address of the page before. */
export interface Continuation extends Behind {
  /** How many there were when the first page was read, and how many of them came before this page. */
  readonly total: number
  readonly passed: number
}

const continuation = z.tuple([
  z.string().regex(/^\d{4}-\d{2}-\d{2}T[\d:.]{15}Z$/),
  z.int(),
  z.int().min(0),
  z.int().min(0),
])

/** The row that an address of a next page goes on behind. */
export function behindOf(after: string | undefined): Continuation | null {
  if (after === undefined) return null
  try {
    const [at, id, total, passed] = continuation.parse(
      JSON.parse(Buffer.from(after, 'base64url').toString('utf8')),
    )
    return { at, id, total, passed }
  } catch {
    throw invalid('after', 'after 只能用上一页给出的地址')
  }
}
export const afterOf = ({ at, id, total, passed }: Continuation): string =>
  Buffer.from(JSON.stringify([at, id, total, passed])).toString('base64url')

const usersGone: FilteredFields = {
  sourcedId: { column: sql`g.sourced_id`, kind: 'text' },
  status: { column: sql`'tobedeleted'::text`, kind: 'text' },
  dateLastModified: { column: sql`g.at`, kind: 'time' },
  enabledUser: { column: sql`'false'::text`, kind: 'text' },
  familyName: { column: sql`null::text`, kind: 'text' },
  givenName: { column: sql`null::text`, kind: 'text' },
  'roles.role': { column: sql`null::text`, kind: 'text' },
  'roles.org.sourcedId': { column: sql`null::text`, kind: 'text' },
}

/**
 * Fields of a serving teacher. A number is looked up among those that the app was told. Phone and mail are
 * sealed: nothing is compared with them.
 */
const activeFor = (app: string): FilteredFields => ({
  sourcedId: {
    column: sql`(select k.sourced_id from roster_subject k where k.app_id = ${app} and k.person_id = t.person_id)`,
    kind: 'text',
  },
  status: { column: sql`'active'::text`, kind: 'text' },
  dateLastModified: { column: sql`t.modified_at`, kind: 'time' },
  enabledUser: { column: sql`'true'::text`, kind: 'text' },
  familyName: { column: partsIn(sql`t.name`).familyName, kind: 'text' },
  givenName: { column: partsIn(sql`t.name`).givenName, kind: 'text' },
  'roles.role': { column: sql`'teacher'::text`, kind: 'text' },
  'roles.org.sourcedId': { column: sql`('org-' || t.institution_id)`, kind: 'text' },
})

/** The field that a list is sorted by. Throws invalid with the field `sort`. */
export function sortedBy({ sort = 'dateLastModified' }: ListQuery, names: readonly string[]): string {
  if (!names.includes(sort)) throw invalid('sort', `sort 可用的字段：${names.join('、')}`)
  return sort
}

/** Whether a list comes in the order of changes, in which a page can begin behind a row. */
export const isUsualOrder = ({ sort = 'dateLastModified' }: ListQuery): boolean => sort === 'dateLastModified'

/** Reads which people are asked for. */
export function usersAsked(app: string, query: ListQuery): UsersAsked {
  const active = activeFor(app)
  const sort = sortedBy(query, Object.keys(active))
  const behind = behindOf(query.after)
  if (behind && !isUsualOrder(query)) throw invalid('after', 'after 只能用上一页给出的地址')
  return {
    active: filterOf(query.filter, active),
    gone: filterOf(query.filter, usersGone),
    key: { active: active[sort]?.column ?? sql`null`, gone: usersGone[sort]?.column ?? sql`null` },
    behind,
    descending: query.orderBy === 'desc',
    limit: query.limit,
    offset: behind ? 0 : query.offset,
  }
}

const orgFields = (top: number): FilteredFields => ({
  sourcedId: { column: sql`('org-' || i.id)`, kind: 'text' },
  status: { column: sql`(case when i.closed_on is null then 'active' else 'tobedeleted' end)`, kind: 'text' },
  dateLastModified: { column: sql`i.modified_at`, kind: 'time' },
  name: { column: sql`i.name`, kind: 'text' },
  type: {
    column: sql`(case i.level when 'province' then 'state' when 'city' then 'local' when 'district' then 'district'
      when 'school' then 'school' else 'department' end)`,
    kind: 'text',
  },
  identifier: { column: sql`i.code`, kind: 'text' },
  'parent.sourcedId': {
    column: sql`(case when i.id <> ${top} then 'org-' || i.parent_id end)`,
    kind: 'text',
  },
})

/**
 * Reads which institutions are asked for.
 * @param top number of the place of the agreement, whose own parent is not told
 */
export function orgsAsked(query: ListQuery, top: number): { where: Sql; order: Sql } {
  const own = orgFields(top)
  const order = own[sortedBy(query, Object.keys(own))]?.column ?? sql`i.id`
  const direction = query.orderBy === 'desc' ? sql`desc` : sql`asc`
  return {
    where: filterOf(query.filter, own),
    order: sql`${order} ${direction} nulls last, i.id ${direction}`,
  }
}

/** What every resource has, and keeps whatever is asked for. */
const always = ['sourcedId', 'status', 'dateLastModified']
const shapes = { org, user: rosterUser, academicSession }

/**
 * Leaves of resources only the fields that were asked for; number, status and time stay in any case.
 * @throws AppError invalid with the field `fields`, for a field that the resource never has
 */
export function selection(kind: keyof typeof shapes, asked: string | undefined): (one: object) => object {
  if (asked === undefined) return (one) => one
  const wanted = asked.split(',').map((part) => part.trim())
  const known = Object.keys(shapes[kind].shape)
  const [unknown] = wanted.filter((name) => !known.includes(name))
  if (unknown !== undefined)
    throw invalid('fields', `fields 里的“${unknown.slice(0, 40)}”不存在，可用的字段：${known.join('、')}`)
  const kept = new Set([...always, ...wanted])
  return (one) => Object.fromEntries(Object.entries(one).filter(([key]) => kept.has(key)))
}
