import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import { ApiError, unreachableCode } from './api-error.ts'

/**
 * How often a reading is tried again by itself: a lost connection comes back within seconds, a slow server
 * gets slower.
 */
function triesAfter({ status, code }: ApiError): number {
  if (code === unreachableCode) return 4
  return status === 0 || status >= 502 ? 1 : 0
}

/**
 * The cache of what was read. Fresh for half a minute and not asked again on every focus of the window: a
 * school's line is shared by eighty teachers. Old rows stay while new ones come. Without a connection
 * readings wait for it.
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
      // Whoever presses a button without a connection is told at once; the library would wait in silence.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
