import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Shows as many parts of a row as there is room for. What stands beside the row is tightened first, step by
 * step (`data-tight` of `frame`, which the style sheet reads), and only then do parts leave the row, from its
 * end. Parts are marked by `data-part`; while some have left, `frame` has `data-more`.
 * @param parts how many parts the row has
 * @param tightest the last step of tightening
 */
export function useFittingRow(parts: number, tightest: number) {
  const frame = useRef<HTMLElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(parts)
  useLayoutEffect(() => {
    const [around, within] = [frame.current, row.current]
    if (!around || !within) return
    const look = () => {
      // Hidden on narrow screens, which have another menu.
      if (within.getClientRects().length > 0) setShown(arranged(around, within, tightest))
    }
    look()
    const watch = new ResizeObserver(look)
    // Sizes of the parts change with the font that comes late and with large type.
    for (const one of [around, within, ...around.children, ...partsOf(within)]) watch.observe(one)
    return () => watch.disconnect()
  }, [parts, tightest])
  return { frame, row, shown: Math.min(shown, parts) }
}

const partsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>(':scope > [data-part]')]

/**
 * Tries one arrangement after the other in the page itself, before it is painted; answers how many parts are
 * shown.
 */
function arranged(frame: HTMLElement, row: HTMLElement, tightest: number): number {
  const parts = partsOf(row)
  // By the last part: a list that hangs open below one would count as width of the row.
  const fits = () => {
    const end = parts.findLast((part) => !part.hidden)?.getBoundingClientRect().right ?? 0
    return end <= row.getBoundingClientRect().right + 0.5
  }
  const show = (count: number) => {
    for (const [place, part] of parts.entries()) part.hidden = place >= count
    frame.toggleAttribute('data-more', count < parts.length)
  }
  show(parts.length)
  for (let tight = 0; tight <= tightest; tight += 1) {
    frame.setAttribute('data-tight', String(tight))
    if (fits()) return parts.length
  }
  let shown = parts.length - 1
  for (show(shown); shown > 0 && !fits(); show(shown)) shown -= 1
  return Math.max(shown, 0)
}
