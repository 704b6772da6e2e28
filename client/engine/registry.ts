import type { ComponentType } from 'react'
import type { RecordView } from '../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../catalogue/define.ts'

let known: Readonly<Record<string, AnyRecord>> = {}

/**
 * Sets the declarations, once, before a page of the engine is shown. The engine does not import them, so that
 * it cannot come to depend on one.
 */
export function provideRecords(records: Readonly<Record<string, AnyRecord>>): void {
  known = records
}

/** The declaration of a record type, if this build has it. */
export function definitionOf(name: string): AnyRecord | undefined {
  return Object.hasOwn(known, name) ? known[name] : undefined
}

/**
 * Props of a feature’s part in a record view. `onEdit` is given when the reader may change the record on this
 * page.
 */
export interface RecordPartProps {
  readonly definition: AnyRecord
  readonly view: RecordView
  readonly onEdit?: (() => void) | undefined
}

/** The openings of a record view that features fill; `shows` decides before the part is loaded. */
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

/** The parts that features put into the openings. */
export const recordSlots = (): RecordSlots => slots
