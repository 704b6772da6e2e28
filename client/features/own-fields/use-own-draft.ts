import { useEffect, useMemo, useState } from 'react'
import type { OwnTypeView } from '../../../catalogue/contract/own-fields.ts'
import { ownBody, type OwnBody, type OwnField } from '../../../catalogue/own/body.ts'
import { canonical } from '../../../catalogue/rules/canonical.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'

/**
 * What an office is changing of a type: begins with the draft of the office, or with what is in force. Kept
 * on this computer until it is saved as the office's draft, so that a reload loses nothing.
 */
export function useOwnDraft(view: OwnTypeView) {
  const key = `own/${view.type}`
  const saved = view.draft?.body ?? view.body
  const [body, setBody] = useState<OwnBody>(() => {
    const kept = ownBody.safeParse(draftOf(key)?.values)
    return kept.success && view.draft?.asked === undefined ? kept.data : saved
  })
  const isSaved = useMemo(() => canonical(body) === canonical(saved), [body, saved])
  const isChanged = useMemo(() => canonical(body) !== canonical(view.body), [body, view.body])
  useEffect(() => {
    if (isSaved) dropDraft(key)
    else keepDraft(key, body, view.draft?.editNo ?? 0)
  }, [key, body, isSaved, view.draft?.editNo])
  const put = (field: OwnField) =>
    setBody((now) => ({
      ...now,
      fields: now.fields.some((one) => one.key === field.key)
        ? now.fields.map((one) => (one.key === field.key ? field : one))
        : [...now.fields, field],
    }))
  const remove = (gone: string) =>
    setBody((now) => ({ ...now, fields: now.fields.filter((one) => one.key !== gone) }))
  const reset = () => {
    dropDraft(key)
    setBody(view.body)
  }
  return { body, setBody, put, remove, reset, isSaved, isChanged }
}

export type OwnDraftState = ReturnType<typeof useOwnDraft>
