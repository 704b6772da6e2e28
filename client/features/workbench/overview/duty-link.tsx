import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isOfDuty } from '../../../../catalogue/pages/menus.ts'
import { match } from '../../../../catalogue/pages/pages.ts'
import { useSession } from '../../../platform/session/session.ts'

/** A link where the page belongs to the administrator's duties, and the bare text where it does not. */
export function DutyLink({
  to,
  label,
  primary,
  children,
}: {
  to: string
  label: string
  /** Drawn as the one act to begin with. */
  primary?: boolean
  children: ReactNode
}) {
  const session = useSession()
  const entry = session && match(to, session.role)
  if (!session || !entry || entry.page === null || !isOfDuty(entry, session.duties)) return children
  return (
    <Link to={to} aria-label={label} className={primary ? 'x-button x-button-primary' : ''}>
      {children}
    </Link>
  )
}
