import type { Role } from '../../../catalogue/access/roles.ts'
import { guard } from '../../../catalogue/pages/guard.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { homeOf, match } from '../../../catalogue/pages/pages.ts'

/**
 * A path of this site: one slash, then no slash, backslash or character that browsers drop, which would make
 * //elsewhere, /\elsewhere or /<tab>/elsewhere another site.
 */
const ofThisSite = /^\/(?![/\\])[^\p{Cc}]*$/u

/**
 * The path to open after signing in: the one asked for before, when this role may open it, else the role’s
 * home.
 */
export function pathAfterSignIn(asked: unknown, role: Role): string {
  if (typeof asked !== 'string' || !ofThisSite.test(asked)) return homeOf(role)
  const verdict = guard(asked, role)
  // Another spelling of one of the role's own pages: the gate leads on, with query and hash.
  const isAlias = typeof verdict === 'object' && pageAskedFor(asked) !== null
  return verdict === 'ok' || isAlias ? asked : homeOf(role)
}

/** The page at a path that a visitor asked for and may not open; null where it is none of this site's. */
export function pageAskedFor(asked: unknown): PageEntry | null {
  if (typeof asked !== 'string' || !ofThisSite.test(asked)) return null
  const entry = match(asked)
  return entry === undefined || match(asked, null) !== undefined ? null : entry
}

/** What the history entry says of the page a visitor asked for. */
export function askedIn(state: unknown): string | null {
  const asked = typeof state === 'object' && state !== null && 'asked' in state ? state.asked : null
  return typeof asked === 'string' ? asked : null
}

/** Whether a link from stored data leads to a page of this site. */
export const isSitePath = (link: string | null): link is string => link !== null && ofThisSite.test(link)
