import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { DarkSwitches, ElderSwitch } from '../look/display-switches.tsx'
import { Icon } from '../look/icon.tsx'
import { Logo } from '../look/logo.tsx'

/**
 * The header of pages that are open to everybody. `children` stand at its end, e.g. the link to sign in. On a
 * phone it is one line, with `folded` behind 更多 beside what is changed seldom. `below` is said where the
 * page has its name in a masthead below: the strip then names it on phones only, which have no masthead, and
 * says elsewhere who runs the portal. Unless it is `solid`, what is scrolled below it shines through.
 */
export function PublicHeader({
  home,
  below,
  folded,
  solid = true,
  children,
}: {
  home: string
  below?: { readonly name: string | undefined; readonly by: string | undefined }
  folded?: ReactNode
  solid?: boolean
  children?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <header className="x-strip" data-solid={solid}>
      {below && <p className="x-strip-by">{below.by !== undefined && `主办：${below.by}`}</p>}
      <Link to={home} className="x-strip-brand" data-below={below ? '' : undefined}>
        <Logo size={28} onInk />
        <b className="x-display">{below ? (below.name ?? '\u00a0') : '杏坛'}</b>
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
