/** The shape of menus and the short notation their lists are written in. */

export type MenuKey =
  | 'home'
  | 'personal-archive'
  | 'professional-archive'
  | 'integrity-archive'
  | 'growth'
  | 'teachers'
  | 'review'
  | 'institutions'
  | 'analysis'
  | 'training-and-research'
  | 'apps'
  | 'platform'
  | 'tasks'

/** A page of a menu: the path, with its own short title where the route's is too long for a menu. */
export type MenuPath = string | readonly [path: string, title: string]
/** A side entry: a page, or pages that stand beside each other as tabs under one title. */
export type MenuLine = MenuPath | { readonly title: string; readonly tabs: readonly MenuPath[] }
export type MenuGroupData = { readonly title: string; readonly lines: readonly MenuLine[] }
export type TopItemData = {
  readonly key: MenuKey
  readonly title: string
  readonly groups: readonly MenuGroupData[]
}

export const under = (prefix: string, parts: string): string[] =>
  parts.split(' ').map((part) => `${prefix}/${part}`)
export const tabs = (title: string, ...paths: readonly MenuPath[]): MenuLine => ({ title, tabs: paths })
export const group = (title: string, ...lines: MenuLine[]): MenuGroupData => ({ title, lines })
export const top = (key: MenuKey, title: string, ...groups: MenuGroupData[]): TopItemData => ({
  key,
  title,
  groups,
})

const pathOf = (path: MenuPath): string => (typeof path === 'string' ? path : path[0])

/** The paths of a side entry, the tabs of it each. */
export const pathsOf = (line: MenuLine): string[] =>
  typeof line === 'object' && 'tabs' in line ? line.tabs.map(pathOf) : [pathOf(line)]
