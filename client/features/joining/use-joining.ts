import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { candidatePage, joinPreview, type JoinPreview } from '../../../catalogue/contract/archive/joining.ts'
import { api } from '../../platform/api/api.ts'

export const path = '/api/v1/teacher/join'
const key = 'joining'

/** What an office chose of two archives; sent with the question and with the order. */
export interface Choice {
  readonly turn: { readonly present: 'kept' | 'joined'; readonly on: string } | null
  /** Fields taken from the joined archive, as `type.key`. */
  readonly fields: readonly string[]
  /** Records of the joined archive that stay in place of the kept one's. */
  readonly records: readonly string[]
}

export interface PairIds {
  readonly keptId: number
  readonly joinedId: number
}

export function useCandidates(page: number) {
  return useQuery({
    queryKey: [key, 'candidates', page],
    queryFn: ({ signal }) =>
      api.get(path, { schema: candidatePage, query: { page: String(page) }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Both archives side by side; asked anew with every day that is chosen. */
export function useComparison(pair: PairIds, turn: Choice['turn']) {
  return useQuery<JoinPreview>({
    queryKey: [key, 'preview', pair, turn],
    queryFn: ({ signal }) =>
      api.post(`${path}/preview`, { schema: joinPreview, body: { ...pair, turn }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}

/** Has everything about people asked anew after two became one. */
export function useForget() {
  const cache = useQueryClient()
  return async () => {
    await cache.invalidateQueries({ queryKey: [key] })
    await cache.invalidateQueries({ queryKey: ['records'] })
  }
}
