import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import { ApiError, unreachableCode } from './api-error.ts'

/**
 * How often a failed read is tried again by itself. A lost connection comes back within seconds; a slow
 * server would only get slower.
 */
function triesAfter({ status, code }: ApiError): number {
  if (code === unreachableCode) return 4
  return status === 0 || status >= 502 ? 1 : 0
}

/**
 * The cache of reads. Answers are fresh for half a minute and not asked for again on every focus of the
 * window, because eighty teachers share a school’s line. Old rows stay until the new ones come. Reads wait
 * for a lost connection.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        placeholderData: keepPreviousData,
        retry: (failures, error) => error instanceof ApiError && failures < triesAfter(error),
      },
      // Without a connection a write fails at once, so that the person is told. The library would wait
      // without a word.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
