import type { Actor } from '../../../../catalogue/access/access.ts'
import { confirmingFrom } from '../../../../catalogue/access/confirmation.ts'
import type { Duty } from '../../../../catalogue/access/sight.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { isForOffice } from '../../access/index.ts'
import type { Queryable } from '../../engine.ts'
import { tableName } from '../../schema/index.ts'
import type { LoadedRecord } from './load.ts'

/** Whether a value in force is confirmed, for one reader. */
export interface ConfirmationState {
  /** Registered by a school, and no office above has confirmed this version. */
  readonly unconfirmed: boolean
  /** The reader's office has to confirm the value, or confirmed it. */
  readonly confirms: boolean
}

/** Columns that `confirmingColumns` selects; absent for types without confirmation. */
export interface ConfirmingRow {
  readonly unconfirmed?: boolean | null
  readonly confirms?: boolean | null
}

const nothing: ConfirmationState = { unconfirmed: false, confirms: false }

/**
 * Joins `w (unconfirmed, confirms)` to typed rows of a type that is confirmed; nothing for all others.
 * @param row alias of the typed rows
 */
export function withConfirming(actor: Actor, definition: AnyRecord, row: string): Sql {
  const from = confirmingFrom(definition.name)
  if (from === null) return sql.empty
  const at = (column: string) => sql.id(row, column)
  return sql`left join lateral (
    select c.record_id is null as unconfirmed,
      case when c.record_id is null then ${isForOffice(actor, row, from)} else b.institution_id = ${actor.institutionId}
        and b.role = ${actor.role} end as confirms
    from identity a left join confirmation c on c.record_id = ${at('id')} and c.version = ${at('version')}
      left join identity b on b.id = c.confirmed_by
    where a.id = ${at('recorded_by')} and a.role = 3 and ${at('voided_at')} is null) w on true`
}

/** The columns of `withConfirming`, to be selected beside those of the row. */
export const confirmingColumns = (definition: AnyRecord): Sql =>
  confirmingFrom(definition.name) === null ? sql.empty : sql`, w.unconfirmed, w.confirms`

/** What `confirmingColumns` gave for a row. */
export const confirmingIn = (row: ConfirmingRow): ConfirmationState => ({
  unconfirmed: row.unconfirmed === true,
  confirms: row.confirms === true,
})

/** The duty that opens masked fields to the reader. */
export const dutyIn = ({ confirms }: ConfirmationState): Duty | null => (confirms ? 'confirmer' : null)

/**
 * Whether the records of one owner and type are confirmed, by id. Runs no statement for types without
 * confirmation.
 */
export async function confirmingOf(
  db: Queryable,
  actor: Actor,
  definition: AnyRecord,
  ownerId: number,
): Promise<ReadonlyMap<string, ConfirmationState>> {
  if (confirmingFrom(definition.name) === null) return new Map()
  const rows = await db.query<ConfirmingRow & { id: string }>(sql`
    with r as materialized (
      select id, institution_id, district_id, city_id, province_id, owner_id, version, recorded_by, voided_at
      from ${sql.id(tableName(definition.name))}
      where owner_id = ${ownerId} and voided_at is null
    )
    select r.id, w.unconfirmed, w.confirms
    from r ${withConfirming(actor, definition, 'r')}`)
  return new Map(rows.map((row) => [row.id, confirmingIn(row)]))
}

/** Whether one record is confirmed. */
export async function confirmingOne(
  db: Queryable,
  actor: Actor,
  { definition, owner, id }: Pick<LoadedRecord, 'definition' | 'owner' | 'id'>,
): Promise<ConfirmationState> {
  return (await confirmingOf(db, actor, definition, owner.id)).get(id) ?? nothing
}
