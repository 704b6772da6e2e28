import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { pairBeside, pairTasks, type PairPlanDraft } from '../../../../catalogue/contract/support-plans.ts'
import { api } from '../../../platform/api/api.ts'
import { useSupportChanges, type SideAnswer } from '../use-pairs.ts'

const base = '/api/v1/support/agreement'

/** The tasks of a year of an agreement; null for the present year. */
export const usePairTasks = (id: string, year: number | null) =>
  useQuery({
    queryKey: ['support', 'tasks', id, year],
    queryFn: ({ signal }) =>
      api.get(`${base}/${id}/tasks`, {
        schema: pairTasks,
        query: year === null ? {} : { year },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What stands beside the goals of an agreement. */
export const usePairBeside = (id: string) =>
  useQuery({
    queryKey: ['support', 'beside', id],
    queryFn: ({ signal }) => api.get(`${base}/${id}/beside`, { schema: pairBeside, quiet: true, signal }),
    staleTime: 0,
  })

/** What the sides do about the tasks of a year. */
export function usePlanCalls(id: string) {
  const done = useSupportChanges()
  return {
    propose: (body: PairPlanDraft) =>
      done(api.post(`${base}/${id}/plan`, { schema: z.object({ id: z.string() }), body })),
    answer: (plan: string, body: SideAnswer<'agreed' | 'refused' | 'withdrawn'>) =>
      done(api.put(`${base}/${id}/plan/${plan}`, { schema: z.literal(true), body })),
  }
}
