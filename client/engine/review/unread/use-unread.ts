import { useCallback, useRef, useState } from 'react'
import type { PendingView } from '../../../../catalogue/contract/archive/records.ts'
import { drawnFile } from './drawn.ts'

/** Least height in pixels of a long part that must be in view for it to count as shown. */
const enough = 120

/** Whether so much of an element is in view that it can be read, as the observer last saw it. */
const isInView = ({ intersectionRect, boundingClientRect: box }: IntersectionObserverEntry): boolean =>
  box.height > 0 && intersectionRect.height >= Math.min(enough, box.height * 0.6)

/** Calls back when the element comes into view or changes there: its pictures come, its reader draws. */
function watch(element: HTMLElement, onSeen: () => void): () => void {
  let inView = false
  const look = () => inView && onSeen()
  const sight = new IntersectionObserver(
    (entries) => {
      inView = entries.some(isInView)
      look()
    },
    { threshold: [0, 0.1, 0.2, 0.4, 0.6, 0.8, 1] },
  )
  const change = new MutationObserver(look)
  sight.observe(element)
  change.observe(element, { childList: true, subtree: true, attributes: true })
  // The load of a picture does not bubble.
  element.addEventListener('load', look, true)
  return () => {
    sight.disconnect()
    change.disconnect()
    element.removeEventListener('load', look, true)
  }
}

/**
 * What of a record has not been on the screen yet: files of its evidence and the warnings of the rules.
 * `warningBox` and `evidenceBox` are refs of where they stand; the box of the evidence names in `data-file`
 * which file it shows.
 */
export function useUnread({ attachments, warnings }: PendingView) {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const [warned, setWarned] = useState(warnings.length === 0)
  const told = useRef(false)
  const places = useRef<{ warnings: HTMLElement | null; evidence: HTMLElement | null }>({
    warnings: null,
    evidence: null,
  })
  const warningBox = useCallback((element: HTMLElement | null) => {
    places.current.warnings = element
    return element ? watch(element, () => setWarned(true)) : undefined
  }, [])
  const evidenceBox = useCallback((element: HTMLElement | null) => {
    places.current.evidence = element
    if (!element) return undefined
    return watch(element, () => {
      const id = drawnFile(element)
      if (id !== null) setShown((now) => (now.has(id) ? now : new Set([...now, id])))
    })
  }, [])
  const files = attachments.filter(({ id }) => !shown.has(id))
  const parts = [
    ...(warned ? [] : [`${warnings.length} 条校验提示`]),
    ...(files.length > 0 ? [`${files.length} 份佐证`] : []),
  ]
  return {
    warningBox,
    evidenceBox,
    /** 1 条校验提示、2 份佐证; empty when all of it was shown. */
    words: parts.join('、'),
    /**
     * Whether a decision must wait: the first press of passing shows what is unread, the second passes.
     * @param showFile opens a file in the viewer
     */
    holdsBack(showFile: (id: string) => void): boolean {
      if (told.current || parts.length === 0) return false
      told.current = true
      const [next] = files
      if (next) showFile(next.id)
      const place = warned ? places.current.evidence : places.current.warnings
      place?.scrollIntoView({ block: 'center' })
      return true
    },
  }
}

export type UnreadReviews = ReturnType<typeof useUnread>
