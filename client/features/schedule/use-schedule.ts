import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { schedule } from '../../../catalogue/contract/schedule.ts'
import { api } from '../../platform/api/api.ts'

/** What the teacher has in the days from one on; an empty day is today. */
export const useSchedule = (from: string, days: number) =>
  useQuery({
    queryKey: ['schedule', from, days],
    queryFn: ({ signal }) =>
      api.get('/api/v1/schedule', {
        schema: schedule,
        query: { ...(from !== '' && { from }), days },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
