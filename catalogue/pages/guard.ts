/**
 * Decides in the browser who may open which route, before the page is loaded. The API checks every call
 * itself.
 */
import type { Role } from '../access/roles.ts'
import { homeOf, match, pathKey } from './pages.ts'

/**
 * `forbidden` exists for the client's page states. `guard` never answers it: a route of another role is
 * answered as not found.
 */
export type GuardResult = 'ok' | 'not-found' | 'forbidden' | { readonly redirect: string }

/**
 * First path segments a visitor may enter without signing in (specification section 5), where papers are
 * verified, and where a scanned code leads.
 */
const OPEN: ReadonlySet<string> = new Set(['home', 'login', 'logintest', 'usform', 'v', 'q'])

/**
 * Where a path sends on: the root to the role's home (a teacher's and a visitor's is the portal), /home to
 * /home/index, an alias to the path itself, a signed-in person on a sign-in page to the own home. Undefined
 * when the path is a page of its own, or none of this role's.
 */
export function redirectFor(path: string, role: Role | null): string | undefined {
  const entry = match(path, role)
  if (role !== null && match(path)?.page === 'sign-in') return homeOf(role)
  if (entry?.redirect !== undefined) return entry.redirect
  if (entry === undefined || entry.below) return undefined
  return pathKey(entry.path) === pathKey(path) ? undefined : entry.path
}

/**
 * May this role (null: not signed in) open this path? A visitor is sent to the portal unless the first
 * segment of the pathname is one of the open ones. The specification speaks of a path that "contains" them; a
 * substring would let `/teacher/sy?x=/home` pass, hence whole segments.
 */
export function guard(path: string, role: Role | null): GuardResult {
  const redirect = redirectFor(path, role)
  if (redirect !== undefined) return { redirect }
  const entry = match(path, role)
  // Below /home stand pages of review staff, too: whoever has not signed in is led to sign in, as for all
  // others.
  const isForVisitors = OPEN.has(firstSegment(path)) && (entry !== undefined || match(path) === undefined)
  if (role === null && !isForVisitors) return { redirect: homeOf(null) }
  return entry === undefined ? 'not-found' : 'ok'
}

function firstSegment(path: string): string {
  return pathKey(path).split('/')[1] ?? ''
}
