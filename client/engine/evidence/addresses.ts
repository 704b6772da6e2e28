import { useQuery } from '@tanstack/react-query'
import { fileAddress } from '../../../catalogue/contract/workspace.ts'
import { api } from '../../platform/api.ts'
import { noPlaceholder } from '../data/no-placeholder.ts'

/** Addresses live for minutes; they are asked for again well before they end. */
const fresh = 120_000

/** The short-lived address of a file the reader may see. */
export function useFileAddress(id: string) {
  return useQuery({
    queryKey: ['file', id],
    queryFn: ({ signal }) =>
      api.get('/api/v1/upload/file', {
        schema: fileAddress,
        query: { key: id, action: 'preview' },
        signal,
        quiet: true,
      }),
    staleTime: fresh,
    gcTime: fresh,
    placeholderData: noPlaceholder,
  })
}
