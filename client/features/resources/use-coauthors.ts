import { useQuery, useQueryClient } from '@tanstack/react-query'
import { coauthorList, type CoauthorAsked } from '../../../catalogue/contract/coauthors.ts'
import { api } from '../../platform/api/api.ts'

const addressOf = (id: number): string => `/api/v1/resource/${id}/author`
const keyOf = (id: number) => ['library', 'coauthors', id]

/** Who is named beside the author of an own resource, or asked to be. */
export const useCoauthors = (id: number) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.get(addressOf(id), { schema: coauthorList, signal, quiet: true }),
    staleTime: 0,
  })

/** Asks one more. */
export function useAskCoauthor(id: number) {
  const cache = useQueryClient()
  return async (body: CoauthorAsked) => {
    cache.setQueryData(keyOf(id), await api.post(addressOf(id), { schema: coauthorList, body }))
  }
}
