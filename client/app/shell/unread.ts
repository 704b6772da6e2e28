import { useQuery } from '@tanstack/react-query'
import { messageStatistics } from '../../../catalogue/contract/workspace.ts'
import { api } from '../../platform/api/api.ts'

const every = 60_000

/**
 * Unread messages, asked once a minute as a background call, which does not prolong the session. Under the
 * key ['messages'], so that reading and deleting refresh it.
 */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: ['messages', 'statistics'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/userSystemMessage/statistics', {
        schema: messageStatistics,
        background: true,
        signal,
      }),
    refetchInterval: every,
  })
  return data?.total ?? 0
}
