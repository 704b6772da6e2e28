import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  applicationBegun,
  invitationReport,
  openStudioPage,
  ownStudios,
  planKept,
  studioBoard,
  studioCandidates,
  studioFaceShown,
  studioPage,
  taskEvidence,
  type PlanWritten,
} from '../../../catalogue/contract/teaching/studios.ts'
import { api } from '../../platform/api/api.ts'

const key = 'studios'
const base = '/api/v1/teaching/studios'
type Query = Readonly<Record<string, string | number>>

export const useStudios = (query: Query) =>
  useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.get(base, { schema: studioPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useOpenStudios = (query: Query) =>
  useQuery({
    queryKey: [key, 'open', query],
    queryFn: ({ signal }) => api.get(`${base}/open`, { schema: openStudioPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useOwnStudios = () =>
  useQuery({
    queryKey: [key, 'own'],
    queryFn: ({ signal }) => api.get(`${base}/own`, { schema: ownStudios, quiet: true, signal }),
    staleTime: 0,
  })

export const useStudioBoard = (id: string, year: string) =>
  useQuery({
    queryKey: [key, 'board', id, year],
    queryFn: ({ signal }) =>
      api.get(`${base}/${id}/board`, {
        schema: studioBoard,
        query: year === '' ? {} : { year },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useTaskEvidence = (id: string, year: number, no: number) =>
  useQuery({
    queryKey: [key, 'evidence', id, year, no],
    queryFn: ({ signal }) =>
      api.get(`${base}/${id}/tasks/${year}/${no}`, { schema: taskEvidence, quiet: true, signal }),
    staleTime: 0,
  })

export const useStudioCandidates = (id: string, query: Query) =>
  useQuery({
    queryKey: [key, 'candidates', id, query],
    queryFn: ({ signal }) =>
      api.get(`${base}/${id}/candidates`, { schema: studioCandidates, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What people do with studios; whatever of them is on the screen is read again. */
export function useStudioCalls() {
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: [key] })
  const done = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer
    await again()
    return value
  }
  return {
    again,
    apply: (id: string) =>
      done(api.post(`${base}/${id}/applications`, { schema: applicationBegun, body: {} })),
    invite: (id: string, body: { teachers: number[]; memberRole: string }) =>
      done(api.post(`${base}/${id}/invitations`, { schema: invitationReport, body })),
    plan: (id: string, body: PlanWritten) => done(api.put(`${base}/${id}/plan`, { schema: planKept, body })),
    show: (id: string) => done(api.post(`${base}/${id}/face`, { schema: studioFaceShown, body: {} })),
  }
}
