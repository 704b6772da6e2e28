import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * In a row that scrolls, brings the current part into view, again after figures made the parts wider.
 * scrollIntoView would move the page, too, so the row is scrolled by hand.
 */
export function useCurrentInView(...when: readonly unknown[]): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  const key = when.join(' ')
  useLayoutEffect(() => {
    const nav = row.current
    const part = nav?.querySelector<HTMLElement>('[aria-current]')
    if (!nav || !part) return
    const [box, within] = [part.getBoundingClientRect(), nav.getBoundingClientRect()]
    if (box.left < within.left) nav.scrollLeft += box.left - within.left
    if (box.right > within.right) nav.scrollLeft += box.right - within.right
  }, [key])
  return row
}
