import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  institutionPage,
  institutionTree,
  institutionView,
  type InstitutionView,
} from '../../../catalogue/contract/administration/institutions.ts'
import { api } from '../../platform/api/api.ts'

export const path = '/api/v1/institutionManage'
const key = 'institutions'

/** What the list is asked for, as it stands in the address. */
export interface InstitutionFilter {
  readonly q: string
  readonly category: string
  readonly schoolType: string
  readonly under: string
  readonly state: string
  readonly page: number
}

export function useInstitutions(filter: InstitutionFilter) {
  return useQuery({
    queryKey: [key, 'list', filter],
    queryFn: ({ signal }) =>
      api.get(path, { schema: institutionPage, query: { ...filter, pageSize: 50 }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useTree(under: string) {
  return useQuery({
    queryKey: [key, 'tree', under],
    queryFn: ({ signal }) =>
      api.get(`${path}/tree`, { schema: institutionTree, query: { under }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useInstitution(id: number) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.get(`${path}/${id}`, { schema: institutionView, quiet: true, signal }),
    staleTime: 0,
  })
}

/** Keeps what an act answered, and has the lists asked anew. */
export function useKeep() {
  const cache = useQueryClient()
  return async (view: InstitutionView) => {
    cache.setQueryData([key, 'one', view.id], view)
    await Promise.all([
      cache.invalidateQueries({ queryKey: [key, 'list'] }),
      cache.invalidateQueries({ queryKey: [key, 'tree'] }),
    ])
  }
}

/** Has everything about institutions asked anew. */
export function useForgetAll() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: [key] })
}
