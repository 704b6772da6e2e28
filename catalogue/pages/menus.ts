/** Menus as a person sees them: the full menus of menu-data.ts, cut down to the pages that exist. */
import type { Duty } from '../access/duties.ts'
import type { Role } from '../access/roles.ts'
import { showsOwn, type OwnTypeLine } from '../own/slot-names.ts'
import { menuData } from './menu-data.ts'
import type { MenuGroupData, MenuKey, MenuPath } from './menu-lines.ts'
import type { PageEntry } from './entry.ts'
import { match, pagesFor, type PageName } from './pages.ts'

/** The feature of the pages that show a region's own types. */
export const ownRecordsFeature = 'ownRecords'

export type MenuPage = { readonly title: string; readonly path: string; readonly page: PageName }
/**
 * An entry opens its first page. `tabs`: the pages that stand beside each other under its title, two or more,
 * or none where it is one page.
 */
export type MenuEntry = MenuPage & { readonly tabs: readonly MenuPage[] }
export type MenuGroup = { readonly title: string; readonly entries: readonly MenuEntry[] }
/** A top item opens the first entry of its first group: `path`. */
export type TopItem = {
  readonly key: MenuKey
  readonly title: string
  readonly path: string
  readonly groups: readonly MenuGroup[]
}

/** An entry of the user menu. `path` null: no page but an action (sign out). */
export type UserMenuItem = {
  readonly key: 'personal-centre' | 'edit-profile' | 'change-password' | 'my-tasks' | 'sign-out'
  readonly title: string
  readonly path: string | null
}

/**
 * The top navigation of a role with its side menus (specification section 6). Entries without a page are left
 * out, and so are groups and top items without entries.
 * @param offered top items that the account's client offers (`myinfo`); null for all
 * @param duties an administrator's, where they are separate; null for all
 * @param own the types of the region's own in force, whose pages are there while one is; null for all pages
 */
export function menuFor(
  role: Role,
  offered: readonly string[] | null = null,
  duties: readonly Duty[] | null = null,
  own: readonly OwnTypeLine[] | null = null,
): readonly TopItem[] {
  return menuData[role].flatMap(({ key, title, groups }): TopItem[] => {
    if (offered && !offered.includes(key)) return []
    const open = [...groups, ...placedIn(key, role, title)]
      .map((data) => groupFor(data, role, { duties, own }))
      .filter(({ entries }) => entries.length > 0)
    const first = open[0]?.entries[0]
    return first === undefined ? [] : [{ key, title, path: first.path, groups: open }]
  })
}

/** The pages behind an entry. */
export const pagesOf = (entry: MenuEntry): readonly MenuPage[] =>
  entry.tabs.length > 0 ? entry.tabs : [entry]

/** All pages behind a top item, in its order. */
export const pagesBelow = ({ groups }: TopItem): readonly MenuPage[] =>
  groups.flatMap(({ entries }) => entries.flatMap(pagesOf))

/** Most rows that a side menu shows; a longer one shows one of its groups at a time. */
const mostRows = 15

/** Whether a side menu folds its groups: it has more rows than somebody looks through at a glance. */
export const isFolded = ({ groups }: TopItem): boolean =>
  groups.length > 1 && groups.reduce((rows, { entries }) => rows + entries.length, 0) > mostRows

/** Pages that name their top item themselves, in a group of their own. */
function placedIn(key: MenuKey, role: Role, title: string): MenuGroupData[] {
  const placed = pagesFor(role).filter(({ menu }) => menu === key)
  return placed.length === 0 ? [] : [{ title, lines: placed.map(({ path }) => path) }]
}

/**
 * Where a path stands in the menus. `entry` has the page itself or the list that it belongs to (`isItself`
 * tells which), undefined where the page belongs to none: the personal page. `path` is that of this page or
 * list, which may be a tab of the entry.
 */
export interface MenuPlace {
  readonly item: TopItem
  readonly entry: MenuEntry | undefined
  readonly path: string | undefined
  readonly isItself: boolean
}

/**
 * The top item and the entry to be highlighted for a path; undefined for paths that no menu has to do with. A
 * page in no menu belongs to the list of the same feature that its address is nearest to (bannerEdit to
 * banner, customerUserEdit to customerUserSet), and else to the top item that has pages of the same
 * workspace.
 */
