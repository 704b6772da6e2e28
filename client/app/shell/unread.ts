import { useQuery } from '@tanstack/react-query'
import { askUnread } from './badges.ts'

/**
 * Unread messages. Asked once; then `useBadges` writes each new number under the same key, ['messages',
 * 'statistics'].
 */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: ['messages', 'statistics'],
    queryFn: ({ signal }) => askUnread(signal),
    staleTime: Infinity,
  })
  return data?.total ?? 0
}
