import type { KeyboardEvent, ReactNode } from 'react'
import '../kinds.css'

/**
 * Around a drop-down: of one with several choices, Tab goes on to the next control and nothing else. The
 * library takes Tab for choosing the marked item while the list is open, in the input and on the button that
 * empties it; a list of several stays open then, and a person without a mouse could not leave.
 */
export function TabLeaves({ several, children }: { several: boolean; children: ReactNode }) {
  const keepFromLibrary = (event: KeyboardEvent) => {
    if (several && event.key === 'Tab') event.stopPropagation()
  }
  return (
    <div className="xr-tab-leaves" onKeyDownCapture={keepFromLibrary}>
      {children}
    </div>
  )
}
