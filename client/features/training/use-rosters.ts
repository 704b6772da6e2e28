import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  courseRoster,
  replacementMade,
  rosterPage,
  scoresWritten,
} from '../../../catalogue/contract/training/rosters.ts'
import { api } from '../../platform/api/api.ts'

const key = 'training'
type Query = Readonly<Record<string, string | number>>

export const useRosters = (query: Query) =>
  useQuery({
    queryKey: [key, 'rosters', query],
    queryFn: ({ signal }) =>
      api.get('/api/v1/train/rosters', { schema: rosterPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useRoster = (id: string, query: Query) =>
  useQuery({
    queryKey: [key, 'roster', id, query],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/train/project/${id}/roster`, { schema: courseRoster, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function useScores(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (rows: readonly { row: number; who: string; score: string }[]) =>
      api.post(`/api/v1/train/project/${id}/scores`, { schema: scoresWritten, body: { rows } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [key] }),
  })
}

export function useReplacement(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { entry: string; teacherId: number | null; reason: string }) =>
      api.post(`/api/v1/train/project/${id}/replacements`, { schema: replacementMade, body }),
    onSuccess: () => {
      for (const part of [[key], ['cases'], ['campaigns']]) void cache.invalidateQueries({ queryKey: part })
    },
  })
}
