import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  approvalReport,
  candidatePage,
  enrolmentDesk,
  learnerPage,
  learnersFound,
  learnerView,
  nominationReport,
  seatBoard,
  seatChain,
  sessionList,
} from '../../../catalogue/contract/training/enrolments.ts'
import { ownProjectPage } from '../../../catalogue/contract/training/own-projects.ts'
import { projectExecution } from '../../../catalogue/contract/training/execution.ts'
import { api } from '../../platform/api/api.ts'

const key = 'training'
const project = (id: string) => `/api/v1/train/project/${id}`
type Query = Readonly<Record<string, string | number>>

export const useSeats = (id: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [key, 'seats', id],
    queryFn: ({ signal }) => api.get(`${project(id)}/seats`, { schema: seatBoard, quiet: true, signal }),
    staleTime: 0,
  })

/** The pools right below some institutions that were opened, each asked once. */
export const useSeatsBelow = (id: string, opened: readonly number[]) =>
  useQueries({
    queries: opened.map((of) => ({
      queryKey: [key, 'seats', id, of],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get(`${project(id)}/seats`, { schema: seatBoard, query: { of }, quiet: true, signal }),
      staleTime: 0,
    })),
  })

/** What learners say of a project, and what it cost. */
export const useExecution = (id: string) =>
  useQuery({
    queryKey: [key, 'execution', id],
    queryFn: ({ signal }) =>
      api.get(`${project(id)}/execution`, { schema: projectExecution, quiet: true, signal }),
  })

export const useSeatChain = (id: string, no: number) =>
  useQuery({
    queryKey: [key, 'seat', id, no],
    queryFn: ({ signal }) =>
      api.get(`${project(id)}/seats/${no}`, { schema: seatChain, quiet: true, signal }),
    staleTime: 0,
  })

export const useCandidates = (id: string, query: Query) =>
  useQuery({
    queryKey: [key, 'candidates', id, query],
    queryFn: ({ signal }) =>
      api.get(`${project(id)}/candidates`, { schema: candidatePage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useEnrolmentDesk = () =>
  useQuery({
    queryKey: [key, 'desk'],
    queryFn: ({ signal }) => api.get('/api/v1/train/desk', { schema: enrolmentDesk, quiet: true, signal }),
    staleTime: 0,
  })

export const useSessions = (query: Query) =>
  useQuery({
    queryKey: [key, 'sessions', query],
    queryFn: ({ signal }) =>
      api.get('/api/v1/train/sessions', { schema: sessionList, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
  })

export const useLearners = (id: string, query: Query) =>
  useQuery({
    queryKey: [key, 'learners', id, query],
    queryFn: ({ signal }) =>
      api.get(`${project(id)}/learners`, { schema: learnerPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useLearnersFound = (q: string) =>
  useQuery({
    queryKey: [key, 'found', q],
    queryFn: ({ signal }) =>
      api.get('/api/v1/train/learners', { schema: learnersFound, query: { q }, quiet: true, signal }),
    enabled: q !== '',
  })

export const useLearner = (teacherId: string) =>
  useQuery({
    queryKey: [key, 'learner', teacherId],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/train/learners/${teacherId}`, { schema: learnerView, quiet: true, signal }),
    staleTime: 0,
  })

const ownKey = [key, 'own-projects'] as const

/** Projects of the signed-in teacher, by tab and filters. */
export const useOwnProjects = (query: Query) =>
  useQuery({
    queryKey: [...ownKey, query],
    queryFn: ({ signal }) =>
      api.get('/api/v1/train/own-projects', { schema: ownProjectPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Asks for the own projects anew after an answer. */
export function useOwnProjectsAnew() {
  const cache = useQueryClient()
  return { anew: () => cache.invalidateQueries({ queryKey: ownKey }) }
}

/** The calls that change who takes part; lists and homes are asked anew. */
export function useEnrolmentCalls() {
  const cache = useQueryClient()
  const anew = () => {
    for (const part of [[key], ['cases'], ['campaigns'], ['workbench']])
      void cache.invalidateQueries({ queryKey: part })
  }
  return {
    nominate: async (
      id: string,
      as: 'nominations' | 'invitations',
      body: { teachers: readonly number[]; reason: string; exceptionReason: string },
    ) => {
      const report = await api.post(`${project(id)}/${as}`, { schema: nominationReport, body })
      anew()
      return report
    },
    approveAll: async (id: string) => {
      const report = await api.post(`${project(id)}/approvals`, { schema: approvalReport, body: {} })
      anew()
      return report
    },
  }
}
