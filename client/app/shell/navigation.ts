import { useQuery } from '@tanstack/react-query'
import { myInfo } from '../../../catalogue/contract/workspace.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { api } from '../../platform/api/api.ts'

/**
 * The top items the account's client offers; null: all. Only districts and cities have clients that offer
 * fewer.
 */
export function useNavigation(role: Role): readonly string[] | null {
  const { data } = useQuery({
    queryKey: ['myinfo'],
    queryFn: ({ signal }) => api.get('/api/v1/myinfo', { schema: myInfo, quiet: true, signal }),
    enabled: role === 4 || role === 5,
  })
  return data?.navigation ?? null
}
