import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { isViewKey } from '../../../catalogue/contract/archive/saved-views.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Query } from '../data/query.ts'
import { markWhole } from './views/view-state.ts'
import { addressNow } from './address-now.ts'

const filterPrefix = 'f.'
export const usualSize = 20
export const sizes = [20, 50, 100] as const

/**
 * The state of a list. It is kept in the address, so that a link shows the same and the back button returns
 * to it.
 */
export interface ListState {
  readonly page: number
  readonly size: number
  /** Key of a column, with a minus in front for descending; empty for the declared order. */
  readonly sort: string
  readonly q: string
  /** Id of the institution to whose records the list is narrowed. */
  readonly place: number | null
  readonly filters: Readonly<Record<string, readonly string[]>>
}

/** Reads the state from an address. A value that no control offers becomes the default. */
export function read(params: URLSearchParams, definition: AnyRecord): ListState {
  const size = Number(params.get('size'))
  const filters = definition.pages.list.filters.map(
    (key) => [key, (params.get(filterPrefix + key) ?? '').split(',').filter(Boolean)] as const,
  )
  return {
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    size: sizes.find((one) => one === size) ?? usualSize,
    sort: params.get('sort') ?? '',
    q: params.get('q') ?? '',
    place: Math.trunc(Number(params.get('place'))) || null,
    filters: Object.fromEntries(filters.filter(([, values]) => values.length > 0)),
  }
}

/** The address after a change. Every change but turning the page goes back to the first page. */
export function changed(
  now: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(now)
  next.delete('page')
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(key)
    else next.set(key, value)
  }
  if (Object.keys(changes).some((key) => isViewKey(undefined, key))) markWhole(next)
  return next
}

/**
 * The list's state and the ways to change it. Any change but turning the page goes back to the first page.
 */
export function useListState(definition: AnyRecord) {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => read(params, definition), [params, definition])
  const put = useCallback(
    (changes: Readonly<Record<string, string | null>>) => {
      setParams(() => changed(addressNow(), changes), { preventScrollReset: true })
    },
    [setParams],
  )
  return {
    state,
    setPage: (page: number) => put({ page: page > 1 ? String(page) : null }),
    setSize: (size: number) => put({ size: size === usualSize ? null : String(size) }),
    setSort: (sort: string) => put({ sort }),
    setQ: (q: string) => put({ q }),
    setPlace: (place: number | null) => put({ place: place === null ? null : String(place) }),
    setFilter: (key: string, values: readonly string[]) => put({ [filterPrefix + key]: values.join(',') }),
    clear: () =>
      put({
        q: null,
        place: null,
        ...Object.fromEntries(definition.pages.list.filters.map((key) => [filterPrefix + key, null])),
      }),
  }
}

export type ListControl = ReturnType<typeof useListState>

/** The query of the list call for a state. */
export function queryOf({ page, size, sort, q, place, filters }: ListState, base: Query = {}): Query {
  const asked = Object.entries(filters).map(([key, values]) => [key, values.join(',')] as const)
  return { ...base, page, pageSize: size, sort, q, institutionId: place, ...Object.fromEntries(asked) }
}

/** The orders that a queue has: the longest waiting first, as it comes unasked, or last. */
const orderOfQueue = (sort: string): string => (sort === 'waiting' ? sort : '')

/** The query of a queue: its rows are proposals, of which only the waiting time can be ordered. */
export const queueQueryOf = (state: ListState, base: Query): Query =>
  queryOf({ ...state, sort: orderOfQueue(state.sort) }, base)

/** Whether a search word, a filter or an institution narrows the list. */
export const isNarrowed = ({ q, place, filters }: ListState): boolean =>
  q !== '' || place !== null || Object.keys(filters).length > 0
