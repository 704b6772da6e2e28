import { useSearchParams } from 'react-router'
import { changed, sizes, usualSize } from './list-state.ts'
import type { ListRequest } from './use-asked.ts'
import { addressNow } from './address-now.ts'

/** Request of a list with saved views. `state` is the open group and does not count as a filter. */
export interface ViewedAsked<K extends string> extends ListRequest<K | 'state'> {
  readonly size: string
  /** Rows on a page. */
  readonly rows: number
  readonly setSize: (rows: number) => void
}

/** Request of a list in the address, with the same keys as lists of records, so that saved views fit. */
export function useViewedAsked<K extends string>(keys: readonly K[]): ViewedAsked<K> {
  const [params, setParams] = useSearchParams()
  const of = (name: string) => params.get(name) ?? ''
  const put = (part: Readonly<Record<string, string | undefined>>) =>
    setParams(
      () =>
        changed(
          addressNow(),
          Object.fromEntries(Object.entries(part).map(([name, value]) => [name, value ?? null] as const)),
        ),
      { preventScrollReset: true },
    )
  return {
    of,
    filter: Object.fromEntries([...keys, 'state'].map((name) => [name, of(name)])),
    page: Math.max(1, Math.trunc(Number(of('page'))) || 1),
    sort: of('sort'),
    size: of('size'),
    rows: sizes.find((one) => String(one) === of('size')) ?? usualSize,
    setSize: (rows) => put({ size: rows === usualSize ? '' : String(rows) }),
    isNarrowed: keys.some((name) => name !== 'state' && of(name) !== ''),
    put,
    turn: (place, to) => put({ [place]: to }),
    setPage: (page) => put({ page: page > 1 ? String(page) : '' }),
    clear: () => put(Object.fromEntries(keys.filter((name) => name !== 'state').map((name) => [name, '']))),
  }
}
