import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { DarkSwitches, ElderSwitch } from '../look/display-switches.tsx'
import { Icon } from '../look/icon.tsx'
import { Logo } from '../look/logo.tsx'

/**
 * The header of pages that are open to everybody. `children` stand at its end, e.g. the link to sign in. On a
 * phone it is one line: `name` stands below the brand there, `folded` behind 更多 with what is changed seldom.
 */
export function PublicHeader({
  home,
  name,
  folded,
  children,
}: {
  home: string
  name?: string | undefined
  folded?: ReactNode
  children?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <header className="x-strip">
      <Link to={home} className="x-strip-brand">
        <Logo size={28} onInk />
        <span>
          <b className="x-display">杏坛</b>
          {name !== undefined && <small>{name}</small>}
        </span>
      </Link>
      <div className="x-strip-tools">
        <ElderSwitch />
        <button
          type="button"
          className="x-switch x-strip-more"
          aria-expanded={open}
          aria-controls="x-strip-folded"
          onClick={() => setOpen(!open)}
        >
          更多
          <Icon name={open ? 'up' : 'down'} />
        </button>
        <div id="x-strip-folded" className="x-strip-folded" data-open={open}>
          {folded}
          <DarkSwitches />
        </div>
        {children}
      </div>
    </header>
  )
}
