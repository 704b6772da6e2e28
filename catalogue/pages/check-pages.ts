/** Start-up checks over routes and menus, numbered C301 and up; an empty answer means all is well. */
import { roles, type Role } from '../access/roles.ts'
import type { AnyRecord } from '../define.ts'
import { levels, roleOfLevel } from '../flows/review.ts'
import { slotNames } from '../own/slot-names.ts'
import type { PageEntry, PageName } from './entry.ts'
import { menuData } from './menu-data.ts'
import { pathsOf, type TopItemData } from './menu-lines.ts'
import { homeOf, match, pathKey, pages as allPages } from './pages.ts'

export type PageFault = { readonly code: `C3${number}`; readonly message: string }

/** Pages that show records and are empty without one. */
const SHOWS_RECORDS: ReadonlySet<PageName> = new Set([
  'record-section',
  'review',
  'institution-records',
  'archive-list',
])

/**
 * Faults of the route list, given the names of all declared record types:
 * C301 unknown record type, C302 a path twice for one role, C303 no title, C304 a menu line no route of its
 * role answers, C305 a page of records without one, C306 a redirect to no route of its role, C307 a role
 * whose home is no route of its own, C308 no redirect from the root, C309 a route for nobody, C310 records on
 * a route without page, C311 a path twice in one menu, C312 a record type that no page shows to a role that
 * writes or decides it: its to-dos would lead nowhere and an archive could never be complete.
 */
export function checkPages(records: Readonly<Record<string, AnyRecord>>): PageFault[] {
  const known = new Set([...Object.keys(records), ...slotNames])
  return [
    ...checkShown(Object.values(records), allPages),
    ...allPages.flatMap((entry) => checkEntry(entry, known)),
    ...checkUnique(allPages),
    ...checkHomes(),
    ...roles.flatMap(({ role }) => menuData[role].flatMap((item) => checkMenu(item, role))),
    ...roles.flatMap(({ role }) => checkMenuOnce(menuData[role], role)),
  ]
}

/** Faults of one route by itself; exported for the tests, which feed it broken entries. */
export function checkEntry(entry: PageEntry, known: ReadonlySet<string>): PageFault[] {
  const { path, title, roles: audience, page, records = [], tabs = [], redirect } = entry
  const named = [...records, ...tabs.flatMap(({ record }) => record ?? [])]
  const faults: PageFault[] = [...new Set(named)]
    .filter((name) => !known.has(name))
    .map((name) => ({ code: 'C301', message: `${path} shows unknown record type ${name}` }))
  if (title.trim() === '') faults.push({ code: 'C303', message: `${path} has no title` })
  if (audience.length === 0) faults.push({ code: 'C309', message: `${path} is for no role` })
  if (page !== null && SHOWS_RECORDS.has(page) && records.length === 0) {
    faults.push({ code: 'C305', message: `${path} is a ${page} and names no record type` })
  }
  if (page === null && records.length > 0) {
    faults.push({ code: 'C310', message: `${path} names record types and has no page` })
  }
  for (const role of redirect === undefined ? [] : audience) {
    if (match(redirect ?? '', role === 'public' ? null : role) === undefined) {
      faults.push({
        code: 'C306',
        message: `${path} redirects role ${role} to ${redirect}, no route of that role`,
      })
    }
  }
  return faults
}

/**
 * Roles that write a record or decide about it: its owner's side, whoever records it, and every level for
 * what is reviewed, because the province may change a chain without a release (decision 0008).
 */
function rolesOf({ owner, regime, review, keptBy }: AnyRecord): Role[] {
  const own = owner === 'teacher' && regime !== 'recorded' ? [2 as const] : []
  const school = owner === 'institution' || regime === 'recorded' || regime === 'mixed' ? [3 as const] : []
  const above = keptBy === 'superior' ? ([4, 5, 6] as const) : []
  return [
    ...new Set<Role>([
      ...own,
      ...school,
      ...above,
      ...(review ? levels.map((level) => roleOfLevel[level]) : []),
    ]),
  ]
}

/** Record types that a role writes or decides and no page of that role shows; exported for the tests. */
export function checkShown(records: readonly AnyRecord[], entries: readonly PageEntry[]): PageFault[] {
  const shown = new Set(
    entries.flatMap(({ roles: audience, records: own = [], tabs = [] }) =>
      [...own, ...tabs.flatMap(({ record }) => record ?? [])].flatMap((name) =>
        audience.map((role) => `${role} ${name}`),
      ),
    ),
  )
  return records.flatMap((definition) =>
    rolesOf(definition)
      .filter((role) => !shown.has(`${role} ${definition.name}`))
      .map((role): PageFault => ({
        code: 'C312',
        message: `no page shows ${definition.name} to role ${role}`,
      })),
  )
}

/** A path, in any spelling or as an alias, may stand once per role; exported for the tests. */
export function checkUnique(entries: readonly PageEntry[]): PageFault[] {
  const seen = new Set<string>()
  const faults: PageFault[] = []
  for (const { path, aliases = [], roles: audience } of entries) {
    for (const role of audience) {
      for (const spelling of [path, ...aliases]) {
        const key = `${role} ${pathKey(spelling)}`
        if (seen.has(key)) faults.push({ code: 'C302', message: `${spelling} stands twice for role ${role}` })
        seen.add(key)
      }
    }
  }
  return faults
}

/** Menu lines must be routes of the menu's role; exported for the tests. */
export function checkMenu(item: TopItemData, role: (typeof roles)[number]['role']): PageFault[] {
  return linesOf(item)
    .filter((path) => match(path, role) === undefined)
    .map((path) => ({
      code: 'C304',
      message: `menu ${item.title} of role ${role}: ${path} is no route of this role`,
    }))
}

function checkMenuOnce(items: readonly TopItemData[], role: number): PageFault[] {
  const paths = items.flatMap(linesOf)
  return paths
    .filter((path, place) => paths.indexOf(path) !== place)
    .map((path) => ({ code: 'C311', message: `menu of role ${role} lists ${path} twice` }))
}

function checkHomes(): PageFault[] {
  return [null, ...roles.map(({ role }) => role)].flatMap((role): PageFault[] => {
    const who = role ?? 'public'
    const faults: PageFault[] = []
    if (match(homeOf(role), role) === undefined) {
      faults.push({ code: 'C307', message: `home ${homeOf(role)} is no route of role ${who}` })
    }
    if (match('/', role)?.redirect === undefined) {
      faults.push({ code: 'C308', message: `the root does not redirect role ${who}` })
    }
    return faults
  })
}

function linesOf({ groups }: TopItemData): string[] {
  return groups.flatMap(({ lines }) => lines.flatMap(pathsOf))
}
