import type { Role } from '../../../catalogue/access/roles.ts'
import { guard } from '../../../catalogue/pages/guard.ts'
import { homeOf } from '../../../catalogue/pages/pages.ts'

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
  if (typeof asked === 'string' && ofThisSite.test(asked) && guard(asked, role) === 'ok') return asked
  return homeOf(role)
}

/** Whether a link from stored data leads to a page of this site. */
export const isSitePath = (link: string | null): link is string => link !== null && ofThisSite.test(link)
