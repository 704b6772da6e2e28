import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DisplaySwitches } from '../look/display-switches.tsx'
import { Logo } from '../look/logo.tsx'

/** The header of pages that are open to everybody. `children` stand at its end, e.g. the link to sign in. */
export function PublicHeader({ home, children }: { home: string; children?: ReactNode }) {
  return (
    <header className="x-strip">
      <Link to={home} className="x-strip-brand">
        <Logo size={28} onInk />
        <b className="x-display">杏坛</b>
      </Link>
      <div className="x-strip-tools">
        <DisplaySwitches />
        {children}
      </div>
    </header>
  )
}
