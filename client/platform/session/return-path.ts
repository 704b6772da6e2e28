import type { Role } from '../../../catalogue/access/roles.ts'
import { guard } from '../../../catalogue/pages/guard.ts'
import { homeOf } from '../../../catalogue/pages/pages.ts'

/**
 * One slash, then neither slash nor backslash nor what browsers drop: a path of this site, never //elsewhere,
 * /\elsewhere or /<tab>/elsewhere.
 */
const ofThisSite = /^\/(?![/\\])[^\p{Cc}]*$/u

/**
 * Where to go after signing in: the path asked for before, if it is one this role may open; else the own
 * home.
 */
export function pathAfterSignIn(asked: unknown, role: Role): string {
  if (typeof asked === 'string' && ofThisSite.test(asked) && guard(asked, role) === 'ok') return asked
  return homeOf(role)
}

/** Whether a link that came with data leads to a page of this site. */
export const isSitePath = (link: string | null): link is string => link !== null && ofThisSite.test(link)
