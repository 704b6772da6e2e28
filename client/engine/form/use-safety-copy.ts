import { useEffect, useRef, useState, type Dispatch } from 'react'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import type { FormEvent, FormState } from './form-state.ts'
import { restored, unsaved } from './safety-copy.ts'

const pause = 250
/**
 * Keeps a copy of the typed values on this computer, because a power cut or an expired session would lose
 * them. A copy of the version that the form opens with is put back at once; a copy of an older version is
 * offered.
 */
export function useSafetyCopy(key: string, state: FormState, dispatch: Dispatch<FormEvent>) {
  const [first] = useState(state)
  const [found] = useState(() => draftOf(key))
  const fits = found !== null && found.version === first.version
  const [open, setOpen] = useState(found !== null && !fits)
  useEffect(() => {
    if (found !== null && fits) dispatch({ type: 'restore', ...restored(found, first) })
  }, [found, fits, first, dispatch])
  // The first save has given the record its id: the copy moves to that key.
  const before = useRef(key)
  useEffect(() => {
    if (before.current !== key) dropDraft(before.current)
    before.current = key
  }, [key])
  useEffect(() => {
    // While the copy is offered, the form must not overwrite it with its own values.
    if (open) return
    const timer = setTimeout(() => {
      const values = unsaved(state)
      if (Object.keys(values).length > 0) keepDraft(key, values, state.version)
      else dropDraft(key)
    }, pause)
    return () => clearTimeout(timer)
  }, [key, state, open])
  // The form closes, or the whole page does, before the pause is over: the copy is written now, unless the
  // writer gave the values up.
  const last = useRef({ key, state, given: false })
  useEffect(() => {
    last.current = { ...last.current, key, state }
  })
  useEffect(() => {
    const keepNow = () => {
      const { key: under, state: typed, given } = last.current
      const values = unsaved(typed)
      if (!given && Object.keys(values).length > 0) keepDraft(under, values, typed.version)
    }
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [])
  return {
    /** A copy of an older version: the writer decides whether to use it. */
    offered: open ? found : null,
    /** The copy that was put back when the form opened. */
    putBack: fits ? found : null,
    take: () => {
      if (found) dispatch({ type: 'restore', ...restored(found, state) })
      setOpen(false)
    },
    drop: () => {
      dropDraft(key)
      setOpen(false)
    },
    /** Forgets the copy and writes no further one: the writer gave the typed values up. */
    giveUp: () => {
      last.current.given = true
      dropDraft(key)
    },
  }
}
