import type { Role } from '../../catalogue/access/roles.ts'
import { pageOf } from '../../catalogue/pages/entry.ts'
import { pagesFor, type PageEntry } from '../../catalogue/pages/pages.ts'
import { callerOf, type Caller } from './api.ts'

/** One thing to look at: an address and the name of its picture. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** The page of the catalogue, and what of it: template of the picture. */
  readonly template: string
}

/** The account that shows the pages of a role; visitors have none. */
export const accountFor: Readonly<Partial<Record<Role, string>>> = {
  1: 'admin',
  2: 'teacher',
  3: 'school',
  4: 'area',
  5: 'city',
  6: 'province',
  99: 'expert',
  100: 'review100',
}

const nameOf = (role: Role | null, path: string) => `${role ?? 'visitor'}${path.replace(/[^A-Za-z]+/g, '-')}`

/** The address of a page with its query, in one piece. */
const at = (entry: PageEntry, query: Readonly<Record<string, string>>) =>
  `${entry.path}?${new URLSearchParams(query)}`

/** Every page of a role, each tab by itself, with the states that stand in the address. */
export function pageScreens(role: Role | null): Screen[] {
  const open = new Set(role === null ? [] : pagesFor(null).map(({ path }) => path))
  // What everybody may read looks alike for everybody: it is looked at as a visitor.
  const shown = pagesFor(role).filter(
    ({ page, redirect, path }) => page !== null && redirect === undefined && !open.has(path),
  )
  return shown.flatMap((entry) => {
    const template = String(entry.page)
    const one = (query: Readonly<Record<string, string>>, word: string): Screen => ({
      name: `${nameOf(role, entry.path)}${word && `-${word}`}`,
      path: Object.keys(query).length > 0 ? at(entry, query) : entry.path,
      template,
    })
    const tabs =
      entry.records && entry.records.length > 1
        ? entry.records.map((tab) => one({ tab }, tab))
        : [one({}, '')]
    if (template === 'personal')
      return ['one', 'two', 'contact', 'devices'].map((state) => one({ tab: state, state }, state))
    if (template === 'message-list') return [...tabs, one({ tab: 'all' }, 'all')]
    if (template === 'review')
      return [...tabs, ...['forwarded', 'done', 'returned'].map((state) => one({ state }, state))]
    if (entry.feature === 'publishing')
      return [...tabs, { ...one({ tab: 'notice', new: '1' }, 'new'), template: 'contents/form' }]
    if (template === 'archive-list') return [...tabs, one({ q: 'nobody-of-this-name' }, 'nothing')]
    return tabs
  })
}

interface Row {
  readonly id: string
  readonly can: readonly string[]
}

async function firstOf(
  caller: Caller,
  type: string,
  query: string,
  fits: (row: Row) => boolean,
): Promise<string | null> {
  const { data } = await caller.get<{ list: Row[] } | null>(`/api/v1/records/${type}?pageSize=50${query}`)
  return data?.list.find(fits)?.id ?? null
}

const always = () => true

/** One record of every type of a page: to read, to edit, new, or open for review, as its reader may. */
export async function recordScreens(role: Role): Promise<Screen[]> {
  const account = accountFor[role]
  if (account === undefined) return []
  const caller = await callerOf(account)
  const entries = pagesFor(role).filter(({ records, page }) => page !== null && records !== undefined)
  const found = await Promise.all(
    entries.flatMap((entry) => (entry.records ?? []).map((type) => screensOfType(caller, role, entry, type))),
  )
  return found.flat()
}

async function screensOfType(caller: Caller, role: Role, entry: PageEntry, type: string): Promise<Screen[]> {
  const page = pageOf(entry, type)
  const screen = (word: string, query: Readonly<Record<string, string>>): Screen => ({
    name: `${nameOf(role, entry.path)}-${type}-${word}`,
    path: at(entry, { tab: type, ...query }),
    template: `${page}/${word}`,
  })
  if (page === 'review') {
    const waiting = await firstOf(caller, type, '&queue=open', always)
    const passed = await firstOf(caller, type, '&queue=done', always)
    return [
      ...(waiting ? [screen('desk', { id: waiting })] : []),
      ...(passed ? [screen('record', { id: passed, state: 'done' })] : []),
    ]
  }
  const read = await firstOf(caller, type, '', always)
  if (page === 'archive-list') return read ? [screen('drawer', { id: read })] : []
  const edit = await firstOf(caller, type, '', (row) => row.can.includes('edit'))
  return [
    ...(read ? [screen('record', { id: read })] : []),
    ...(edit ? [screen('form', { id: edit, edit: '1' })] : []),
    screen('new', { new: '1' }),
  ]
}
