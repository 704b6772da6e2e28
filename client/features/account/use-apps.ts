import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { agreedApp } from '../../../catalogue/contract/account/sign-on.ts'
import { api } from '../../platform/api/api.ts'

const url = '/api/v1/user/apps'

/** The apps that I agreed to. `revoke` throws ApiError. */
export function useApps() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['account', 'apps'],
    queryFn: ({ signal }) => api.get(url, { schema: z.array(agreedApp), quiet: true, signal }),
    staleTime: 0,
  })
  const revoke = async (app: string) => {
    await api.del(`${url}/${encodeURIComponent(app)}`, { schema: z.boolean() })
    await client.invalidateQueries({ queryKey: ['account', 'apps'] })
  }
  return { ...query, revoke }
}
