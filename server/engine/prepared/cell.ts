import type { AnyRecord } from '../../../catalogue/define.ts'
import { isOwnKey } from '../../../catalogue/own/key.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { castOf } from '../kinds/index.ts'
import { snake } from '../schema/index.ts'

/**
 * The value of a field in a row of its typed table: a column, or a key of the column `own` in the type that
 * the kind compares in.
 * @param alias of the row
 */
export function cellOf(definition: AnyRecord, key: string, alias: string): Sql {
  const field = definition.fields[key]
  return field && isOwnKey(key)
    ? sql`(${sql.id(alias)}.own ->> ${sql.lit(key)})::${sql.raw(castOf(field))}`
    : sql.id(alias, snake(key))
}
