import { fileRef, type FileRef } from '../../../catalogue/contract/archive/records.ts'
import type { Draft } from '../../platform/storage/drafts.ts'
import { isSame, type Values } from '../values.ts'
import type { FormState } from './form-state.ts'

const filesKey = '$files'

/** The copy holds only unsaved values; all others are on the server. */
export function unsaved(state: FormState): Values {
  const typed = Object.entries(state.values).filter(([key, value]) => !isSame(value, state.saved.values[key]))
  const files = isSame(
    state.files.map((file) => file.id),
    state.saved.files,
  )
    ? {}
    : { [filesKey]: state.files }
  return { ...Object.fromEntries(typed), ...files }
}

/** The values and files of a copy. When the copy has no files, the form keeps its own. */
export function restored(draft: Draft, state: FormState): { values: Values; files: readonly FileRef[] } {
  const { [filesKey]: files, ...values } = draft.values
  const kept = fileRef.array().safeParse(files)
  return { values, files: kept.success ? kept.data : state.files }
}
