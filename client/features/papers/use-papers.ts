import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  assembled,
  basketAnswer,
  copyAnswer,
  openAnswer,
  paperColleagues,
  paperDetail,
  paperPage,
  similarAnswer,
  type PaperDetail,
} from '../../../catalogue/contract/papers.ts'
import type { Blueprint, PaperValue } from '../../../catalogue/papers/value.ts'
import { api } from '../../platform/api/api.ts'
import type { Query } from '../../platform/api/with-query.ts'

const path = '/api/v1/examPaper'
/** First part of the cache keys of all that is read of papers. */
export const key = 'papers'
const numbered = z.object({ id: z.int() })

export const usePapers = (query: Query) =>
  useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.get(path, { schema: paperPage, query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const readPaper = (id: number, signal?: AbortSignal) =>
  api.get(`${path}/${id}`, { schema: paperDetail, quiet: true, ...(signal && { signal }) })

export const usePaper = (id: number) =>
  useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => readPaper(id, signal),
    enabled: id > 0,
    staleTime: 0,
  })

export const beginPaper = (value: PaperValue, idempotencyKey: string) =>
  api.post(path, { schema: numbered, body: value, idempotencyKey, quiet: true })

export const writePaper = (id: number, value: PaperValue, version: number) =>
  api.put(`${path}/${id}`, { schema: paperDetail, body: { ...value, version }, quiet: true })

export const useBasket = () =>
  useQuery({
    queryKey: [key, 'basket'],
    queryFn: ({ signal }) => api.get(`${path}/basket`, { schema: basketAnswer, signal, quiet: true }),
    staleTime: 0,
  })

export function useBasketPut() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly question: number; readonly on: boolean }) =>
      api.post(`${path}/basket`, { schema: z.boolean(), body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [key, 'basket'] }),
  })
}

/** A question by its number and version. */
export interface Pin {
  readonly question: number
  readonly no: number
}

export const useSimilar = (pin: Pin, beside: readonly Pin[]) =>
  useQuery({
    queryKey: [key, 'similar', pin, beside],
    queryFn: ({ signal }) =>
      api.post(`${path}/similar`, { schema: similarAnswer, body: { ...pin, beside }, signal, quiet: true }),
    staleTime: 60_000,
  })

/** What is asked of assembling; `kept` stays. */
export interface AssemblyRequest {
  readonly schoolStage: string
  readonly subject: string
  readonly blueprint: Blueprint
  readonly kept: readonly (Pin & { readonly row: number })[]
}

export const assemblePaper = (body: AssemblyRequest) =>
  api.post(`${path}/auto`, { schema: assembled, body, quiet: true })

export const useColleagues = () =>
  useQuery({
    queryKey: [key, 'colleagues'],
    queryFn: ({ signal }) => api.get(`${path}/colleagues`, { schema: paperColleagues, signal, quiet: true }),
  })

export type PaperMove =
  | 'publish'
  | 'withdraw'
  | 'revoke'
  | 'archive'
  | 'raise'
  | 'approve'
  | 'return'
  | 'seal'

/** What is done with one paper; lists and the paper itself are read anew afterwards. */
export function usePaperActs({ id, version }: Pick<PaperDetail, 'id' | 'version'>) {
  const cache = useQueryClient()
  const again = async () => {
    await cache.invalidateQueries({ queryKey: [key] })
  }
  const move = useMutation({
    mutationFn: ({ name, body = {} }: { name: PaperMove; body?: object }) =>
      api.post(`${path}/${id}/${name}`, { schema: z.boolean(), body: { version, ...body } }),
    onSettled: again,
  })
  const open = useMutation({
    mutationFn: (reason: string) =>
      api.post(`${path}/${id}/open`, { schema: openAnswer, body: { version, reason } }),
    onSuccess: again,
  })
  const keep = useMutation({
    mutationFn: (on: boolean) => api.post(`${path}/${id}/favorite`, { schema: z.boolean(), body: { on } }),
    onSuccess: again,
  })
  const remove = useMutation({
    mutationFn: () => api.del(`${path}/${id}`, { schema: z.boolean() }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [key, 'list'] }),
  })
  const copy = useMutation({
    mutationFn: () => api.post(`${path}/${id}/copy`, { schema: copyAnswer }),
    onSuccess: again,
  })
  return { move, open, keep, remove, copy }
}
