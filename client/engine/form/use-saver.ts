import { useCallback, useEffect, useRef, type Dispatch } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { isUnanswered, sentenceOf } from '../../platform/api/api-error.ts'
import { faultsOf, isStale } from '../data/problem.ts'
import { recordApi, type RecordBody } from '../data/record-api.ts'
import { newUuid } from '../uuid.ts'
import type { FormEvent, FormState } from './form-state.ts'
import { outgoing } from './outgoing.ts'
import { isOwnSave, type SentForm } from './own-save.ts'

export interface SaverOptions {
  readonly definition: AnyRecord
  readonly state: FormState
  readonly dispatch: Dispatch<FormEvent>
  readonly keys: readonly string[]
  readonly ownerId?: number | undefined
}

/**
 * Saves the form, one save after the other. When the answer to a create is lost, the same body is sent again
 * with the same Idempotency-Key, so that the server makes one record.
 * @returns a function that saves the unsaved values (`force`: also when there are none) and returns the
 * record’s id and version, or null when it failed
 */
export function useSaver({ definition, state, dispatch, keys, ownerId }: SaverOptions) {
  const now = useRef(state)
  useEffect(() => {
    now.current = state
  })
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const creating = useRef<{ key: string; body: RecordBody | null }>({ key: '', body: null })
  // The record as last saved. The state follows with the next render, and a save that is already waiting
  // needs the new version before that.
  const saved = useRef<Pick<FormState, 'id' | 'version' | 'saved'> | null>(null)

  // Saves without an answer since the last one with: the server may have one of them all the same.
  const unanswered = useRef<SentForm[]>([])

  const saveOnce = useCallback(
    async (force: boolean): Promise<Step | null> => {
      const at = { ...now.current, ...newest(now.current, saved.current) }
      const out = outgoing(definition, at, keys)
      if (at.id !== null && out.nothing && !force) return { id: at.id, version: at.version, again: false }
      dispatch({ type: 'saving' })
      const took = (done: SavedRecord, body: RecordBody) => {
        unanswered.current = []
        const base = {
          values: { ...at.saved.values, ...body.values },
          files: body.attachments ?? at.saved.files,
        }
        saved.current = { ...done, saved: base }
        dispatch({ type: 'saved', ...done, saved: base, left: out.unreadable.length })
      }
      try {
        const body = at.id === null ? (creating.current.body ?? out) : out
        if (at.id === null) creating.current = { key: creating.current.key || newUuid(), body }
        const done = await (at.id === null
          ? recordApi.create(definition.name, body, ownerId, creating.current.key)
          : recordApi.save(definition.name, at.id, body, at.version))
        took(done, body)
        return { ...done, again: body !== out }
      } catch (error) {
        // The server refused the create and stored nothing: the next attempt gets a new key.
        if (faultsOf(error).length > 0) creating.current = { key: '', body: null }
        unanswered.current.push(...(isUnanswered(error) ? [{ ...out, version: at.version }] : []))
        if (!isStale(error) || at.id === null) return tellFailure(error, dispatch)
        const own = await ownOrNewer(definition.name, at.id, unanswered.current, dispatch)
        if (own === null) return null
        took(own.done, own.sent)
        return { ...own.done, again: true }
      }
    },
    [definition, dispatch, keys, ownerId],
  )

  return useCallback(
    (force = false) => {
      const run = async () => {
        let step = await saveOnce(force)
        while (step?.again) step = await saveOnce(false)
        return step
      }
      const next = queue.current.then(run, run)
      queue.current = next
      return next
    },
    [saveOnce],
  )
}

/**
 * The newest version known of the record: after a conflict the state’s is newer than that of the last save.
 */
function newest(state: FormState, own: Pick<FormState, 'id' | 'version' | 'saved'> | null) {
  return own !== null && own.version >= state.version
    ? own
    : { id: state.id, version: state.version, saved: state.saved }
}

/** A record as a save leaves it. */
type SavedRecord = Pick<FormState, 'version'> & { readonly id: string }

/** `again`: an earlier body was saved, and what was typed since is not yet. */
type Step = SavedRecord & { readonly again: boolean }

/** Shows why nothing was saved: what the server found wrong, field by field, or that it did not answer. */
function tellFailure(error: unknown, dispatch: Dispatch<FormEvent>): null {
  const faults = faultsOf(error)
  dispatch(
    faults.length > 0
      ? { type: 'refused', faults }
      : { type: 'failed', message: sentenceOf(error), unanswered: isUnanswered(error) },
  )
  return null
}

/**
 * After a refusal because the record is newer than the form: the save of this form whose answer was lost on
 * the way, or somebody else's, which the form is told of.
 */
async function ownOrNewer(
  type: string,
  id: string,
  unanswered: readonly SentForm[],
  dispatch: Dispatch<FormEvent>,
): Promise<{ readonly done: SavedRecord; readonly sent: SentForm } | null> {
  try {
    const view = await recordApi.read(type, id)
    const sent = unanswered.find((one) => isOwnSave(view, one))
    if (sent) return { done: { id, version: view.version }, sent }
    dispatch({ type: 'newer', view })
    return null
  } catch (error) {
    return tellFailure(error, dispatch)
  }
}
