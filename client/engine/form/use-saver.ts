import { useCallback, useEffect, useRef, type Dispatch } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { faultsOf, isStale } from '../data/problem.ts'
import { recordApi, type Written } from '../data/record-api.ts'
import { newUuid } from '../uuid.ts'
import type { FormEvent, FormState } from './form-state.ts'
import { outgoing } from './outgoing.ts'

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
  const creating = useRef<{ key: string; body: Written | null }>({ key: '', body: null })
  // The record as last saved. The state follows with the next render, and a save that is already waiting
  // needs the new version before that.
  const saved = useRef<Pick<FormState, 'id' | 'version' | 'saved'> | null>(null)

  const saveOnce = useCallback(
    async (force: boolean) => {
      const at = { ...now.current, ...newest(now.current, saved.current) }
      const out = outgoing(definition, at, keys)
      if (at.id !== null && out.nothing && !force) return { id: at.id, version: at.version }
      dispatch({ type: 'saving' })
      try {
        const body = at.id === null ? (creating.current.body ?? out) : out
        if (at.id === null) creating.current = { key: creating.current.key || newUuid(), body }
        const done =
          at.id === null
            ? await recordApi.create(definition.name, body, ownerId, creating.current.key)
            : await recordApi.save(definition.name, at.id, body, at.version)
        const base = {
          values: { ...at.saved.values, ...body.values },
          files: body.attachments ?? at.saved.files,
        }
        saved.current = { id: done.id, version: done.version, saved: base }
        dispatch({ type: 'saved', ...done, saved: base, left: out.unreadable.length })
        return done
      } catch (error) {
        // The server refused the create and stored nothing: the next attempt gets a new key.
        if (faultsOf(error).length > 0) creating.current = { key: '', body: null }
        if (isStale(error) && at.id !== null) await tellNewer(definition.name, at.id, dispatch)
        else if (faultsOf(error).length > 0) dispatch({ type: 'refused', faults: faultsOf(error) })
        else dispatch({ type: 'failed', message: sentenceOf(error) })
        return null
      }
    },
    [definition, dispatch, keys, ownerId],
  )

  return useCallback(
    (force = false) => {
      const run = () => saveOnce(force)
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

async function tellNewer(type: string, id: string, dispatch: Dispatch<FormEvent>) {
  try {
    dispatch({ type: 'newer', view: await recordApi.read(type, id) })
  } catch (error) {
    dispatch({ type: 'failed', message: sentenceOf(error) })
  }
}
