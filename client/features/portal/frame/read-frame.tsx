import type { ReactNode } from 'react'

/** A page of the portal that is read from top to bottom: its heading, then what it holds. */
export function ReadFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="portal-width portal-read">
      <h1 className="x-display" tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}
