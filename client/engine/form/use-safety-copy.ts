import { useEffect, useRef, useState, type Dispatch } from 'react'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import type { FormEvent, FormState } from './form-state.ts'
import { restored, unsaved } from './safety-copy.ts'

const pause = 250
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
