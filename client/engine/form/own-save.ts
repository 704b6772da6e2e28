import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { isSame } from '../values.ts'
import type { OutgoingValues } from './outgoing.ts'

/** What a form sent to be saved over a version of its record. */
export interface SentForm extends Pick<OutgoingValues, 'values' | 'attachments'> {
  readonly version: number
}

/**
 * Whether the record became newer by just this save: one version on, with all that was sent. The network took
 * the answer away, and nobody else has written.
 */
export function isOwnSave(view: RecordView, { values, attachments, version }: SentForm): boolean {
  if (view.version !== version + 1) return false
  const stored = view.pending?.values ?? view.effective ?? {}
  const files = (view.pending?.attachments ?? view.effectiveAttachments).map(({ id }) => id)
  return (
    Object.entries(values).every(([key, value]) => isSame(value, stored[key])) &&
    (attachments === undefined || isSame(attachments, files))
  )
}
