import { useEffect, useRef } from 'react'

const patience = 5000

/**
 * After navigation the focus moves to the new page's h1, so that a screen reader reads where it is and Tab
 * goes on from there. The page may still be loading: the h1 is waited for, and given up when the person has
 * moved on by themselves.
 */
export function useHeadingFocus(pathname: string) {
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    const before = document.activeElement
    const main = document.querySelector('main')
    if (!main) return
    const focus = () => {
      const heading = main.querySelector('h1')
      if (!heading) return
      stop()
      if (document.activeElement === before || document.activeElement === document.body)
        heading.focus({ preventScroll: true })
    }
    const watcher = new MutationObserver(focus)
    const stop = () => {
      watcher.disconnect()
      clearTimeout(timer)
    }
    const timer = setTimeout(stop, patience)
    watcher.observe(main, { childList: true, subtree: true })
    focus()
    return stop
  }, [pathname])
}
