import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  enrolment,
  factorState,
  recoveryCodes,
  type Enrolment,
} from '../../../catalogue/contract/account/sign-in.ts'
import { api } from '../../platform/api/api.ts'

export type { Enrolment }

const url = '/api/v1/user/totp'
const key = ['account', 'totp'] as const

export const useFactor = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: factorState, quiet: true, signal }),
    staleTime: 0,
  })

/** Acts on the own second factor; all throw ApiError. */
export function useFactorActs() {
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: key })
  return {
    begin: () => api.post(`${url}/setup`, { schema: enrolment, quiet: true }),
    async finish(setup: string, code: string): Promise<readonly string[]> {
      const { recovery_codes } = await api.post(url, {
        schema: recoveryCodes,
        body: { setup, code },
        quiet: true,
      })
      await again()
      return recovery_codes
    },
    async remove() {
      await api.del(url, { schema: z.boolean(), quiet: true })
      await again()
    },
  }
}
