import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Router } from 'react-router'
import { history, lastAsked } from '../platform/address/history.ts'

/**
 * Tells everything below where this tab is. What stands there stays until the next page is ready to be drawn,
 * unless the change of the address asked to be drawn at once.
 */
export function AddressRouter({ children }: { children: ReactNode }) {
  const [{ location, action }, setAt] = useState({ location: history.location, action: history.action })
  useLayoutEffect(
    () =>
      history.listen((at) => {
        if (lastAsked().flushSync === true) flushSync(() => setAt(at))
        else startTransition(() => setAt(at))
      }),
    [],
  )
  return (
    <Router navigator={history} location={location} navigationType={action}>
      {children}
    </Router>
  )
}
