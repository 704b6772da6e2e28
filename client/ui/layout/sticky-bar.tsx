import type { ReactNode } from 'react'

/** The bar at the foot of a form or a selection: its state on the left, its actions on the right. */
export function StickyBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="x-sticky">
      <div className="x-sticky-note">{note}</div>
      {children}
    </div>
  )
}
