import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  appCentre,
  requestPage,
  type AppCentre,
  type RequestVerb,
} from '../../../catalogue/contract/portal/app-centre.ts'
import { api } from '../../platform/api/api.ts'
import { useSession } from '../../platform/session/session.ts'
import { keepAnswer, keptAnswer } from '../../platform/storage/kept.ts'

const path = '/api/v1/apps'
const requests = '/api/v1/appRequests'
const key = ['apps', 'centre']
/** Under the name that the specification gives the list of apps (section 3). */
const ucAppList = { key: 'ucAppList', version: 1, schema: appCentre }

/** The reader's application centre; asked anew each minute, because the state of apps changes. */
export function useCentre() {
  const holder = useSession()?.id ?? null
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const centre = await api.get(path, { schema: appCentre, quiet: true, signal })
      keepAnswer(ucAppList, holder, centre)
      return centre
    },
    // That of the visit before stands until the server has answered.
    initialData: () => keptAnswer(ucAppList, holder) ?? undefined,
    initialDataUpdatedAt: 0,
    staleTime: 0,
    refetchInterval: 60_000,
  })
}

/** Requests: the reader's own, or those of the people below. */
export const useRequests = (of: 'own' | 'office', page: number) =>
  useQuery({
    queryKey: ['apps', 'requests', of, page],
    queryFn: ({ signal }) =>
      api.get(requests, { schema: requestPage, query: { of, page, pageSize: 20 }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function useAppActs() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['apps'] })
  const favour = useMutation({
    mutationFn: (apps: readonly string[]) =>
      api.put(`${path}/favourites`, { schema: z.boolean(), body: { apps }, quiet: true }),
    // The star answers the click; what the server says comes after it.
    onMutate: (apps) =>
      cache.setQueryData<AppCentre>(key, (before) => before && { ...before, favourites: [...apps] }),
    onSettled: onSuccess,
  })
  const clear = useMutation({
    mutationFn: () => api.del(`${path}/recents`, { schema: z.boolean() }),
    onSuccess,
  })
  const ask = useMutation({
    mutationFn: (body: { app: string; reason: string }) =>
      api.post(requests, { schema: z.object({ id: z.number() }), body }),
    onSuccess,
  })
  const decide = useMutation({
    mutationFn: ({ id, verb, reason = '' }: { id: number; verb: RequestVerb; reason?: string }) =>
      api.post(`${requests}/${id}/${verb}`, { schema: z.boolean(), body: { reason } }),
    onSuccess,
  })
  return { favour, clear, ask, decide }
}
