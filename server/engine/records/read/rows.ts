import type { Warning } from '../../../../catalogue/contract/archive/records.ts'
import type { Level } from '../../../../catalogue/define.ts'
import type { RouteStep, State } from '../../../../catalogue/flows/review.ts'
import type { OwnerRow, PlaceRow } from '../../access/index.ts'
import type { StoredValue } from '../value/codec.ts'
import type { ConfirmingRow } from './confirming.ts'

/** The field columns of a typed row, which differ from type to type. */
type FieldColumns = Readonly<Record<string, unknown>>

/** A row of a typed table in a list, with the names of owner and institution. */
export interface EffectiveRow extends FieldColumns, PlaceRow, ConfirmingRow {
  readonly id: string
  readonly version: number
  readonly owner_id: number
  readonly owner_name: string
  readonly institution_name: string | null
  readonly attachments: readonly string[]
  readonly applied_at: string
  readonly voided_at: string | null
}

/** A pending revision in a list, with the names of owner, institution and holder. */
export interface PendingRow extends PlaceRow {
  readonly id: string
  readonly record_id: string
  readonly owner_id: number
  readonly owner_name: string
  readonly institution_name: string | null
  readonly state: State
  readonly value: StoredValue
  readonly base_version: number
  readonly edit_no: number
  readonly route: readonly RouteStep[] | null
  readonly step: number | null
  readonly holder_institution_id: number | null
  readonly holder_role: number | null
  readonly holder_name: string | null
  readonly holder_since: string | null
  readonly submitted_at: string | null
  readonly submitted_by: number | null
  readonly changed: string[]
  readonly warnings: Warning[]
  readonly updated_at: string
  readonly overdue?: boolean
}

/** One row of a page with the total of all pages; a page without rows is one row without an id. */
export type RowWithTotal<Row> = { readonly total: number } & (Row | { readonly id: null })

/** One line of the timeline as stored. */
export interface EventRow {
  readonly action: string
  readonly at: string
  readonly by_identity: number
  readonly revision_id: string
  readonly step: number | null
  readonly level: Level | null
  readonly reason: string | null
  readonly fields: readonly { key: string; reason: string }[]
}

/** The pending revision in the statement of one record; `v_id` is null where there is none. */
export type PendingColumns =
  | { readonly v_id: null }
  | {
      readonly v_id: string
      readonly v_no: number
      readonly v_state: State
      readonly v_value: StoredValue
      readonly v_base_version: number
      readonly v_edit_no: number
      readonly v_flow_version: number | null
      readonly v_route: readonly RouteStep[] | null
      readonly v_step: number | null
      readonly v_return_step: number | null
      readonly v_appealed: boolean
      readonly v_not_by: number | null
      readonly v_holder_institution_id: number | null
      readonly v_holder_role: number | null
      readonly v_holder_since: string | null
      readonly v_submitted_at: string | null
      readonly v_submitted_by: number | null
      readonly v_decided_at: string | null
      readonly v_changed: readonly string[]
      readonly v_warnings: readonly Warning[]
    }

/** The typed row in the statement of one record; `r_version` is null where nothing was ever in force. */
export type EffectiveColumns =
  | { readonly r_version: null }
  | {
      readonly r_version: number
      readonly r_voided_at: string | null
      readonly r_attachments: readonly string[]
      readonly r_applied_at: string
      readonly r_recorded_by: number
      readonly r_recorded_by_name: string | null
    }

/** The statement of one record. */
export type RecordRow = OwnerRow &
  PendingColumns &
  EffectiveColumns &
  FieldColumns & { readonly events: readonly EventRow[] | null; readonly last_level?: Level | null }
