import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Query } from './query.ts'
import { noPlaceholder } from './no-placeholder.ts'
import { recordApi } from './record-api.ts'

/** Keys of the cache, nested so that everything about one type can be made stale at once. */
const keys = {
  all: ['records'] as const,
  declarations: ['records', 'declarations'] as const,
  list: (type: string, query: Query) => ['records', type, 'list', query] as const,
  one: (type: string, id: string) => ['records', type, 'one', id] as const,
}

/** One page of a type’s list. The rows of the page before stay until the new ones come. */
export function useRecordList(type: string, query: Query, enabled = true) {
  return useQuery({
    queryKey: keys.list(type, query),
    queryFn: ({ signal }) => recordApi.list(type, query, signal),
    enabled: enabled && type !== '',
  })
}

/** One record, without a placeholder: another record must not be shown while this one loads. */
export function useRecord(type: string, id: string | null, fresh = false) {
  return useQuery({
    queryKey: keys.one(type, id ?? ''),
    queryFn: ({ signal }) => recordApi.read(type, id ?? '', signal),
    enabled: id !== null,
    placeholderData: noPlaceholder,
    staleTime: 5_000,
    // A form must start from what the server has now, not from what was read before the last save.
    ...(fresh && { refetchOnMount: 'always' as const }),
  })
}

/** The timeline of a record. */
export function useHistory(type: string, id: string | null) {
  return useQuery({
    queryKey: [...keys.one(type, id ?? ''), 'history'],
    queryFn: ({ signal }) => recordApi.history(type, id ?? '', signal),
    enabled: id !== null,
    placeholderData: noPlaceholder,
  })
}

/** The record as it was effective at the end of a day, by recorded time. */
export function useAsOf(type: string, id: string, date: string | null) {
  return useQuery({
    queryKey: [...keys.one(type, id), 'as-of', date],
    queryFn: ({ signal }) => recordApi.asOf(type, id, date ?? '', signal),
    enabled: date !== null,
    placeholderData: noPlaceholder,
  })
}

/** Which types the caller may see and write, and how many items of each wait for them. */
export function useDeclarations() {
  return useQuery({ queryKey: keys.declarations, queryFn: ({ signal }) => recordApi.declarations(signal) })
}

/** Makes all cached records stale after a write, since approving one type fills derived fields of others. */
export function useMakeStale() {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: keys.all }), [client])
}
