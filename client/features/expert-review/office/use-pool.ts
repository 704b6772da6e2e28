import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  candidates,
  expertKept,
  expertPage,
  type ExpertAddition,
  type ExpertChange,
} from '../../../../catalogue/contract/review/experts.ts'
import { api } from '../../../platform/api/api.ts'
import { said } from './use-rounds.ts'

const url = '/api/v1/review/experts'
const key = ['review-experts'] as const

/** One page of the pool of the reader's office. */
export const usePool = (asked: Readonly<Record<string, string | number>>) =>
  useQuery({
    queryKey: [...key, 'list', asked],
    queryFn: ({ signal }) =>
      api.get(url, { schema: expertPage, query: said({ ...asked, pageSize: 20 }), quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** People whom the office may take into its pool, by name. */
export const useEligible = (keyword: string) =>
  useQuery({
    queryKey: [...key, 'eligible', keyword],
    queryFn: ({ signal }) =>
      api.get('/api/v1/review/candidates', { schema: candidates, query: { keyword }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: keyword !== '',
    staleTime: 0,
  })

/** The calls that change the pool; faults are the caller's to show. */
export function usePoolCalls() {
  const cache = useQueryClient()
  const anew = () => cache.invalidateQueries({ queryKey: key })
  return {
    add: async (body: ExpertAddition) => {
      await api.post(url, { schema: expertKept, body })
      await anew()
    },
    change: async (id: number, body: ExpertChange) => {
      await api.put(`${url}/${id}`, { schema: expertKept, body })
      await anew()
    },
    end: async (id: number, version: number) => {
      await api.post(`${url}/${id}/end`, { schema: expertKept, body: { version } })
      await anew()
    },
  }
}
