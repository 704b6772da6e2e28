import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { colleagues, othersPlans, prep, prepPage, prepVersion } from '../../../catalogue/contract/preps.ts'
import type { Plan } from '../../../catalogue/preps/plan.ts'
import { api } from '../../platform/api/api.ts'
import { download } from '../../platform/api/download.ts'
import type { Query } from '../../platform/api/with-query.ts'

const path = '/api/v1/preps'
const key = 'preps'
const identified = z.object({ id: z.string() })

export const usePreps = (query: Query) =>
  useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.get(path, { schema: prepPage, query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const usePrep = (id: string) =>
  useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => api.get(`${path}/${id}`, { schema: prep, signal, quiet: true }),
    staleTime: 0,
  })

export const useColleagues = () =>
  useQuery({
    queryKey: [key, 'colleagues'],
    queryFn: ({ signal }) => api.get(`${path}/colleagues`, { schema: colleagues, signal, quiet: true }),
  })

/** A fixed version, which never changes. */
export const useVersion = (id: string, no: number) =>
  useQuery({
    queryKey: [key, 'version', id, no],
    queryFn: ({ signal }) =>
      api.get(`${path}/${id}/versions/${no}`, { schema: prepVersion, signal, quiet: true }),
    staleTime: Infinity,
  })

export const useOthers = (id: string, isAsked: boolean) =>
  useQuery({
    queryKey: [key, 'others', id],
    queryFn: ({ signal }) => api.get(`${path}/${id}/others`, { schema: othersPlans, signal, quiet: true }),
    enabled: isAsked,
    staleTime: 0,
  })

/** Begins a prep; the same form sent again begins one. */
export const sendPrep = (body: object, once: string) =>
  api.post(path, { schema: identified, body, idempotencyKey: once })

type Step = 'discuss' | 'agree' | 'archive' | 'hold' | 'release' | 'join' | 'adapt'

/** What is done with one prep; what is answered takes the place of what is shown. */
export function usePrepActs(id: string) {
  const cache = useQueryClient()
  const one = `${path}/${id}`
  const again = () => cache.invalidateQueries({ queryKey: [key] })
  const shown = (answer: z.infer<typeof prep>) => {
    cache.setQueryData([key, 'one', id], answer)
    void cache.invalidateQueries({ queryKey: [key, 'list'] })
  }
  const step = useMutation({
    mutationFn: ({ name, version }: { name: Step; version?: number }) =>
      api.post(`${one}/${name}`, { schema: prep, ...(version !== undefined && { body: { version } }) }),
    onSuccess: shown,
    onError: again,
  })
  const arrange = useMutation({
    mutationFn: (body: object) => api.put(one, { schema: prep, body }),
    onSuccess: shown,
  })
  const write = useMutation({
    mutationFn: (body: { blocks: Plan; version: number }) => api.put(`${one}/text`, { schema: prep, body }),
    onSuccess: shown,
  })
  const writeOwn = useMutation({
    mutationFn: (body: { blocks: Plan; reflection: string; version: number }) =>
      api.put(`${one}/own`, { schema: prep, body }),
    onSuccess: shown,
  })
  const annotate = useMutation({
    mutationFn: ({ body, once }: { body: object; once: string }) =>
      api.post(`${one}/notes`, { schema: identified, body, idempotencyKey: once }),
    onSuccess: again,
  })
  const mark = useMutation({
    mutationFn: ({ note, done }: { note: string; done: boolean }) =>
      api.post(`${one}/notes/${note}`, { schema: z.boolean(), body: { done } }),
    onSuccess: again,
  })
  const remove = useMutation({
    mutationFn: () => api.del(one, { schema: z.boolean() }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [key, 'list'] }),
  })
  const share = useMutation({
    mutationFn: () => api.post(`${one}/share`, { schema: z.object({ id: z.int() }) }),
    onSuccess: again,
  })
  const print = useMutation({
    mutationFn: ({ text, name }: { text: 'common' | 'own'; name: string }) =>
      download(`${one}/print`, { text }, `${name}.pdf`),
  })
  return { step, arrange, write, writeOwn, annotate, mark, remove, share, print }
}
