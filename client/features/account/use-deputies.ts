import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { colleague, deputies } from '../../../catalogue/contract/account/deputies.ts'
import { api } from '../../platform/api/api.ts'

const url = '/api/v1/user/deputies'
const key = ['account', 'deputies'] as const

export const useDeputies = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: deputies, quiet: true, signal }),
    staleTime: 0,
  })

/** Colleagues whose name has these letters. */
export const useColleagues = (q: string, on: boolean) =>
  useQuery({
    queryKey: [...key, 'colleagues', q],
    queryFn: ({ signal }) =>
      api.get(`${url}/colleagues`, { schema: z.array(colleague), query: { q }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: on,
  })

/** Acts on who does the own work; all throw ApiError. */
export function useDeputyActs() {
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: key })
  return {
    async name(personId: number | null, from: string, until: string) {
      await api.post(url, { schema: deputies, body: { personId, from, until } })
      await again()
    },
    async change(id: number, until: string) {
      await api.put(`${url}/${id}`, { schema: deputies, body: { until } })
      await again()
    },
    async end(id: number) {
      await api.del(`${url}/${id}`, { schema: z.boolean() })
      await again()
    },
  }
}
