import { filterAsk } from '../../../catalogue/contract/declared-query.ts'
import type { Field, FieldMap } from '../../../catalogue/field.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { within } from '../../platform/db/like.ts'

/**
 * What a filter asks of a field: one of these values, a part of the text, or a range that may be open at one
 * side.
 */
export type FilterTest =
  | { readonly in: readonly unknown[] }
  | { readonly contains: string }
  | { readonly from: unknown; readonly to: unknown }

/** The condition of a filter on an SQL expression that yields the field's value as `cast`. */
export function compared(test: FilterTest, expression: Sql, field: Field, cast: string): Sql {
  const type = sql.raw(cast)
  if ('contains' in test) return sql`${expression} ilike ${within(test.contains)}`
  if ('in' in test) {
    return field.multiple
      ? sql`${expression} && ${[...test.in]}::${type}[]`
      : test.in.length === 1
        ? sql`${expression} = ${test.in[0]}::${type}`
        : sql`${expression} = any(${[...test.in]}::${type}[])`
  }
  const bounds = [
    ...(test.from === null ? [] : [sql`${expression} >= ${test.from}::${type}`]),
    ...(test.to === null ? [] : [sql`${expression} <= ${test.to}::${type}`]),
  ]
  return bounds.length === 0 ? sql`true` : sql.join(bounds, ' and ')
}

/**
 * Conditions on a value in JSON by what the declared filters of its list ask (catalogue/contract/declared-query).
 * A filter that asks nothing of its field finds nothing.
 */
export const narrowedBy = (
  value: Sql,
  fields: FieldMap,
  filters: Readonly<Record<string, string>>,
): readonly Sql[] =>
  Object.entries(filters).map(([key, text]) => {
    const field = fields[key]
    const asked = field && filterAsk(field, text)
    if (!asked || 'fault' in asked) return sql`false`
    return 'part' in asked
      ? sql`${value} ->> ${key}::text ilike ${within(asked.part)}`
      : sql`${value} -> ${key}::text @> ${sql.json(asked.whole)}`
  })
