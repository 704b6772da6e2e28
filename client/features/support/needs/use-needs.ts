import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { needPage, needView, offerBegun } from '../../../../catalogue/contract/support-needs.ts'
import { api } from '../../../platform/api/api.ts'

const base = '/api/v1/support/needs'
const key = ['support', 'needs'] as const

/** A page of the needs that the office may see. */
export const useNeeds = (query: Readonly<Record<string, string | number>>) =>
  useQuery({
    queryKey: [...key, 'list', query],
    queryFn: ({ signal }) => api.get(base, { schema: needPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** One need with its offers. */
export const useNeed = (id: string) =>
  useQuery({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => api.get(`${base}/${id}`, { schema: needView, quiet: true, signal }),
    staleTime: 0,
  })

/** Begins an offer for a need; answers the number of its draft. */
export function useOfferBeginning() {
  const cache = useQueryClient()
  return async (needId: string): Promise<string> => {
    const { id } = await api.post(`${base}/${needId}/offers`, { schema: offerBegun, body: {} })
    await cache.invalidateQueries({ queryKey: key })
    return id
  }
}
