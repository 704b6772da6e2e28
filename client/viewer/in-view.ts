import { useEffect, useRef, useState } from 'react'

/** Whether an element is near the screen, or was: what is expensive to draw waits for that. */
export function useInView<T extends Element>() {
  const ref = useRef<T>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const target = ref.current
    if (!target || seen) return
    const watch = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && setSeen(true),
      { rootMargin: '600px' },
    )
    watch.observe(target)
    return () => watch.disconnect()
  }, [seen])
  return { ref, seen }
}
