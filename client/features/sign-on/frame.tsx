import type { ReactNode } from 'react'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { useSession } from '../../platform/session/session.ts'
import { signOut } from '../../platform/session/sign-out.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { PublicHeader } from '../../ui/layout/public-header.tsx'
import './sign-on.css'

/** What stands around the pages on which the portal speaks to an app for somebody. */
export function SignOnFrame({ children }: { children: ReactNode }) {
  const session = useSession()
  return (
    <>
      <PublicHeader home={homeOf(null)}>
        {session && (
          <>
            <span className="sign-on-who">
              <Icon name="user" />
              {session.truename}
            </span>
            <button type="button" className="x-switch" onClick={() => void signOut()}>
              退出登录
            </button>
          </>
        )}
      </PublicHeader>
      <main className="sign-on">{children}</main>
    </>
  )
}
