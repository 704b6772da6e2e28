import { useEffect, useMemo, useState } from 'react'
import type { OwnTypeView } from '../../../catalogue/contract/own-fields.ts'
import { ownBody, type OwnBody, type OwnField } from '../../../catalogue/own/body.ts'
import type { OwnTypeShape } from '../../../catalogue/own/type-body.ts'
import { canonical } from '../../../catalogue/rules/canonical.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'

/**
 * What an office is changing of a type: begins with the draft of the office, or with what is in force. Kept
 * on this computer until it is saved as the office's draft, so that a reload loses nothing.
 */
export function useOwnDraft(view: OwnTypeView) {
  const key = `own/${view.type}`
  const saved = view.draft?.body ?? view.body
  // Publications and edits of the draft, in one number: over which of them something was typed.
  const over = view.no * 100_000 + (view.draft?.editNo ?? 0)
  const [kept] = useState(() => {
    const copy = draftOf(key)
    const read = ownBody.safeParse(copy?.values)
    return read.success && canonical(read.data) !== canonical(saved)
      ? { body: read.data, isOutdated: copy?.version !== over }
      : null
  })
  const [body, setBody] = useState<OwnBody>(kept?.body ?? saved)
  const isSaved = useMemo(() => canonical(body) === canonical(saved), [body, saved])
  const isChanged = useMemo(() => canonical(body) !== canonical(view.body), [body, view.body])
  useEffect(() => {
    if (isSaved) dropDraft(key)
    else keepDraft(key, body, over)
  }, [key, body, isSaved, over])
  const put = (field: OwnField) =>
    setBody((now) => ({
      ...now,
      fields: now.fields.some((one) => one.key === field.key)
        ? now.fields.map((one) => (one.key === field.key ? field : one))
        : [...now.fields, field],
    }))
  /** Says what the type is; of a new one its first field orders lists and names records until others are chosen. */
  const describe = (record: OwnTypeShape) => setBody((now) => ({ ...now, record }))
  const rest = (key: string) =>
    setBody((now) =>
      now.record?.order === '' ? { ...now, record: { ...now.record, order: key, summary: [key] } } : now,
    )
  const remove = (gone: string) =>
    setBody((now) => ({ ...now, fields: now.fields.filter((one) => one.key !== gone) }))
  const reset = () => {
    dropDraft(key)
    setBody(view.body)
  }
  const isOutdated = kept?.isOutdated === true && !isSaved
  const takeSaved = () => setBody(saved)
  return { body, setBody, put, describe, rest, remove, reset, takeSaved, isSaved, isChanged, isOutdated }
}

export type OwnDraftState = ReturnType<typeof useOwnDraft>
