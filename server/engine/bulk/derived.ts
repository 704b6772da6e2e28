import type { AnyRecord } from '../../../catalogue/define.ts'
import type { OwnedRow } from '../records/index.ts'

/** An effective row of one owner with its type. */
export interface TypedRow extends OwnedRow {
  readonly definition: AnyRecord
}

/** Rows by type name, as `deriveAll` reads them. */
export function byType(rows: readonly TypedRow[]): ReadonlyMap<string, readonly OwnedRow[]> {
  return Map.groupBy(rows, ({ definition }) => definition.name)
}