export function menuPlaceOf(menu: readonly TopItem[], path: string, role: Role): MenuPlace | undefined {
  const page = match(path, role)
  if (!page) return undefined
  const all = menu.flatMap((item) =>
    item.groups.flatMap(({ entries }) =>
      entries.flatMap((entry) => pagesOf(entry).map(({ path: one }) => ({ item, entry, path: one }))),
    ),
  )
  const itself = all.find((place) => place.path === page.path)
  if (itself) return { ...itself, isItself: true }
  const folder = page.path.slice(0, page.path.lastIndexOf('/') + 1)
  const beside = folder === '/' ? [] : all.filter((place) => place.path.startsWith(folder))
  const [nearest] = beside
    .filter((place) => match(place.path, role)?.feature === page.feature)
    .map((place) => ({ ...place, shared: sharedStart(place.path, page.path) }))
    .filter(({ shared }) => shared > folder.length)
    .toSorted((a, b) => b.shared - a.shared)
  if (nearest) return { item: nearest.item, entry: nearest.entry, path: nearest.path, isItself: false }
  return beside[0] && { item: beside[0].item, entry: undefined, path: undefined, isItself: false }
}

/** With how many equal letters two paths begin. */
function sharedStart(one: string, other: string): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count += 1
  return count
}

/** The menu behind the avatar (specification section 6), without entries whose page does not exist yet. */
export function userMenuFor(role: Role): readonly UserMenuItem[] {
  return userMenuData(role).filter(({ path }) => path === null || hasPage(path, role))
}

/**
 * Whether a page belongs to one of an administrator's duties. Null, where duties are not separate: always.
 */
export const isOfDuty = (
  { duties: needed = ['system'] }: PageEntry,
  duties: readonly Duty[] | null,
): boolean => duties === null || needed.some((duty) => duties.includes(duty))

/** What decides about pages of a menu beside the role. */
interface MenuViewer {
  readonly duties: readonly Duty[] | null
  readonly own: readonly OwnTypeLine[] | null
}

/** The title of a page of own types: that of the type, where there is one. Undefined where there is none. */
function ownTitle({ page, title }: PageEntry, own: readonly OwnTypeLine[] | null): string | undefined {
  if (own === null) return title
  const shown = own.filter((one) => showsOwn(page, one))
  return shown.length > 1 ? title : shown[0]?.title
}

function groupFor({ title, lines }: MenuGroupData, role: Role, { duties, own }: MenuViewer): MenuGroup {
  const pageAt = (line: MenuPath): MenuPage[] => {
    const [path, short] = typeof line === 'string' ? [line] : line
    const entry = match(path, role)
    if (entry === undefined || entry.page === null || !isOfDuty(entry, duties)) return []
    const named = entry.feature === ownRecordsFeature ? ownTitle(entry, own) : (short ?? entry.title)
    return named === undefined ? [] : [{ title: named, path: entry.path, page: entry.page }]
  }
  const entries = lines.flatMap((line): MenuEntry[] => {
    if (typeof line === 'string' || !('tabs' in line))
      return pageAt(line).map((page) => ({ ...page, tabs: [] }))
    const tabs = line.tabs.flatMap(pageAt)
    const [first] = tabs
    if (first === undefined) return []
    return [{ ...first, title: line.title, tabs: tabs.length > 1 ? tabs : [] }]
  })
  return { title, entries }
}

function hasPage(path: string, role: Role): boolean {
  return (match(path, role)?.page ?? null) !== null
}

const PERSONAL: Readonly<Record<Role, string>> = {
  1: '/appCore/personal',
  2: '/teacher/personal',
  3: '/school/personal',
  4: '/area/personal',
  5: '/city/personal',
  6: '/province/personal',
  99: '/zhuanjia/personal',
  100: '/home/personal',
  101: '/home/personal',
  102: '/home/personal',
}

/** Where the password is changed: the second tab of the personal page (specification section 5). */
export function passwordPathOf(role: Role): string {
  return `${PERSONAL[role]}?tab=two`
}

/**
 * The personal page has the profile on its first tab and the password on its second (specification section
 * 5).
 */
function userMenuData(role: Role): UserMenuItem[] {
  const signOut: UserMenuItem = { key: 'sign-out', title: '退出登录', path: null }
  if (role === 1) return [{ key: 'change-password', title: '修改密码', path: passwordPathOf(role) }, signOut]
  const personal = PERSONAL[role]
  const centre: UserMenuItem = { key: 'personal-centre', title: '个人中心', path: personal }
  if (role === 99)
    return [{ key: 'my-tasks', title: '我的待办', path: '/zhuanjia/zhuanjiaList' }, centre, signOut]
  return [centre, { key: 'edit-profile', title: '编辑资料', path: `${personal}?tab=one` }, signOut]
}
