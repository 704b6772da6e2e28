import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { figureList, type FigureTable } from '../../../catalogue/contract/figure-table.ts'
import { api } from '../../platform/api/api.ts'

/** What is asked of figures, as it stands in the address. */
export type FigureQuestion = Readonly<Record<string, string>>

/** A question without what is left to the server. */
export const filledOf = (question: FigureQuestion): Record<string, string> =>
  Object.fromEntries(Object.entries(question).filter(([, value]) => value !== ''))

/** Where a table of figures is read; the list behind each of its numbers is below it, at `/list`. */
export interface FigureSource<T extends FigureTable> {
  readonly url: string
  readonly schema: z.ZodType<T>
}

/** One page of a table. Read again after a minute: figures follow what happens. */
export function useFigures<T extends FigureTable>(
  { url, schema }: FigureSource<T>,
  question: FigureQuestion,
  { page, enabled }: { readonly page: number; readonly enabled: boolean },
) {
  const query = { ...filledOf(question), page, pageSize: 50 }
  return useQuery({
    queryKey: ['figures', url, query],
    queryFn: ({ signal }) => api.get(url, { schema, query, signal, quiet: true }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** One page of what stands behind a number. */
export function useBehind(url: string, question: FigureQuestion, page: number) {
  const query = { ...filledOf(question), page, pageSize: 20 }
  return useQuery({
    queryKey: ['figures', url, 'list', query],
    queryFn: ({ signal }) => api.get(`${url}/list`, { schema: figureList, query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
}
