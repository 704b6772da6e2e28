import { useEffect, useMemo, useState } from 'react'
import type { SiteView } from '../../../catalogue/contract/portal/sites.ts'
import { canonical } from '../../../catalogue/rules/canonical.ts'
import { keptBody, type SiteBody } from '../../../catalogue/sites/body.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'

/** What a panel of the editor is handed. */
export interface PartProps {
  readonly body: SiteBody
  readonly onChange: (body: SiteBody) => void
  readonly errors: readonly FieldFault[]
}

/** The fault of a field, by its name in the body. */
export const faultAt = (errors: readonly FieldFault[], field: string): string | undefined =>
  errors.find((one) => one.field === `body.${field}`)?.message

/**
 * What is being changed of a site: begins with its draft, or with what is in force. Kept on this computer
 * until it is saved, so that a reload loses nothing.
 */
export function useSiteDraft(view: SiteView) {
  const key = `site/${view.clientId}`
  const saved = view.draft?.body ?? view.body
  const over = view.no * 100_000 + (view.draft?.editNo ?? 0)
  const [body, setBody] = useState<SiteBody>(() => {
    const copy = draftOf(key)
    const read = keptBody.safeParse(copy?.values)
    return read.success && copy?.version === over ? read.data : saved
  })
  const isSaved = useMemo(() => canonical(body) === canonical(saved), [body, saved])
  const isChanged = useMemo(() => canonical(body) !== canonical(view.body), [body, view.body])
  useEffect(() => {
    if (isSaved) dropDraft(key)
    else keepDraft(key, body, over)
  }, [key, body, isSaved, over])
  const reset = () => {
    dropDraft(key)
    setBody(view.body)
  }
  return { body, setBody, reset, isSaved, isChanged }
}

export type SiteDraftState = ReturnType<typeof useSiteDraft>
