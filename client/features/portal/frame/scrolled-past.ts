import { useEffect, useRef, useState } from 'react'

/** Whether a mark of the page has left the window at its top. The style sheet places it. */
export function useScrolledPast() {
  const mark = useRef<HTMLDivElement>(null)
  const [solid, setSolid] = useState(false)
  useEffect(() => {
    const shown = mark.current
    if (!shown) return
    const watch = new IntersectionObserver(([entry]) => {
      if (entry) setSolid(!entry.isIntersecting && entry.boundingClientRect.top < 0)
    })
    watch.observe(shown)
    return () => watch.disconnect()
  }, [])
  return { mark, solid }
}
