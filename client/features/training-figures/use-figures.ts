import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { trainingList, trainingStatistics } from '../../../catalogue/contract/training/figures.ts'
import type { TrainingGroup } from '../../../catalogue/figures/training.ts'
import { api } from '../../platform/api/api.ts'

/** What narrows the figures, as it stands in the address. */
export const filterKeys = ['area_code', 'year', 'stage', 'subject', 'level'] as const
export type FilterKey = (typeof filterKeys)[number]
export type Question = Readonly<Record<string, string>>

const url = '/api/v1/page/training_statistics'

/** A question without what is left to the server. */
export const askedOf = (question: Question): Record<string, string> =>
  Object.fromEntries(Object.entries(question).filter(([, value]) => value !== ''))

/** Figures by a group. Read again after a minute: they follow what happens. */
export function useFigures(group: TrainingGroup, question: Question, page: number) {
  const query = { ...askedOf(question), group_by: group, page, pageSize: 50 }
  return useQuery({
    queryKey: ['training-figures', query],
    queryFn: ({ signal }) => api.get(url, { schema: trainingStatistics, query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** One page of what stands behind a number. */
export function useBehind(group: TrainingGroup, question: Question, page: number) {
  const query = { ...askedOf(question), group_by: group, page, pageSize: 20 }
  return useQuery({
    queryKey: ['training-figures', 'list', query],
    queryFn: ({ signal }) => api.get(`${url}/list`, { schema: trainingList, query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
}
