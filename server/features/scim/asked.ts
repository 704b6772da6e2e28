import { z } from 'zod'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { refused, ScimFault } from './fault.ts'
import { userKeyOf } from './values.ts'

/** Most users of a page; more that are asked for are not refused (RFC 7644, section 3.4.2.4). */
export const mostInPage = 200

const whole = (otherwise: number, least: number) =>
  z.coerce
    .number()
    .int()
    .catch(otherwise)
    .transform((number) => Math.max(least, number))

const listed = z.object({
  filter: z.string().max(500).optional(),
  startIndex: whole(1, 1),
  count: whole(100, 0).transform((number) => Math.min(number, mostInPage)),
  attributes: z.string().max(500).optional(),
  excludedAttributes: z.string().max(500).optional(),
})

export interface UsersAsked {
  readonly startIndex: number
  readonly count: number
  readonly where: Sql
  /** The name that alone is asked for, as it is compared. */
  readonly userKey: string | undefined
}

const comparison =
  /^(?:urn:ietf:params:scim:schemas:core:2\.0:User:)?(userName|externalId|id)\s+eq\s+("(?:[^"\\]|\\.)*")$/i

/** The three comparisons by which providers look for somebody; all others are refused, never passed over. */
function filterOf(filter: string): Pick<UsersAsked, 'where' | 'userKey'> {
  const found = comparison.exec(filter.trim())
  if (!found) throw new ScimFault(400, 'filter 只支持 userName、externalId、id 的 eq', 'invalidFilter')
  const value = textIn(found[2] ?? '')
  const name = found[1]?.toLowerCase()
  if (name === 'username') {
    const userKey = userKeyOf(value)
    return { where: sql`u.user_key = ${userKey}`, userKey }
  }
  if (name === 'externalid') return { where: sql`u.external_id = ${value}`, userKey: undefined }
  return { where: sql`u.id::text = ${value.toLowerCase()}`, userKey: undefined }
}

/** The text that a filter quotes as JSON does. */
function textIn(quoted: string): string {
  try {
    return z.string().parse(JSON.parse(quoted)).replaceAll('\0', '')
  } catch {
    throw new ScimFault(400, 'filter 里的文字写法不对', 'invalidFilter')
  }
}

/** Reads which users are asked for. Throws ScimFault. */
export function usersAsked(query: unknown): UsersAsked {
  const found = listed.safeParse(query)
  if (!found.success) throw refused(String(found.error.issues[0]?.path[0] ?? 'query'), '写法不对')
  const { filter, startIndex, count } = found.data
  return {
    startIndex,
    count,
    ...(filter === undefined ? { where: sql`true`, userKey: undefined } : filterOf(filter)),
  }
}

const always = new Set(['schemas', 'id'])

/** Leaves of a resource the attributes that were asked for (RFC 7644, section 3.9), whole ones only. */
export function selection(query: unknown): (resource: object) => object {
  const { attributes, excludedAttributes } = listed.catch({ startIndex: 1, count: 100 }).parse(query)
  const names = (list: string) =>
    new Set(list.split(',').map((name) => (name.trim().split('.')[0] ?? '').toLowerCase()))
  if (attributes === undefined && excludedAttributes === undefined) return (resource) => resource
  const only = attributes === undefined ? null : names(attributes)
  const without = excludedAttributes === undefined ? null : names(excludedAttributes)
  return (resource) =>
    Object.fromEntries(
      Object.entries(resource).filter(
        ([key]) => always.has(key) || (only ? only.has(key.toLowerCase()) : !without?.has(key.toLowerCase())),
      ),
    )
}
