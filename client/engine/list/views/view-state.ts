import {
  isViewKey,
  type ViewedList,
  type ViewQuery,
} from '../../../../catalogue/contract/archive/saved-views.ts'

/** Stands in the address of a list that its reader wants to see whole, so that no default view narrows it. */
const whole = 'view'

/** The query that a view of the present list would keep. */
export const queryIn = (params: URLSearchParams, list?: ViewedList): ViewQuery =>
  Object.fromEntries([...params].filter(([key, value]) => isViewKey(list, key) && value !== ''))

/** Whether an address says nothing but which list it is, so that the default view may be shown. */
export const isBare = (params: URLSearchParams): boolean => [...params.keys()].every((key) => key === 'tab')

/** Keys that name the open group of a list; they are no filter and no order. */
const groupKeys: readonly string[] = ['state', 'queue']

/** Whether a list is narrowed or ordered by anything but the group that is open. */
export const isOrdinary = (query: ViewQuery): boolean =>
  Object.keys(query).every((key) => groupKeys.includes(key))

/** The address of a view; for null of the whole list, in the group that is open. */
export function withView(now: URLSearchParams, query: ViewQuery | null): URLSearchParams {
  const next = new URLSearchParams(Object.entries(query ?? { [whole]: 'all' }))
  for (const key of query ? ['tab'] : ['tab', ...groupKeys]) {
    const value = now.get(key)
    if (value !== null) next.set(key, value)
  }
  return next
}

/** Marks the address so that no default view is applied: the reader removed the last condition. */
export function markWhole(params: URLSearchParams): void {
  if ([...params.keys()].some((key) => isViewKey(undefined, key))) params.delete(whole)
  else params.set(whole, 'all')
}

/** Whether two views keep the same. */
export function isSame(a: ViewQuery, b: ViewQuery): boolean {
  const text = (query: ViewQuery) =>
    JSON.stringify(Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1)))
  return text(a) === text(b)
}
