import type { ReactNode } from 'react'
import './view-only.css'

/** A form that is shown to be read: nothing in it can be changed, and its buttons are left out. */
export function ViewOnly({ on, children }: { on: boolean; children: ReactNode }) {
  if (!on) return children
  return (
    <fieldset className="x-view-only" disabled>
      {children}
    </fieldset>
  )
}
