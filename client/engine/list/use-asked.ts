import { useSearchParams } from 'react-router'
import { addressNow } from './address-now.ts'

/** What a list is asked for, as it stands in the address, with the ways to change it. */
export interface ListRequest<K extends string> {
  readonly of: (key: K) => string
  /** The filters with their values, as a query. */
  readonly filter: Readonly<Record<string, string>>
  readonly page: number
  readonly sort: string
  /** Whether any of the filters narrows the list. */
  readonly isNarrowed: boolean
  readonly put: (part: Partial<Readonly<Record<K | 'sort', string>>>) => void
  readonly setPage: (page: number) => void
  /** Goes to the page that starts at this key. */
  readonly turn: (place: string, to: string) => void
  readonly clear: () => void
}

/**
 * Filters, order and page of a list in the address: a link shows the same, and the back button returns to it.
 * A change of filters or order goes back to the first page; what else stands in the address stays.
 * @param keys the filters
 * @param places what says how far the list is read, beside the page, and goes with every change
 */
export function useAsked<K extends string>(
  keys: readonly K[],
  places: readonly string[] = [],
): ListRequest<K> {
  const [search, setSearch] = useSearchParams()
  const of = (key: string) => search.get(key) ?? ''
  const change = (part: Readonly<Record<string, string | undefined>>) =>
    setSearch(
      () => {
        const next = addressNow()
        for (const place of ['page', ...places]) next.delete(place)
        for (const [key, value] of Object.entries(part)) {
          if (value) next.set(key, value)
          else next.delete(key)
        }
        return next
      },
      { preventScrollReset: true },
    )
  return {
    of,
    filter: Object.fromEntries(keys.map((key) => [key, of(key)])),
    page: Math.max(1, Math.trunc(Number(of('page'))) || 1),
    sort: of('sort'),
    isNarrowed: keys.some((key) => of(key) !== ''),
    put: change,
    turn: (place, to) => change({ [place]: to }),
    setPage: (page) => change({ page: page > 1 ? String(page) : '' }),
    clear: () => change(Object.fromEntries(keys.map((key) => [key, '']))),
  }
}
