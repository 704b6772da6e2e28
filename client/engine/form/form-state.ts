import { defaultsOf } from '../../../catalogue/rules/defaults.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import type { FileRef, RecordView } from '../../../catalogue/contract/archive/records.ts'
import { isSame, type Values } from '../values.ts'

/** What the server has stored: what differs from it is unsaved. */
export interface StoredForm {
  readonly values: Values
  readonly files: readonly string[]
}

export interface FormState {
  readonly id: string | null
  readonly version: number
  readonly values: Values
  readonly files: readonly FileRef[]
  readonly saved: StoredForm
  /** Fields that the focus has left once: their faults are shown before a submission, too. */
  readonly left: ReadonlySet<string>
  /** True after the first attempt to save or submit: from then on every fault is shown. */
  readonly tried: boolean
  /** Faults that the server answered with; each stays until its field is changed. */
  readonly refused: readonly FieldFault[]
  /**
   * The record as another person saved it while this form was open; its values can be taken over field by
   * field.
   */
  readonly newer: RecordView | null
  /** The submitter’s reason to each warning, by the sentence of the warning. */
  readonly because: Readonly<Record<string, string>>
  readonly progress: Progress
}

export type Progress =
  | { readonly step: 'idle' }
  | { readonly step: 'saving' }
  | { readonly step: 'saved'; readonly at: Date; readonly left: number }
  /** `unanswered`: no server was reached, and the same save may go through later. */
  | { readonly step: 'failed'; readonly message: string; readonly unanswered: boolean }

export type FormEvent =
  | { readonly type: 'set'; readonly key: string; readonly value: unknown }
  | { readonly type: 'leave'; readonly key: string }
  | { readonly type: 'files'; readonly files: readonly FileRef[] }
  | { readonly type: 'tried' }
  | { readonly type: 'refused'; readonly faults: readonly FieldFault[] }
  | { readonly type: 'saving' }
  | {
      readonly type: 'saved'
      readonly id: string
      readonly version: number
      readonly saved: StoredForm
      readonly left: number
    }
  | { readonly type: 'because'; readonly message: string; readonly text: string }
  | { readonly type: 'failed'; readonly message: string; readonly unanswered: boolean }
  | { readonly type: 'newer'; readonly view: RecordView }
  | { readonly type: 'restore'; readonly values: Values; readonly files: readonly FileRef[] }

/** The form as it opens, filled with the pending value, else the effective one, else the defaults. */
export function openForm({
  definition,
  view,
  pending,
}: {
  definition: AnyRecord
  view: RecordView | null
  pending: boolean
}): FormState {
  const shown = pending ? view?.pending : null
  const { values, files } = view ? contentOf(view, pending) : { values: defaultsOf(definition), files: [] }
  return {
    id: view?.id ?? null,
    version: view?.version ?? 0,
    values,
    files,
    saved: { values, files: files.map((file) => file.id) },
    left: new Set(),
    tried: false,
    refused: [],
    newer: null,
    because: Object.fromEntries((shown?.warnings ?? []).map((w) => [w.message, w.because ?? ''])),
    progress: { step: 'idle' },
  }
}

/** The values and files that the form of a stored record starts with. */
function contentOf(
  { pending, effective, effectiveAttachments }: RecordView,
  proposed: boolean,
): Pick<FormState, 'values' | 'files'> {
  const shown = proposed ? pending : null
  return {
    values: shown?.values ?? effective ?? pending?.values ?? {},
    files: shown?.attachments ?? effectiveAttachments,
  }
}

export function formReducer(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'set':
      if (isSame(state.values[event.key], event.value) && state.values[event.key] === event.value)
        return state
      return {
        ...state,
        values: { ...state.values, [event.key]: event.value },
        refused: state.refused.filter((fault) => fault.field !== event.key),
      }
    case 'leave':
      return state.left.has(event.key) ? state : { ...state, left: new Set([...state.left, event.key]) }
    case 'files':
      return {
        ...state,
        files: event.files,
        refused: state.refused.filter((fault) => fault.field !== 'attachments'),
      }
    case 'tried':
      return { ...state, tried: true }
    case 'refused':
      return { ...state, refused: event.faults, progress: { step: 'idle' } }
    case 'saving':
      return { ...state, progress: { step: 'saving' } }
    case 'saved':
      return {
        ...state,
        id: event.id,
        version: event.version,
        saved: event.saved,
        progress: { step: 'saved', at: new Date(), left: event.left },
      }
    case 'because':
      return { ...state, because: { ...state.because, [event.message]: event.text } }
    case 'failed':
      return {
        ...state,
        progress: { step: 'failed', message: event.message, unanswered: event.unanswered },
      }
    case 'newer':
      // The next save builds on the newer version. Typed values stay and replace those of the other person,
      // unless the writer takes a newer one over.
      return { ...state, newer: event.view, version: event.view.version, progress: { step: 'idle' } }
    case 'restore':
      return { ...state, values: { ...state.values, ...event.values }, files: event.files }
  }
}
