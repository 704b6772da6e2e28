import { useQuery } from '@tanstack/react-query'
import { curriculumTree, textbookList, type CountedKind } from '../../../catalogue/contract/curriculum.ts'
import { api } from '../../platform/api/api.ts'

/** Textbooks do not change while somebody works. */
export const useTextbooks = () =>
  useQuery({
    queryKey: ['curriculum', 'textbooks'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/curriculum/textbooks', { schema: textbookList, signal, quiet: true }),
    staleTime: 600_000,
  })

/** The chapters of a textbook with how many items of a kind the reader finds below each. */
export const useTree = (book: number, kind: CountedKind) =>
  useQuery({
    queryKey: ['curriculum', 'tree', book, kind],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/curriculum/textbooks/${book}/tree`, {
        schema: curriculumTree,
        query: { kind },
        signal,
        quiet: true,
      }),
    enabled: book > 0,
  })
