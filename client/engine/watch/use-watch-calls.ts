import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  answerJudged,
  beatHeard,
  sessionView,
  watchView,
  whyView,
  type WatchView,
} from '../../../catalogue/contract/watch.ts'
import type { Device } from '../../../catalogue/watch/words.ts'
import { api } from '../../platform/api/api.ts'
import type { BeatBody } from './beat-sender.ts'

/** A lesson that is watched: what sort it is, and which. */
export interface WatchedLesson {
  readonly kind: string
  readonly lesson: string
}

const key = 'watch'
const at = ({ kind, lesson }: WatchedLesson) => `/api/v1/watch/${kind}/${lesson}`
const viewKey = ({ kind, lesson }: WatchedLesson) => [key, kind, lesson, 'view']

/** How the reader stands with a lesson. */
export const useWatch = (of: WatchedLesson) =>
  useQuery({
    queryKey: viewKey(of),
    queryFn: ({ signal }) => api.get(at(of), { schema: watchView, quiet: true, signal }),
    staleTime: 0,
  })

/** What the reader played of a lesson, and why some of it was not counted. */
export const useWhy = (address: string) =>
  useQuery({
    queryKey: [key, 'why', address],
    queryFn: ({ signal }) => api.get(address, { schema: whyView, quiet: true, signal }),
    staleTime: 0,
  })

export const ownWhy = (of: WatchedLesson): string => `${at(of)}/why`

/** What a player says to the server. */
export function useWatchCalls(of: WatchedLesson) {
  const client = useQueryClient()
  const put = (view: WatchView) => client.setQueryData(viewKey(of), view)
  return {
    open: async (device: Device) => {
      const answer = await api.post(`${at(of)}/sessions`, {
        schema: sessionView,
        body: { device },
        quiet: true,
      })
      put(answer.view)
      return answer
    },
    /** `leaving`: the page closes, the browser sends it all the same. */
    beat: (body: BeatBody, { counts, leaving }: { readonly counts: boolean; readonly leaving: boolean }) =>
      api.post('/api/v1/watch/beat', {
        schema: beatHeard,
        body,
        quiet: true,
        background: !counts,
        ...(leaving && { leaving }),
      }),
    answer: async (no: number, choice: readonly number[]) => {
      const { right, view } = await api.post(`${at(of)}/answers`, {
        schema: answerJudged,
        body: { no, choice },
        quiet: true,
      })
      put(view)
      return right
    },
    /** What a beat answered, without reading the lesson again. */
    learn: (part: Pick<WatchView, 'seconds' | 'seen' | 'played' | 'again' | 'completeAt'>) =>
      client.setQueryData<WatchView>(viewKey(of), (before) => before && { ...before, ...part }),
  }
}
