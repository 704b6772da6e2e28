import type { KeyboardEvent, ReactNode } from 'react'
import '../kinds.css'

/**
 * Around a drop-down. When it takes several choices, Tab only moves the focus to the next control. The
 * library chooses the marked item on Tab while the list is open, in the input and on the button that empties
 * it, and stops the focus; a list of several stays open after that, so that a keyboard could never leave it.
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
