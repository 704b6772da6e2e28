import type { Field } from '../../../catalogue/define.ts'
import type { QueryOperator } from '../../../catalogue/kinds/kind.ts'
import { within } from '../../platform/db/like.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { serverKind } from './kinds.ts'

/** A comparison of a custom query: the operator and the values as the kind reads them. */
export interface ValueComparison {
  readonly op: QueryOperator
  readonly values: readonly unknown[]
}

const signs: Readonly<Partial<Record<QueryOperator, string>>> = { gt: '>', ge: '>=', lt: '<', le: '<=' }

/** Whether the value is one of these; an empty one is none of them. */
function among(expression: Sql, field: Field, values: readonly unknown[]): Sql {
  const { cast, below } = serverKind(field)
  if (below)
    return field.multiple
      ? sql`exists (
          select 1 from unnest(${expression}) as own_x (one)
          where ${below(sql.id('own_x', 'one'), values)})`
      : below(expression, values)
  const list = sql`${[...values]}::${sql.raw(cast)}[]`
  return field.multiple ? sql`${expression} && ${list}` : sql`${expression} = any(${list})`
}

/**
 * The condition of a custom query on an expression that yields the field's value. It is true or false and
 * never null: an empty field meets `null`, `ne` and `nin` only (figures, section 6).
 */
export function comparedWith({ op, values }: ValueComparison, expression: Sql, field: Field): Sql {
  const isEmpty = field.multiple
    ? sql`coalesce(cardinality(${expression}), 0) = 0`
    : sql`${expression} is null`
  const cast = sql.raw(serverKind(field).cast)
  const [first, last] = values
  switch (op) {
    case 'null':
      return sql`(${isEmpty})`
    case 'notnull':
      return sql`not (${isEmpty})`
    case 'eq':
    case 'in':
      return sql`coalesce(${among(expression, field, values)}, false)`
    case 'ne':
    case 'nin':
      return sql`not coalesce(${among(expression, field, values)}, false)`
    case 'like':
      return sql`coalesce(${expression} ilike ${within(String(first).trim())}, false)`
    case 'between':
      return sql`coalesce(${expression} between ${first}::${cast} and ${last}::${cast}, false)`
    default:
      return sql`coalesce(${expression} ${sql.raw(signs[op] ?? '=')} ${first}::${cast}, false)`
  }
}
