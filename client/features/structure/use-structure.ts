import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { institutionPage, institutionView } from '../../../catalogue/contract/administration/institutions.ts'
import {
  institutionHistory,
  structureEntries,
  structureStaff,
} from '../../../catalogue/contract/administration/structure.ts'
import { api } from '../../platform/api/api.ts'

export const path = '/api/v1/structure'
const key = 'structure'

/** The institution that changes. */
export function useSubject(id: number) {
  return useQuery({
    queryKey: [key, 'subject', id],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/institutionManage/${id}`, { schema: institutionView, quiet: true, signal }),
    staleTime: 0,
  })
}

/** Institutions found by letters or code; none before something was asked. */
export function useFound(asked: string, query: Readonly<Record<string, string>>) {
  return useQuery({
    queryKey: [key, 'found', asked, query],
    queryFn: ({ signal }) =>
      api.get('/api/v1/institutionManage', {
        schema: institutionPage,
        query: { ...query, q: asked, pageSize: 8 },
        quiet: true,
        signal,
      }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
}

/** The newest changes of the region. */
export function useEntries() {
  return useQuery({
    queryKey: [key, 'entries'],
    queryFn: ({ signal }) => api.get(path, { schema: structureEntries, quiet: true, signal }),
    staleTime: 0,
  })
}

export function useHistory(id: number) {
  return useQuery({
    queryKey: [key, 'history', id],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/institution/${id}/history`, { schema: institutionHistory, quiet: true, signal }),
    staleTime: 0,
  })
}

/** Who is mapped when an institution is split. */
export function useStaff(id: number) {
  return useQuery({
    queryKey: [key, 'staff', id],
    queryFn: ({ signal }) => api.get(`${path}/staff/${id}`, { schema: structureStaff, quiet: true, signal }),
  })
}

/** Has everything about institutions asked anew after a change. */
export function useForget() {
  const cache = useQueryClient()
  return async () => {
    await cache.invalidateQueries({ queryKey: [key] })
    await cache.invalidateQueries({ queryKey: ['institutions'] })
  }
}
