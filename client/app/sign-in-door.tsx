import { lazy, Suspense, useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { roleEntry } from '../../catalogue/access/roles.ts'
import { homeOf, pathKey } from '../../catalogue/pages/pages.ts'
import { endingSeen, whyEnded } from '../platform/session/expiry.ts'
import { askedIn, pageAskedFor, pathAfterSignIn } from '../platform/session/return-path.ts'
import type { Session } from '../platform/session/session.ts'
import { notify } from '../ui/feedback/notify.ts'

const Door = lazy(async () => ({ default: (await import('../features/sign-in/index.ts')).SignInDoor }))

/**
 * The sign-in form above the portal home, for a visitor who asked for a page of a workspace. Nothing
 * elsewhere, and nothing once it was closed.
 */
export function SignInDoor({ session }: { session: Session | null }) {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const asked = askedIn(state)
  const page = pageAskedFor(asked)
  if (session !== null || page === null || isClosed(state) || pathKey(pathname) !== homeOf(null)) return null
  const close = () => {
    endingSeen()
    // Kept for the link to the sign-in page, which leads on to the same page.
    void navigate(pathname, { replace: true, state: { asked, closed: true } })
  }
  return (
    <Suspense fallback={null}>
      <Door page={page.title} why={whyEnded()} onClose={close} />
    </Suspense>
  )
}

const isClosed = (state: unknown) => typeof state === 'object' && state !== null && 'closed' in state

/**
 * Leads to the page that was asked for before signing in, or home with a word where the role may not open it.
 */
export function LeadOn({ asked, session: { role } }: { asked: string; session: Session }) {
  const to = pathAfterSignIn(asked, role)
  const refused = to === asked ? undefined : pageAskedFor(asked)?.title
  useEffect(() => {
    endingSeen()
    if (refused !== undefined)
      notify.warn(`“${refused}”不对${roleEntry(role).label}身份开放，已打开您的首页`, { stay: 10_000 })
  }, [refused, role])
  return <Navigate to={to} replace />
}
