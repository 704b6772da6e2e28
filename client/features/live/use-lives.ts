import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { lives, videos } from '../../../catalogue/contract/teaching/lives.ts'
import { api } from '../../platform/api/api.ts'

const url = '/api/v1/teaching/lives'

/** Broadcasts that the teacher may watch, or those that he keeps. Read again after a minute: they begin and end. */
export const useLives = (kept: boolean, page: number) =>
  useQuery({
    queryKey: ['lives', kept, page],
    queryFn: ({ signal }) =>
      api.get(url, {
        schema: lives,
        query: { kept: kept ? '1' : '0', page, pageSize: 20 },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

/** Keeps a broadcast, or lets it go. */
export function useKeepLive() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, on }: { id: number; on: boolean }) =>
      api.put(`${url}/${id}/kept`, { schema: z.literal(true), body: { on } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['lives'] }),
  })
}

/** Films of the teacher, of one origin or of all. */
export const useVideos = (origin: string, page: number) =>
  useQuery({
    queryKey: ['videos', origin, page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/teaching/videos', {
        schema: videos,
        query: { ...(origin !== '' && { origin }), page, pageSize: 20 },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  })
