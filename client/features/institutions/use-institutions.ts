import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { institutionFigures } from '../../../catalogue/contract/administration/institution-figures.ts'
import {
  institutionPage,
  institutionTree,
  institutionView,
  type InstitutionView,
} from '../../../catalogue/contract/administration/institutions.ts'
import type { InstitutionCategory } from '../../../catalogue/institutions/kinds.ts'
import type { ListRequest } from '../../engine/list/use-asked.ts'
import { api } from '../../platform/api/api.ts'
import { changeOrganization } from '../../platform/session/session.ts'

export const path = '/api/v1/institutionManage'
const key = 'institutions'

/** A page of one of the four lists, as the address asks for it. */
export function useInstitutions(
  category: InstitutionCategory,
  { filter, page }: Pick<ListRequest<string>, 'filter' | 'page'>,
) {
  const query = { ...filter, category, page, pageSize: 50 }
  return useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.get(path, { schema: institutionPage, query, quiet: true, signal }),
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

/** What an institution has in this school year. */
export function useFigures(id: number) {
  return useQuery({
    queryKey: [key, 'figures', id],
    queryFn: ({ signal }) =>
      api.get(`${path}/${id}/figures`, { schema: institutionFigures, quiet: true, signal }),
    staleTime: 0,
  })
}

/** Keeps what an act answered, and has the lists asked anew. */
export function useKeep() {
  const cache = useQueryClient()
  return async (view: InstitutionView) => {
    changeOrganization(view.id, { name: view.name })
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
