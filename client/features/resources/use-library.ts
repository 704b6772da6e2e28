import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { downloadAnswer, libraryItem, libraryPage } from '../../../catalogue/contract/library.ts'
import { contentPage } from '../../../catalogue/contract/portal/contents.ts'
import { api } from '../../platform/api/api.ts'
import { saveFrom } from '../../platform/api/download.ts'
import type { Query } from '../../platform/api/with-query.ts'

const lists = ['library', 'list'] as const

/** A page of the library. */
export const useLibrary = (query: Query, isAsked: boolean) =>
  useQuery({
    queryKey: [...lists, query],
    queryFn: ({ signal }) =>
      api.get('/api/v1/library/resource', { schema: libraryPage, query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    enabled: isAsked,
    staleTime: 0,
  })

/** What the teacher himself wrote, whatever became of it. */
export const useOwn = (page: number, isAsked: boolean) =>
  useQuery({
    queryKey: ['contents', 'resource', 'list', 'own', page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/contents/resource', { schema: contentPage, query: { page }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    enabled: isAsked,
    staleTime: 0,
  })

export const useItem = (id: number) =>
  useQuery({
    queryKey: ['library', 'one', id],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/library/resource/${id}`, { schema: libraryItem, signal, quiet: true }),
    staleTime: 0,
  })

/** Milliseconds between two files: a browser drops downloads that begin in the same moment. */
const downloadPause = 400

/** What a reader does with many items, one after the other; each act is told how many were done. */
export function useManyItems() {
  const cache = useQueryClient()
  const onSettled = () => void cache.invalidateQueries({ queryKey: ['library'] })
  const each = async (ids: readonly number[], act: (id: number) => Promise<unknown>): Promise<number> => {
    for (const id of ids) await act(id)
    return ids.length
  }
  const keep = useMutation({
    mutationFn: (ids: readonly number[]) =>
      each(ids, (id) =>
        api.post(`/api/v1/resource/${id}/favorite`, { schema: z.boolean(), body: { on: true } }),
      ),
    onSettled,
  })
  const download = useMutation({
    mutationFn: (ids: readonly number[]) =>
      each(ids, async (id) => {
        saveFrom(await api.get(`/api/v1/resource/${id}/download`, { schema: downloadAnswer }))
        await new Promise((resolve) => setTimeout(resolve, downloadPause))
      }),
    onSettled,
  })
  return { keep, download }
}

/** What a reader does with an item. */
export function useItemActs(id: number) {
  const cache = useQueryClient()
  const onSuccess = () => void cache.invalidateQueries({ queryKey: ['library'] })
  const one = `/api/v1/resource/${id}`
  const keep = useMutation({
    mutationFn: (on: boolean) => api.post(`${one}/favorite`, { schema: z.boolean(), body: { on } }),
    onSuccess,
  })
  const rate = useMutation({
    mutationFn: (score: number) => api.post(`${one}/score`, { schema: z.boolean(), body: { score } }),
    onSuccess,
  })
  const download = useMutation({
    mutationFn: () => api.get(`${one}/download`, { schema: downloadAnswer }),
    onSuccess: (answer) => {
      saveFrom(answer)
      onSuccess()
    },
  })
  const adapt = useMutation({
    mutationFn: (idempotencyKey: string) =>
      api.post(`${one}/adapt`, { schema: z.object({ id: z.int() }), body: {}, idempotencyKey }),
    onSuccess,
  })
  return { keep, rate, download, adapt }
}
