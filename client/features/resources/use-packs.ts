import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { chapterPack, packAddress, packOffer } from '../../../catalogue/contract/chapter-packs.ts'
import { api } from '../../platform/api/api.ts'
import { saveFrom } from '../../platform/api/download.ts'

const url = '/api/v1/chapterPack'
const keyOf = (node: number) => ['library', 'packs', node]
/** Milliseconds between two looks at a pack that is being made. */
const pause = 2_000

/** What a pack of the chapter would hold, and the reader's own. */
export const usePacks = (node: number) =>
  useQuery({
    queryKey: keyOf(node),
    queryFn: ({ signal }) => api.get(url, { schema: packOffer, query: { node }, signal, quiet: true }),
    refetchInterval: ({ state }) =>
      state.data?.packs.some((one) => one.state === 'queued' || one.state === 'writing') ? pause : false,
    staleTime: 0,
  })

/** Asks for a pack of the chapter, fetches it, drops it. */
export function usePackActs(node: number) {
  const cache = useQueryClient()
  const after = async <T>(done: Promise<T>): Promise<T> => {
    const answer = await done
    await cache.invalidateQueries({ queryKey: keyOf(node) })
    return answer
  }
  return {
    ask: (films: boolean) => after(api.post(url, { schema: chapterPack, body: { node, films } })),
    drop: (id: string) => after(api.del(`${url}/${id}`, { schema: z.boolean() })),
    fetch: async (id: string) => {
      saveFrom(await api.get(`${url}/${id}/address`, { schema: packAddress }))
    },
  }
}
