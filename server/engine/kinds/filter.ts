import type { Field } from '../../../catalogue/define.ts'
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
