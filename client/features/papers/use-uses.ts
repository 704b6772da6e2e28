import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { paperFigures, usePage, useView, type UseDraft } from '../../../catalogue/contract/paper-uses.ts'
import { api } from '../../platform/api/api.ts'
import { key } from './use-papers.ts'

const path = '/api/v1/paperUse'

/** A page of the teacher's uses of papers. */
export const useUses = (page: number) =>
  useQuery({
    queryKey: [key, 'uses', page],
    queryFn: ({ signal }) => api.get(path, { schema: usePage, query: { page }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useUse = (id: number) =>
  useQuery({
    queryKey: [key, 'use', id],
    queryFn: ({ signal }) => api.get(`${path}/${id}`, { schema: useView, signal, quiet: true }),
    staleTime: 0,
  })

/** What is done with uses; lists and the use itself are read anew afterwards. */
export function useUseActs() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: [key] })
  const begin = useMutation({
    mutationFn: ({ body, once }: { readonly body: UseDraft; readonly once: string }) =>
      api.post(path, { schema: z.object({ id: z.int() }), body, idempotencyKey: once, quiet: true }),
    onSuccess,
  })
  const bring = useMutation({
    mutationFn: (asked: {
      readonly id: number
      readonly version: number
      readonly rows: readonly (readonly string[])[]
    }) =>
      api.put(`${path}/${asked.id}/results`, {
        schema: useView,
        body: { version: asked.version, rows: asked.rows },
        quiet: true,
      }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: number) => api.del(`${path}/${id}`, { schema: z.literal(true) }),
    onSuccess,
  })
  return { begin, bring, remove }
}

/** What a paper came to over the classes of the own school, or over the schools of the own region. */
export const usePaperFigures = (id: number) =>
  useQuery({
    queryKey: [key, 'figures', id],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/examPaper/${id}/figures`, { schema: paperFigures, signal, quiet: true }),
    staleTime: 60_000,
  })
