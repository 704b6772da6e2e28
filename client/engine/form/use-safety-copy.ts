import { useEffect, useRef, useState, type Dispatch } from 'react'
import type { FileRef } from '../../../catalogue/contract/records.ts'
import { draftOf, dropDraft, keepDraft, type Draft } from '../../platform/drafts.ts'
import { isSame, type Values } from '../values.ts'
import type { FormEvent, FormState } from './form-state.ts'

const pause = 250
const filesKey = '$files'

/** Only what was typed and not saved goes into the copy; the rest is on the server. */
function unsaved(state: FormState): Values {
  const typed = Object.entries(state.values).filter(([key, value]) => !isSame(value, state.saved.values[key]))
  const files = isSame(
    state.files.map((file) => file.id),
    state.saved.files,
  )
    ? {}
    : { [filesKey]: state.files }
  return { ...Object.fromEntries(typed), ...files }
}

function restored(draft: Draft, state: FormState): { values: Values; files: readonly FileRef[] } {
  const { [filesKey]: files, ...values } = draft.values
  return { values, files: Array.isArray(files) ? (files as FileRef[]) : state.files }
}

/**
 * Keeps a copy of what is typed on this computer, for a power cut and an expired session. A copy made over
 * the version the form opened with is put back by itself; one made over an older version is offered.
 */
export function useSafetyCopy(key: string, state: FormState, dispatch: Dispatch<FormEvent>) {
  const [first] = useState(state)
  const [found] = useState(() => draftOf(key))
  const fits = found !== null && found.version === first.version
  const [open, setOpen] = useState(found !== null && !fits)
  useEffect(() => {
    if (found !== null && fits) dispatch({ type: 'restore', ...restored(found, first) })
  }, [found, fits, first, dispatch])
  // A new record has got its id: from now on the copy is kept under that.
  const before = useRef(key)
  useEffect(() => {
    if (before.current !== key) dropDraft(before.current)
    before.current = key
  }, [key])
  useEffect(() => {
    // An offered copy waits for its answer and must not be overwritten by an untouched form.
    if (open) return
    const timer = setTimeout(() => {
      const values = unsaved(state)
      if (Object.keys(values).length > 0) keepDraft(key, values, state.version)
      else dropDraft(key)
    }, pause)
    return () => clearTimeout(timer)
  }, [key, state, open])
  // Who leaves within the pause keeps what was typed, unless it was given up.
  const last = useRef({ key, state, given: false })
  useEffect(() => {
    last.current = { ...last.current, key, state }
  })
  useEffect(
    () => () => {
      const { key: under, state: typed, given } = last.current
      const values = unsaved(typed)
      if (!given && Object.keys(values).length > 0) keepDraft(under, values, typed.version)
    },
    [],
  )
  return {
    /** A copy over an older version, to be decided. */
    offered: open ? found : null,
    /** A copy that was put back when the form opened. */
    putBack: fits ? found : null,
    take: () => {
      if (found) dispatch({ type: 'restore', ...restored(found, state) })
      setOpen(false)
    },
    drop: () => {
      dropDraft(key)
      setOpen(false)
    },
    /** The typing itself is given up, not only an old copy. */
    giveUp: () => {
      last.current.given = true
      dropDraft(key)
    },
  }
}
