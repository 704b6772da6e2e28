import { sql, type Sql } from '../../../platform/db/sql.ts'
import { ownersIn } from '../../access/index.ts'
import type { Queryable } from '../../engine.ts'

/** A record that passed to another owner than its number carries. */
interface PassedRecord {
  readonly id: string
  readonly owner: number
}

/**
 * Where these records are, of those that passed to another owner than their number carries (decision 0123).
 */
export const passedOf = (db: Queryable, recordIds: readonly string[]): Promise<PassedRecord[]> =>
  db.query<PassedRecord>(sql`
    select record_id as id, owner_id as owner
    from record_passed
    where record_id = any(${[...recordIds]}::uuid[])`)

/** A condition that a row belongs to one of the owners that are asked. */
export type OfOwners = (row: string) => Sql

const ofOwners =
  (owners: readonly number[]): OfOwners =>
  (row) =>
    sql`${sql.id(row, 'owner_id')} = any(${[...owners]}::int[])`

/**
 * Rows of records by their numbers, asked of the owners that the numbers carry, and what is not there of
 * those to whom it passed. All owners are asked where a number carries none.
 * @param ask the rows of some numbers that fulfil a condition on the owner
 */
export async function foundByNumber<R extends { readonly id: string }>(
  db: Queryable,
  recordIds: readonly string[],
  ask: (ids: readonly string[], condition: OfOwners) => Promise<R[]>,
): Promise<R[]> {
  const owners = ownersIn(recordIds)
  if (owners === null) return ask(recordIds, () => sql`true`)
  if (owners.length === 0) return []
  const rows = await ask(recordIds, ofOwners(owners))
  const found = new Set(rows.map(({ id }) => id))
  const missing = recordIds.filter((id) => !found.has(id))
  if (missing.length === 0) return rows
  const passed = await passedOf(db, missing)
  if (passed.length === 0) return rows
  const ids = passed.map(({ id }) => id)
  const others = [...new Set(passed.map(({ owner }) => owner))]
  return [...rows, ...(await ask(ids, ofOwners(others)))]
}
