import type { ReactNode } from 'react'
import './row-list.css'

/** Rows in a box (`<li>` each), dimmed while the next ones load. `ordered`: their order has a meaning. */
export function RowList({
  label,
  stale,
  ordered,
  children,
}: {
  label?: string
  stale: boolean
  ordered?: boolean
  children: ReactNode
}) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List className={stale ? 'x-rows x-stale' : 'x-rows'} aria-label={label} aria-busy={stale}>
      {children}
    </List>
  )
}
