import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callPage, tokenMade, tokenPage } from '../../../catalogue/contract/administration/api-tokens.ts'
import { rosterApps } from '../../../catalogue/contract/administration/roster.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/apiTokens'

export const useTokens = (page: number) =>
  useQuery({
    queryKey: ['api-tokens', 'list', page],
    queryFn: ({ signal }) => api.get(path, { schema: tokenPage, query: { page }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useCalls = (id: number, page: number) =>
  useQuery({
    queryKey: ['api-tokens', 'calls', id, page],
    queryFn: ({ signal }) =>
      api.get(`${path}/${id}/calls`, {
        schema: callPage,
        query: { page, pageSize: 50 },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Apps with an agreement about the roster; the administrator's. */
export const useAgreedApps = () =>
  useQuery({
    queryKey: ['api-tokens', 'apps'],
    queryFn: async ({ signal }) =>
      (await api.get('/api/v1/roster', { schema: rosterApps, quiet: true, signal })).filter(
        ({ feed }) => feed !== null,
      ),
  })

export function useTokenActs() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['api-tokens'] })
  const issue = useMutation({
    mutationFn: (body: object) => api.post(path, { schema: tokenMade, body }),
    onSuccess,
  })
  const revoke = useMutation({
    mutationFn: (id: number) => api.del(`${path}/${id}`, { schema: z.boolean() }),
    onSuccess,
  })
  return { issue, revoke }
}
