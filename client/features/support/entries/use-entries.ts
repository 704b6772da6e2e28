import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  agreementEntries,
  confirmedSums,
  entryBegun,
  entryPairs,
  silentPage,
} from '../../../../catalogue/contract/support-entries.ts'
import { api } from '../../../platform/api/api.ts'

const base = '/api/v1/support/entries'
const key = ['support', 'entries'] as const

/** Agreements of the own institution for which an entry may be written. */
export const useEntryPairs = (enabled: boolean) =>
  useQuery({
    queryKey: [...key, 'pairs'],
    queryFn: ({ signal }) => api.get(`${base}/pairs`, { schema: entryPairs, quiet: true, signal }),
    staleTime: 0,
    enabled,
  })

/** What both sides confirmed. */
export const useConfirmedSums = (query: Readonly<Record<string, string>>) =>
  useQuery({
    queryKey: [...key, 'sums', query],
    queryFn: ({ signal }) => api.get(`${base}/sums`, { schema: confirmedSums, query, quiet: true, signal }),
    staleTime: 0,
  })

/** The entries of one agreement. */
export const useAgreementEntries = (agreement: string, page: number) =>
  useQuery({
    queryKey: [...key, 'of', agreement, page],
    queryFn: ({ signal }) =>
      api.get(`${base}/of`, {
        schema: agreementEntries,
        query: { agreement, page, pageSize: 10 },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Entries that nobody has answered for twenty working days. */
export const useSilentEntries = () =>
  useQuery({
    queryKey: [...key, 'silent'],
    queryFn: ({ signal }) =>
      api.get(`${base}/silent`, { schema: silentPage, query: { pageSize: 5 }, quiet: true, signal }),
    staleTime: 0,
  })

/** Begins an entry of an agreement; answers the number of its draft. */
export function useEntryBeginning() {
  const cache = useQueryClient()
  return async (body: { readonly agreement: string; readonly kind: string }): Promise<string> => {
    const { id } = await api.post(base, { schema: entryBegun, body })
    await cache.invalidateQueries({ queryKey: ['cases', 'supportEntry'] })
    return id
  }
}
