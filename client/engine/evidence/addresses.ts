import { queryOptions, useQuery } from '@tanstack/react-query'
import { fileAddress } from '../../../catalogue/contract/workspace.ts'
import { api } from '../../platform/api/api.ts'
import { noPlaceholder } from '../data/no-placeholder.ts'

/** Addresses live for minutes; they are asked for again well before they end. */
const fresh = 120_000

/** The question for the short-lived address of a file that the reader may see. */
export const fileAddressQuery = (id: string) =>
  queryOptions({
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

export const useFileAddress = (id: string) => useQuery(fileAddressQuery(id))
