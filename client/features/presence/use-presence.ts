import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  codesAhead,
  expectedPeople,
  ledSession,
  ownCode,
  ownCodeMarked,
  ownSessions,
  sheetAnswer,
  trainingDayPage,
} from '../../../catalogue/contract/training/presence.ts'
import { api } from '../../platform/api/api.ts'

export const path = '/api/v1/presence'
const key = 'presence'
/** Milliseconds between two looks at who has come. */
const lookAgain = 5_000

export const useDays = (page: number) =>
  useQuery({
    queryKey: [key, 'days', page],
    queryFn: ({ signal }) =>
      api.get(`${path}/days`, { schema: trainingDayPage, query: { page }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useOwnPeople = () =>
  useQuery({
    queryKey: [key, 'people'],
    queryFn: ({ signal }) => api.get(`${path}/people`, { schema: expectedPeople, quiet: true, signal }),
  })

/** A session with its list; asked anew every few seconds while people come in. */
export const useLedSession = (id: string) => {
  const client = useQueryClient()
  const queryKey = [key, 'session', id]
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get(`${path}/sessions/${id}`, {
        schema: ledSession,
        quiet: true,
        background: client.getQueryData(queryKey) !== undefined,
        signal,
      }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'planned' || data?.state === 'running' ? lookAgain : false,
    staleTime: 0,
  })
}

/** The codes of the next ten minutes, asked anew after half of them: a network may be away for the others. */
export const useCodes = (id: string) =>
  useQuery({
    queryKey: [key, 'codes', id],
    queryFn: async ({ signal }) => {
      const begun = Date.now()
      const answer = await api.post(`${path}/sessions/${id}/codes`, {
        schema: codesAhead,
        quiet: true,
        signal,
      })
      // How far the portal's clock is ahead of this one; half of the way there and back is the answer's.
      return { ...answer, ahead: answer.now - (begun + Date.now()) / 2 }
    },
    refetchInterval: ({ state: { data } }) => (data ? 300_000 : 10_000),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })

export const useOwnSessions = () =>
  useQuery({
    queryKey: [key, 'mine'],
    queryFn: ({ signal }) => api.get(`${path}/mine`, { schema: ownSessions, quiet: true, signal }),
    staleTime: 0,
  })

export const askOwnCode = (id: string) =>
  api.post(`${path}/sessions/${id}/ownCode`, { schema: ownCode, quiet: true })

/** Acts of the leader and of a teacher. Whatever they change is asked anew. */
export function usePresenceActs() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: [key], predicate: isNoCode })
  const act = useMutation({
    mutationFn: ({ of, body }: { of: string; body?: object }) =>
      api.post(`${path}/${of}`, { schema: z.unknown(), body }),
    onSuccess,
  })
  const plan = useMutation({
    mutationFn: ({ id, body, once }: { id: string | null; body: object; once: string }) =>
      id === null
        ? api.post(`${path}/days`, { schema: made, body, idempotencyKey: once })
        : api.put(`${path}/days/${id}`, { schema: made, body }),
    onSuccess,
  })
  const sheet = useMutation({
    mutationFn: ({ id, rows }: { id: string; rows: readonly object[] }) =>
      api.post(`${path}/sessions/${id}/sheet`, { schema: sheetAnswer, body: { rows } }),
    onSuccess,
  })
  const scanned = useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      api.post(`${path}/sessions/${id}/ownCodes`, { schema: ownCodeMarked, body: { code }, quiet: true }),
    onSuccess,
  })
  return { act, plan, sheet, scanned }
}

const made = z.object({ id: z.string() })
const isNoCode = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[1] !== 'codes'
