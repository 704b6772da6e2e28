import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageTitle } from './page-title.ts'

export interface Crumb {
  label: string
  to?: string
}

/**
 * The head of every workspace page: breadcrumb, the one h1, note, actions; then the page. The shell moves the
 * focus to the h1 after navigation, so the h1 can be focused by script.
 */
export function PageFrame({
  title,
  crumbs,
  mark,
  note,
  actions,
  children,
}: {
  title: string
  crumbs?: readonly Crumb[]
  /** Beside the title, for a StatusMark. */
  mark?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className="x-page">
      {crumbs && crumbs.length > 0 && (
        <nav aria-label="所在位置">
          <ol className="x-crumbs">
            {crumbs.map(({ label, to }, place) => (
              <li key={`${place} ${label}`}>{to ? <Link to={to}>{label}</Link> : label}</li>
            ))}
          </ol>
        </nav>
      )}
      <div className="x-page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {mark}
        {note && <span className="x-faint x-dense">{note}</span>}
        {actions && <div className="x-page-actions">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
