import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { creditAnswer } from '../../../catalogue/contract/training/credit.ts'
import { api } from '../../platform/api/api.ts'

/**
 * The own hours of a year; without one, of the running year. Stale when records change: they give the hours.
 */
export const useCredit = (year: string) =>
  useQuery({
    queryKey: ['records', 'training-credit', year],
    queryFn: ({ signal }) =>
      api.get('/api/v1/train/credit', {
        schema: creditAnswer,
        query: year === '' ? {} : { year },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  })
