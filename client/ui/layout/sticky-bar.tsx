import type { ReactNode } from 'react'

/**
 * The bar that stays at the foot of a form or a selection: what is the case on the left, what can be done on
 * the right.
 */
export function StickyBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="x-sticky">
      <div className="x-sticky-note">{note}</div>
      {children}
    </div>
  )
}
