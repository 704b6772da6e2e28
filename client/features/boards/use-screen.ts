import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BoardKey } from '../../../catalogue/boards/board.ts'
import { screen, type Audience, type Screen } from '../../../catalogue/contract/analysis/boards.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { useOnline } from '../../ui/feedback/online.ts'

/** Whose board is shown: that of a signed-in officer, or that of a link. */
export type Source = { readonly board: BoardKey; readonly audience?: Audience } | { readonly secret: string }

/** Until the layout says how often, in milliseconds. */
const firstPeriod = 60_000

const ask = (
  source: Source,
  institution: number | null,
  more: { signal: AbortSignal; background: boolean },
) => {
  const of = institution === null ? {} : { institution }
  if ('secret' in source)
    return api.post('/api/v1/shared-board', {
      schema: screen,
      body: { secret: source.secret, ...of },
      quiet: true,
      ...more,
    })
  return api.get(`/api/v1/screen/${source.board}`, {
    schema: screen,
    query: { ...of, audience: source.audience ?? 'inner' },
    quiet: true,
    ...more,
  })
}

const periodOf = ({ layout }: Screen): number => layout.refreshSeconds * 1_000

/** Whether an answer means that the board is closed to this reader, and not that the line failed. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429

/**
 * A board that asks anew once in its period, in the background: it keeps no session alive. When the line
 * fails the last figures stay, and `isBehind` says so.
 */
export function useScreen(source: Source, institution: number | null) {
  const client = useQueryClient()
  const queryKey = ['screen', source, institution]
  const answer = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      ask(source, institution, { signal, background: client.getQueryData(queryKey) !== undefined }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data ? periodOf(state.data) : firstPeriod),
    staleTime: 0,
    gcTime: Infinity,
  })
  const { data, error } = answer
  const online = useOnline()
  return {
    data,
    error,
    isRefused: isRefusal(error),
    isBehind: data !== undefined && (error !== null || !online),
    refetch: answer.refetch,
  }
}
