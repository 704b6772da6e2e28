import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ownParts, partAnswered } from '../../../catalogue/contract/processes.ts'
import { api } from '../../platform/api/api.ts'

const url = '/api/v1/processes/people'
const key = ['own-parts'] as const

/** Cases in which the reader is a person of the case. */
export const useOwnParts = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: ownParts, quiet: true, signal }),
    staleTime: 0,
  })

/** Sends the reader's answer to an invitation; the caller shows faults. */
export function useAnswerPart() {
  const cache = useQueryClient()
  return async (id: string, agree: boolean) => {
    await api.post(`${url}/${id}`, { schema: partAnswered, body: { agree } })
    for (const part of [key, ['todos'], ['cases']]) void cache.invalidateQueries({ queryKey: part })
  }
}
