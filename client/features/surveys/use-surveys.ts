import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  mayBeAsked,
  needFigures,
  ownSurvey,
  ownSurveyList,
  surveyPage,
  surveyResults,
} from '../../../catalogue/contract/training/surveys.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/surveys'
const key = 'surveys'

export const useSurveys = (page: number) =>
  useQuery({
    queryKey: [key, 'list', page],
    queryFn: ({ signal }) => api.get(path, { schema: surveyPage, query: { page }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What teachers need by the surveys for the plan of a year; of the coming one without. */
export const useNeeds = (year: number | null) =>
  useQuery({
    queryKey: [key, 'needs', year],
    queryFn: ({ signal }) =>
      api.get(`${path}/needs`, {
        schema: needFigures,
        query: year === null ? {} : { year },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useMayBeAsked = () =>
  useQuery({
    queryKey: [key, 'people'],
    queryFn: ({ signal }) => api.get(`${path}/people`, { schema: mayBeAsked, quiet: true, signal }),
  })

export const useResults = (id: string) =>
  useQuery({
    queryKey: [key, 'results', id],
    queryFn: ({ signal }) => api.get(`${path}/${id}`, { schema: surveyResults, quiet: true, signal }),
    staleTime: 0,
  })

export const useOwnSurveys = () =>
  useQuery({
    queryKey: [key, 'mine'],
    queryFn: ({ signal }) => api.get(`${path}/mine`, { schema: ownSurveyList, quiet: true, signal }),
    staleTime: 0,
  })

export const useOwnSurvey = (id: string) =>
  useQuery({
    queryKey: [key, 'mine', id],
    queryFn: ({ signal }) => api.get(`${path}/mine/${id}`, { schema: ownSurvey, quiet: true, signal }),
  })

export function useSurveyActs() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: [key] })
  const plan = useMutation({
    mutationFn: ({ body, once }: { body: object; once: string }) =>
      api.post(path, { schema: z.object({ id: z.string() }), body, idempotencyKey: once }),
    onSuccess,
  })
  const close = useMutation({
    mutationFn: (id: string) => api.post(`${path}/${id}/close`, { schema: z.boolean() }),
    onSuccess,
  })
  const answer = useMutation({
    mutationFn: ({ id, answers }: { id: string; answers: object }) =>
      api.post(`${path}/mine/${id}`, { schema: z.boolean(), body: { answers } }),
    onSuccess,
  })
  return { plan, close, answer }
}
