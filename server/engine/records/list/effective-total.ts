import type { AnyRecord } from '../../../../catalogue/define.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Queryable } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'

/**
 * How many records of these types are in force, everywhere. It reads the tables whole: seconds in a large
 * city, so it is asked by work beside the requests only.
 */
export async function effectiveTotal(db: Queryable, definitions: readonly AnyRecord[]): Promise<number> {
  if (definitions.length === 0) return 0
  const tables = definitions.map(
    (definition) => sql`(select count(*) from ${sql.id(prepared(definition).table)} where voided_at is null)`,
  )
  const { total } = await db.one<{ total: number }>(sql`select (${sql.join(tables, ' + ')})::int as total`)
  return total
}
