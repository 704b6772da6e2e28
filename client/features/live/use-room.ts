import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  conductedLives,
  liveAttendance,
  liveBeatHeard,
  liveChecks,
  liveServer,
  liveTrial,
  liveView,
  pushAccess,
  trialSteps,
  type LiveAttendance,
} from '../../../catalogue/contract/teaching/live-rooms.ts'
import { api } from '../../platform/api/api.ts'

const url = (id: number, act = '') => `/api/v1/lives/${id}${act}`

/** One broadcast; asked again every ten seconds, as the server asks its room. */
export const useLive = (id: number) =>
  useQuery({
    queryKey: ['live', id],
    queryFn: ({ signal }) => api.get(url(id), { schema: liveView, signal, quiet: true, background: true }),
    refetchInterval: 10_000,
  })

/** Broadcasts that the caller conducts. */
export const useConducted = (page: number) =>
  useQuery({
    queryKey: ['lives-conducted', page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/lives', {
        schema: conductedLives,
        query: { page, pageSize: 20 },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  })

/** Acts of whoever conducts a broadcast; each refreshes the page. */
export function useConduct(id: number) {
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: ['live', id] })
  const access = (act: string) => () => api.post(url(id, act), { schema: pushAccess, body: {}, quiet: true })
  return {
    open: useMutation({ mutationFn: access('/room'), onSettled }),
    renew: useMutation({ mutationFn: access('/key'), onSettled }),
    end: useMutation({
      mutationFn: () => api.post(url(id, '/end'), { schema: z.literal(true), body: {}, quiet: true }),
      onSettled,
    }),
  }
}

/** What a lecturer looks at before it begins; asked only while `on`. */
export const useChecks = (id: number, on: boolean) =>
  useQuery({
    queryKey: ['live-checks', id],
    queryFn: ({ signal }) => api.get(url(id, '/checks'), { schema: liveChecks, signal, quiet: true }),
    enabled: on,
    refetchInterval: on && 5_000,
  })

/** Who was there. */
export const useAttendance = (id: number, on: boolean) =>
  useQuery({
    queryKey: ['live-attendance', id],
    queryFn: ({ signal }) => api.get(url(id, '/attendance'), { schema: liveAttendance, signal, quiet: true }),
    enabled: on,
  })

/** Who was at a broadcast that was held elsewhere, told by its host. */
export function useListed(id: number) {
  const cache = useQueryClient()
  const onSuccess = (data: LiveAttendance) => cache.setQueryData(['live-attendance', id], data)
  return {
    take: useMutation({
      mutationFn: (rows: readonly object[]) =>
        api.post(url(id, '/listed'), { schema: liveAttendance, body: { rows }, quiet: true }),
      onSuccess,
    }),
    settle: useMutation({
      mutationFn: ({ no, teacherId }: { readonly no: number; readonly teacherId: number | null }) =>
        api.put(url(id, `/listed/${no}`), { schema: liveAttendance, body: { teacherId }, quiet: true }),
      onSuccess,
    }),
  }
}

/** Tells that this player plays. */
export const sendBeat = (id: number, device: string) =>
  api.post(url(id, '/beat'), { schema: liveBeatHeard, body: { device }, quiet: true })

/** The live server as the operator set it up. */
export const useLiveServer = () =>
  useQuery({
    queryKey: ['live-server'],
    queryFn: ({ signal }) => api.get('/api/v1/liveServer', { schema: liveServer, signal, quiet: true }),
  })

export const beginTrial = () =>
  api.post('/api/v1/liveServer/trial', { schema: liveTrial, body: {}, quiet: true })

/** How far a trial came; asked again every five seconds. */
export const useTrialSteps = (path: string | null) =>
  useQuery({
    queryKey: ['live-trial', path],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/liveServer/trial/${path}`, { schema: trialSteps, signal, quiet: true }),
    enabled: path !== null,
    refetchInterval: 5_000,
  })
