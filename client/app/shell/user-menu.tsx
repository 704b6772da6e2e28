import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { roleEntry } from '../../../catalogue/access/roles.ts'
import { userMenuFor } from '../../../catalogue/pages/menus.ts'
import { version } from '../../../catalogue/version.ts'
import type { Session } from '../../platform/session/session.ts'
import { signOut } from '../../platform/session/sign-out.ts'
import { useClosedFromOutside } from '../../ui/layout/closed-from-outside.ts'
import { DisplaySwitches } from '../../ui/look/display-switches.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { shortName } from '../../ui/look/name.tsx'
import { learnIdentities } from './learn-identities.ts'

const IdentitySwitch = lazy(async () => ({
  default: (await import('../../features/account/index.ts')).IdentitySwitch,
}))

/** The person and what concerns them: pages of section 6 that exist, how the portal looks, signing out. */
export function UserMenu({ session }: { session: Session }) {
  const [open, setOpen] = useState(false)
  const [switching, setSwitching] = useState(false)
  const [broken, setBroken] = useState('')
  const box = useRef<HTMLDivElement>(null)
  useClosedFromOutside(box, open, () => setOpen(false))
  useEffect(() => {
    if (open) void learnIdentities()
  }, [open])
  return (
    <div className="shell-user" ref={box}>
      <button
        type="button"
        className="shell-tool"
        aria-expanded={open}
        aria-controls="user-menu"
        title={session.truename}
        onClick={() => setOpen(!open)}
      >
        {session.image && session.image !== broken ? (
          <img src={session.image} alt="" className="shell-avatar" onError={() => setBroken(session.image)} />
        ) : (
          <Icon name="user" />
        )}
        <span className="shell-user-name">
          {shortName(session.truename)}
          {session.stands_for && (
            <span className="shell-stands-for">代{shortName(session.stands_for.name)}</span>
          )}
        </span>
        <Icon name="down" />
      </button>
      <div id="user-menu" className="shell-user-menu" hidden={!open}>
        <p>
          <b>{session.truename}</b>
          <br />
          <span className="x-faint x-note">
            {[session.organization?.name, roleEntry(session.role).label].filter(Boolean).join('　')}
            {session.stands_for && (
              <>
                <br />代{session.stands_for.name}办理，至 {session.stands_for.until}
              </>
            )}
          </span>
        </p>
        <ul>
          {session.identities > 1 && (
            <li>
              <button
                type="button"
                onClick={() => {
                  setOpen(false)
                  setSwitching(true)
                }}
              >
                切换身份
              </button>
            </li>
          )}
          {userMenuFor(session.role).map(({ key, title, path }) => (
            <li key={key}>
              {path === null ? (
                <button type="button" onClick={() => void signOut()}>
                  <Icon name="logout" />
                  {title}
                </button>
              ) : (
                <Link to={path} onClick={() => setOpen(false)}>
                  {title}
                </Link>
              )}
            </li>
          ))}
        </ul>
        <div className="shell-user-switches">
          <DisplaySwitches />
        </div>
        <p className="x-faint x-note">杏坛 {version}</p>
      </div>
      {switching && (
        <Suspense>
          <IdentitySwitch onClose={() => setSwitching(false)} />
        </Suspense>
      )}
    </div>
  )
}
