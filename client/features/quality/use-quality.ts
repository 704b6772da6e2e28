import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findingPage, findingSummary, type FindingKind } from '../../../catalogue/contract/archive/quality.ts'
import { api } from '../../platform/api/api.ts'

export interface FindingFilter {
  readonly kind: FindingKind | ''
  readonly type: string
  readonly q: string
  readonly page: number
}

export const pageSize = 50

export function useFindings({ kind, type, q, page }: FindingFilter) {
  return useQuery({
    queryKey: ['quality', 'list', kind, type, q, page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/quality', {
        schema: findingPage,
        query: { kind, type, q, page, pageSize },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Figures of the whole scope; asked again while archives are still being examined. */
export function useFindingSummary() {
  return useQuery({
    queryKey: ['quality', 'summary'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/quality/summary', { schema: findingSummary, quiet: true, background: true, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.examined < state.data.archives ? 5_000 : false),
    staleTime: 0,
  })
}
