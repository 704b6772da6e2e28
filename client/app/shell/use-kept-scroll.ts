import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { lastAsked } from '../../platform/address/history.ts'
import { keepScrolls, rememberScroll, scrollOf } from '../../platform/address/scroll.ts'

/**
 * A page that is come back to stands where it was left; another begins at its top, or at the part the address
 * names.
 */
export function useKeptScroll(): void {
  const { key, hash } = useLocation()
  const cameBack = useNavigationType() === 'POP'
  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    return () => void (window.history.scrollRestoration = 'auto')
  }, [])
  useEffect(() => {
    const leave = () => {
      rememberScroll(key)
      keepScrolls()
      // A page that is loaded anew grows after it stands: the browser scrolls with it.
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [key])
  useLayoutEffect(() => {
    const left = cameBack ? scrollOf(key) : undefined
    const part = hash && document.getElementById(decoded(hash.slice(1)))
    if (left !== undefined) window.scrollTo(0, left)
    else if (part) part.scrollIntoView()
    else if (lastAsked().preventScrollReset !== true) window.scrollTo(0, 0)
  }, [key, hash, cameBack])
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
