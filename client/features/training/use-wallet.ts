import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { credentialText, wallet } from '../../../catalogue/contract/training/credentials.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/credentials'
const queryKey = ['records', 'wallet']

export const useWallet = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get(path, { schema: wallet, quiet: true, signal }),
    staleTime: 0,
  })

/** Asks for the credential of a paper. */
export function useCredentialOf() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.post(`${path}/${id}`, { schema: credentialText }),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  })
}
