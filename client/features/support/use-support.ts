import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { supportComments, supportHome } from '../../../catalogue/contract/support.ts'
import { api } from '../../platform/api/api.ts'

/** What an office of counterpart support sees first. */
export const useSupportHome = () =>
  useQuery({
    queryKey: ['support', 'home'],
    queryFn: ({ signal }) => api.get('/api/v1/support/home', { schema: supportHome, signal, quiet: true }),
    staleTime: 0,
  })

/** One page of comments of lessons. */
export const useSupportComments = (asked: { readonly status: string; readonly q: string }, page: number) =>
  useQuery({
    queryKey: ['support', 'comments', asked, page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/support/comment', {
        schema: supportComments,
        query: {
          ...(asked.status !== 'all' && { status: asked.status }),
          ...(asked.q !== '' && { q: asked.q }),
          page,
          pageSize: 20,
        },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Lets a comment through (without a reason) or hides it for one. */
export function useDecideComment() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string | null }) =>
      api.put(`/api/v1/support/comment/${id}`, {
        schema: z.literal(true),
        body: { status: reason === null ? '1' : '2', reason },
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['support'] }),
  })
}
