import type { ComponentType } from 'react'
import type { RecordView } from '../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../catalogue/define.ts'

let known: Readonly<Record<string, AnyRecord>> = {}

/**
 * Hands the declarations in, once, before a page of the engine is shown. The engine never imports them
 * itself, so that it cannot come to depend on one of them.
 */
export function provideRecords(records: Readonly<Record<string, AnyRecord>>): void {
  known = records
}

/** The declaration of a record type, if this build has it. */
export function definitionOf(name: string): AnyRecord | undefined {
  return Object.hasOwn(known, name) ? known[name] : undefined
}

/**
 * What a feature's part of a record view is given. `onEdit` is there where the reader may change the record
 * on this page.
 */
export interface RecordPartProps {
  readonly definition: AnyRecord
  readonly view: RecordView
  readonly onEdit?: (() => void) | undefined
}

/** Openings in the view of a record that features fill; `shows` decides before anything is loaded. */
export interface RecordSlots {
  /** Above the values. */
  readonly above?: {
    readonly shows: (definition: AnyRecord) => boolean
    readonly Part: ComponentType<RecordPartProps>
  }
}

let slots: RecordSlots = {}

/** Fills the openings, once, before a page of the engine is shown. */
export function provideRecordSlots(given: RecordSlots): void {
  slots = given
}

/** What stands in the openings. */
export const recordSlots = (): RecordSlots => slots
