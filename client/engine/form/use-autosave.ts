import { useEffect, useRef } from 'react'

/** Milliseconds without a change after which a draft is saved by itself. */
const autosaveAfter = 3000

/** Milliseconds between two attempts to save while the server does not answer. */
const triedEvery = 10_000

/**
 * Saves a draft by itself: once `typing` stayed the same for a while; and what found no server, when the
 * network returns or the server behind it.
 */
export function useAutosave(
  due: boolean,
  typing: unknown,
  unanswered: boolean,
  save: () => Promise<unknown>,
): void {
  const saveNow = useRef(save)
  useEffect(() => {
    saveNow.current = save
  })
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => void saveNow.current(), autosaveAfter)
    return () => clearTimeout(timer)
  }, [due, typing])
  const returns = due && unanswered
  useEffect(() => {
    if (!returns) return
    const again = () => void saveNow.current()
    window.addEventListener('online', again)
    const timer = setInterval(() => navigator.onLine && again(), triedEvery)
    return () => {
      window.removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [returns])
}
