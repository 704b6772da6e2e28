import { useEffect, useRef } from 'react'

/** What the keys of a board do. */
export interface KeyActs {
  readonly next: () => void
  readonly previous: () => void
  readonly toggleTour: () => void
  readonly toggleTable: () => void
  readonly toggleFull: () => void
}

const acts: Readonly<Record<string, keyof KeyActs>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ' ': 'toggleTour',
  t: 'toggleTable',
  f: 'toggleFull',
}

/**
 * Whether the key belongs to what has the focus: fields take all of them, buttons the space bar, tables the
 * arrows.
 */
function isTaken({ target, key, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented) return true
  if (!(target instanceof Element)) return false
  if (target.matches('input, select, textarea, dialog *')) return true
  if (key === ' ') return target.matches('button, a, summary, [role="button"]')
  return key.startsWith('Arrow') && target.matches('.bd-scroll')
}

/** Arrows step, the space bar begins and stops the tour, T shows tables, F fills the screen. */
export function useKeys(given: KeyActs): void {
  const current = useRef(given)
  useEffect(() => {
    current.current = given
  }, [given])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return
      event.preventDefault()
      current.current[act]()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
