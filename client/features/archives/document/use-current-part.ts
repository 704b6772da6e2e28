import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Pixels that a heading may stand below its own place and still be where one is. */
const slack = 8

/** The last of the parts whose heading has reached its place below the header. */
function partAt(ids: readonly string[]): string | null {
  const reached = ids.filter((id) => {
    const heading = document.getElementById(id)
    if (!heading) return false
    const place = Number.parseFloat(getComputedStyle(heading).scrollMarginTop) || 0
    return heading.getBoundingClientRect().top <= place + slack
  })
  return reached.at(-1) ?? ids[0] ?? null
}

/** The id of the part of the document that is being read, as the page is scrolled. */
export function useCurrentPart(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(ids[0] ?? null)
  const key = ids.join(' ')
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      setCurrent(partAt(key.split(' ')))
    }
    const ask = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    ask()
    window.addEventListener('scroll', ask, { passive: true })
    window.addEventListener('resize', ask)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', ask)
      window.removeEventListener('resize', ask)
    }
  }, [key])
  return current
}

/** A ref of the contents, whose current entry is kept in view. scrollIntoView would move the page, too. */
export function useEntryInView(current: string | null): RefObject<HTMLElement | null> {
  const contents = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const box = contents.current
    const entry = box?.querySelector('[aria-current]')
    if (!box || !entry) return
    const [at, within] = [entry.getBoundingClientRect(), box.getBoundingClientRect()]
    if (at.top < within.top) box.scrollTop += at.top - within.top
    if (at.bottom > within.bottom) box.scrollTop += at.bottom - within.bottom
  }, [current])
  return contents
}
