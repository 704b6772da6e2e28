/**
 * Every route of the portal. Router, menus, guards and the server's page permissions are derived from this
 * list (specification section 2); the pinyin paths are public URLs and appear nowhere else in the program.
 */
import { isRole, roleEntry, type Role } from '../access/roles.ts'
import { administrationPages } from './administration.ts'
import type { Audience, PageEntry, PageName } from './entry.ts'
import { publicPages } from './public.ts'
import { regionPages } from './region.ts'
import { schoolPages } from './school.ts'
import { sharedPages } from './shared.ts'
import { teacherPages } from './teacher.ts'

export type { Audience, PageEntry, PageName, PageTab } from './entry.ts'

/** All routes. A path may stand several times, for different roles (/, /home, /home/index). */
export const pages: readonly PageEntry[] = [
  ...publicPages,
  ...teacherPages,
  ...schoolPages,
  ...regionPages,
  ...sharedPages,
  ...administrationPages,
]

const byPath = new Map<string, PageEntry[]>()
for (const entry of pages) {
  for (const path of [entry.path, ...(entry.aliases ?? [])]) {
    byPath.set(pathKey(path), [...(byPath.get(pathKey(path)) ?? []), entry])
  }
}

/**
 * The form in which paths are compared: pathname only, no trailing slash, lower case, as the client's router
 * compares them too. Inner dots and double slashes are left alone, so such paths match nothing.
 */
export function pathKey(path: string): string {
  const [pathname = ''] = path.split(/[?#]/, 1)
  const bare = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  return bare.toLowerCase()
}

/** The routes one step above, if they stand at every address below them. */
const aboveOf = (path: string): readonly PageEntry[] | undefined =>
  byPath.get(pathKey(path).replace(/\/[^/]+$/, ''))?.filter(({ below }) => below)

/**
 * The route at a path, aliases included. With a role (null: not signed in) the route as that role sees it,
 * and undefined when it has none there; without one the first route at this path.
 */
export function match(path: string, role?: Role | null): PageEntry | undefined {
  const found = byPath.get(pathKey(path)) ?? aboveOf(path)
  if (role === undefined) return found?.[0]
  const audience: Audience = role ?? 'public'
  return found?.find((entry) => entry.roles.includes(audience))
}

/** The routes of a role, null standing for a visitor who is not signed in. */
export function pagesFor(role: Role | null): readonly PageEntry[] {
  const audience: Audience = role ?? 'public'
  return pages.filter((entry) => entry.roles.includes(audience))
}

/**
 * The path of a kind of page for a role; of the three pages of a teacher's archive the one that opens at the
 * personal archive. '' where the role has no such page.
 */
export function pathOfPage(role: Role, page: PageName): string {
  const found = pagesFor(role).find(
    (entry) => entry.page === page && (entry.archive === undefined || entry.archive === 'personal'),
  )
  return found?.path ?? ''
}

/** The path of a role's page whose address ends with one of these words; null where the role has none. */
export function pathEnding(role: number, ...words: readonly string[]): string | null {
  if (!isRole(role)) return null
  const found = pagesFor(role).find(({ path }) => words.includes(path.split('/').at(-1) ?? ''))
  return found?.path ?? null
}

/** Where a role lands after signing in (specification section 6); a visitor's home is the portal. */
export function homeOf(role: Role | null): string {
  return role === null ? '/home/index' : roleEntry(role).home
}
