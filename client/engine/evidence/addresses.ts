import { queryOptions, useQuery } from '@tanstack/react-query'
import { fileAddress } from '../../../catalogue/contract/uploads.ts'
import { api } from '../../platform/api/api.ts'
import { noPlaceholder } from '../data/no-placeholder.ts'

/** Milliseconds until an address is asked for again. The server’s addresses end after some minutes. */
const fresh = 120_000

/** The query for the short-lived address of a file that the caller may read. */
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
