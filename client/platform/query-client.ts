import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/**
 * The cache of what was read. Fresh for half a minute and not asked again on every focus of the window: a school's line
 * is shared by eighty teachers. Old rows stay while new ones come. Only a lost connection is tried again, once.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        placeholderData: keepPreviousData,
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502),
      },
      mutations: { retry: false },
    },
  })
}
