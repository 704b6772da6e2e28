import { lazy, Suspense, type ReactNode } from 'react'
import { Navigate, useLocation, type Location } from 'react-router'
import type { Role } from '../../catalogue/access/roles.ts'
import { pageOf, type PageEntry, type PageName } from '../../catalogue/pages/entry.ts'
import { guard } from '../../catalogue/pages/guard.ts'
import { isOfDuty, menuFor, passwordPathOf } from '../../catalogue/pages/menus.ts'
import { match, pathKey } from '../../catalogue/pages/pages.ts'
import { askedIn, pageAskedFor, pathAfterSignIn } from '../platform/session/return-path.ts'
import { hasGivenUp, useSession, type Session } from '../platform/session/session.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { useCookieLogin } from './cookie-login.ts'
import { useIdentityChange } from './identity-change.ts'
import { Missing } from './missing.tsx'
import { pageComponents } from './pages.ts'
import { PublicFrame } from './public-frame.tsx'
import { usePasswordNotice } from './password-notice.ts'
import { LeadOn, SignInDoor } from './sign-in-door.tsx'

// Few need it, and it brings the cache of the workspaces, which visitors are not sent.
const PasswordFirst = lazy(async () => ({ default: (await import('./password-first.tsx')).PasswordFirst }))
const FullScreen = lazy(async () => ({ default: (await import('./full-screen.tsx')).FullScreen }))
const Workspace = lazy(async () => ({ default: (await import('./workspace.tsx')).Workspace }))

/** Pages that stand by themselves, without header and menu of a workspace. */
const standalone: ReadonlySet<string> = new Set([
  'sign-in',
  'outside-sign-in',
  'directory-sign-in',
  'forgotten-password',
  'portal',
])

/** Pages from edge to edge, which ask the server as those of a workspace do. */
const fullScreen: ReadonlySet<string> = new Set([
  'board',
  'shared-board',
  'consent',
  'signed-out',
  'check-in',
])

/** Pages of visitors that ask the server through the cache of the workspaces. */
const askedByVisitors: ReadonlySet<string> = new Set([
  'publicity',
  'complain',
  'declare-notices',
  'live-room',
])

/** Pages without a form whose draft would be kept: they do not wait for the key that opens drafts. */
const withoutDrafts: ReadonlySet<string> = new Set(['workspace-home', 'overview', 'review'])

/** Decides what stands at the address for whoever is signed in: a redirect, a page, or nothing. */
export function Gate() {
  const session = useSession()
  const location = useLocation()
  usePasswordNotice(session)
  useIdentityChange(session)
  const waiting = useCookieLogin()
  if (waiting) return <Skeleton lines={8} />
  const role = session?.role ?? null
  const due = isPasswordDue(session)
  if (due && session && pathKey(location.pathname) !== pathKey(passwordPathOf(session.role)))
    return <Navigate to={passwordPathOf(session.role)} replace state={location.state} />
  const asked = askedIn(location.state)
  if (session && !due && asked !== null) return <LeadOn asked={asked} session={session} />
  const verdict = guard(location.pathname, role)
  const elsewhere = session && dutyPathFor(session, location.pathname)
  if (elsewhere) return <Navigate to={elsewhere} replace />
  if (typeof verdict === 'object')
    return <Elsewhere to={verdict.redirect} session={session} from={location} />
  const entry = verdict === 'ok' ? match(location.pathname, role) : undefined
  const name = entry ? pageOf(entry, new URLSearchParams(location.search).get('tab')) : null
  const inside = (
    <Suspense fallback={<Skeleton lines={8} />}>
      <PageAt entry={entry} name={name} role={role} />
    </Suspense>
  )
  return (
    <>
      <Surround name={name} session={session} due={due}>
        {inside}
      </Surround>
      <SignInDoor session={session} />
    </>
  )
}

/** What stands around a page by its kind: nothing, the cache of its account only, or header and menu. */
function Surround(props: {
  name: PageName | null
  session: Session | null
  due: boolean
  children: ReactNode
}) {
  const { name, session, due, children } = props
  if (name !== null && standalone.has(name)) return children
  if (name !== null && fullScreen.has(name))
    return (
      <Suspense fallback={<Skeleton lines={8} />}>
        <FullScreen key={session?.id ?? 0} signedIn={session !== null}>
          {children}
        </FullScreen>
      </Suspense>
    )
  return (
    <Frame name={name} session={session} due={due}>
      {children}
    </Frame>
  )
}

function PageAt(props: { entry: PageEntry | undefined; name: PageName | null; role: Role | null }) {
  const { entry, name, role } = props
  if (!entry || name === null) return <Missing role={role} />
  const PageComponent = pageComponents[name]
  return <PageComponent key={entry.path} entry={entry} />
}

const isPasswordDue = (session: Session | null): boolean =>
  session !== null && (session.is_simple === 1 || session.is_reset === 1)

/** What stands around a page: nothing but the new password while one is due, else header and menu. */
function Frame(props: { name: PageName | null; session: Session | null; due: boolean; children: ReactNode }) {
  const { name, session, due, children } = props
  if (session === null)
    return (
      <PublicFrame>
        {name !== null && askedByVisitors.has(name) ? (
          <Suspense fallback={<Skeleton lines={8} />}>
            <FullScreen signedIn={false}>{children}</FullScreen>
          </Suspense>
        ) : (
          children
        )}
      </PublicFrame>
    )
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      {due ? (
        <PasswordFirst>{children}</PasswordFirst>
      ) : (
        <Workspace key={session.id} session={session} opensDrafts={name === null || !withoutDrafts.has(name)}>
          {children}
        </Workspace>
      )}
    </Suspense>
  )
}

/**
 * Where an administrator goes whose duties the page is none of, where they are separate: the first page of
 * their menu, else the own account.
 */
function dutyPathFor({ role, duties }: Session, path: string): string | undefined {
  const entry = match(path, role)
  if (
    duties === null ||
    role !== 1 ||
    entry === undefined ||
    !entry.path.startsWith('/appCore/') ||
    isOfDuty(entry, duties)
  )
    return undefined
  return menuFor(role, null, duties)[0]?.path ?? passwordPathOf(role)
}

/**
 * Sends on. A visitor's wish is remembered in the history entry, not in the address, where anybody could
 * write one; an alias keeps its query; a signed-in person on the sign-in page goes where they wanted to go
 * before.
 */
function Elsewhere({ to, session, from }: { to: string; session: Session | null; from: Location }) {
  if (session === null) return <Navigate to={to} replace state={wishOf(from)} />
  if (match(from.pathname)?.page === 'sign-in') {
    const asked = new URLSearchParams(from.search).get('to')
    return <Navigate to={pathAfterSignIn(asked, session.role)} replace />
  }
  return <Navigate to={{ pathname: to, search: from.search, hash: from.hash }} replace />
}

/** What a visitor asked for; nothing where it is no page of a workspace, or the person has just left it. */
function wishOf({ pathname, search, hash }: Location): { readonly asked: string } | null {
  const asked = pathname + search + hash
  return hasGivenUp() || pageAskedFor(asked) === null ? null : { asked }
}
