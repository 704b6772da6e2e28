import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { isSlot, showsOwn } from '../../../catalogue/own/slot-names.ts'
import { match, type PageEntry } from '../../../catalogue/pages/pages.ts'
import { useSession } from '../../platform/session/session.ts'
import { definitionOf } from '../registry.ts'
import { addressNow } from '../list/address-now.ts'

/** A record type of a page, with the word of its tab. */
export interface PageType {
  readonly name: string
  readonly label: string
  readonly definition: AnyRecord
}

const unknown: PageEntry = { path: '', title: '', roles: [], feature: '', page: null }

/**
 * The record types of a page in the order of its tabs; types that this build does not declare are left out.
 */
function typesOf({ page, records = [], tabs = [] }: PageEntry, named: string | null): PageType[] {
  return records.flatMap((name) => {
    const definition = definitionOf(name)
    const label = tabs.find((tab) => tab.record === name)?.label ?? definition?.title ?? name
    if (!definition) return []
    // Pages of a region's own types name all that there can be; a link may lead to one that another page lists.
    const isHere = !isSlot(name) || name === named || showsOwn(page, definition)
    return isHere ? [{ name, label, definition }] : []
  })
}

/**
 * The place of a page of the engine: its entry in the catalogue and its address. One record is a query
 * parameter of the same path, because the paths are those of the specification.
 */
export function usePageState() {
  const { pathname } = useLocation()
  const role = useSession()?.role ?? null
  const [params, setParams] = useSearchParams()
  const entry = match(pathname, role) ?? unknown
  const types = typesOf(entry, params.get('tab'))
  const current = types.find(({ name }) => name === params.get('tab')) ?? types[0]
  /** Goes to another place of the page; the state of its list stays in the address for the way back. */
  const go = useCallback(
    (place: Place, options: { replace?: boolean } = {}) => {
      setParams(() => withPlace(addressNow(), place), { replace: options.replace === true })
    },
    [setParams],
  )
  return {
    entry,
    role,
    types,
    current,
    id: params.get('id'),
    isNew: params.get('new') === '1',
    edit: params.get('edit') === '1',
    field: params.get('field'),
    /** Whom a new record is about, where the link that led here says so. */
    owner: Math.trunc(Number(params.get('owner'))) || null,
    queue: params.get('state'),
    go,
    /** Goes to another record type or state tab and drops the filters, which would not fit it. */
    switchTo: (next: { tab?: string; state?: string }) =>
      setParams(() => {
        const fresh = new URLSearchParams()
        const tab = next.tab ?? params.get('tab')
        if (tab) fresh.set('tab', tab)
        if (next.state) fresh.set('state', next.state)
        return fresh
      }),
  }
}

export interface Place {
  readonly id?: string | null
  readonly edit?: boolean
  readonly isNew?: boolean
}

function withPlace(now: URLSearchParams, { id = null, edit = false, isNew = false }: Place): URLSearchParams {
  const next = new URLSearchParams(now)
  const put = (key: string, value: string | null) =>
    value === null ? next.delete(key) : next.set(key, value)
  put('id', id)
  put('edit', edit ? '1' : null)
  put('new', isNew ? '1' : null)
  next.delete('field')
  next.delete('owner')
  return next
}

export type PageState = ReturnType<typeof usePageState>
