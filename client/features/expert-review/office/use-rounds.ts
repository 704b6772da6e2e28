import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import {
  board,
  itemCandidates,
  results,
  roundExperts,
  roundKept,
  roundPage,
  roundView,
  sourceChoices,
  taskActed,
  urged,
  type RoundBody,
} from '../../../../catalogue/contract/review/rounds.ts'
import { api } from '../../../platform/api/api.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { notify } from '../../../ui/feedback/notify.ts'

const url = '/api/v1/review/rounds'
const key = ['review-rounds'] as const

type RoundQuery = Readonly<Record<string, string | number>>

/** The parts of a question that say something. */
export const said = (asked: RoundQuery): RoundQuery =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))

/** Materials that wait for experts. */
export const useSources = () =>
  useQuery({
    queryKey: [...key, 'sources'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/review/sources', { schema: sourceChoices, quiet: true, signal }),
    staleTime: 0,
  })

export const useRounds = (asked: RoundQuery) =>
  useQuery({
    queryKey: [...key, 'list', asked],
    queryFn: ({ signal }) =>
      api.get(url, { schema: roundPage, query: said({ ...asked, pageSize: 20 }), quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** One round; it is asked for again until its experts are assigned. */
export const useRound = (id: string) =>
  useQuery({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => api.get(`${url}/${id}`, { schema: roundView, quiet: true, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.assigning === true ? 2_000 : false),
  })

/**
 * Items with their experts; asked for anew when the round is another version: its experts were assigned
 * meanwhile.
 */
export const useBoard = ({ id, version }: { id: string; version: number }, asked: RoundQuery) =>
  useQuery({
    queryKey: [...key, 'board', id, asked, version],
    queryFn: ({ signal }) =>
      api.get(`${url}/${id}/board`, {
        schema: board,
        query: said({ ...asked, pageSize: 20 }),
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useRoundExperts = ({ id, version }: { id: string; version: number }) =>
  useQuery({
    queryKey: [...key, 'experts', id, version],
    queryFn: ({ signal }) => api.get(`${url}/${id}/experts`, { schema: roundExperts, quiet: true, signal }),
    staleTime: 0,
  })

export const useItemCandidates = (round: string, item: string) =>
  useQuery({
    queryKey: [...key, 'candidates', round, item],
    queryFn: ({ signal }) =>
      api.get(`${url}/${round}/items/${item}/candidates`, { schema: itemCandidates, quiet: true, signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const useResults = (id: string) =>
  useQuery({
    queryKey: [...key, 'results', id],
    queryFn: ({ signal }) => api.get(`${url}/${id}/results`, { schema: results, quiet: true, signal }),
    staleTime: 60_000,
  })

/** Writes a round that has not begun: a new one without `id`. Faults are the caller's to show. */
export function useKeepRound() {
  const cache = useQueryClient()
  return async (body: RoundBody, known: { id: string; version: number } | null): Promise<string> => {
    const { id } = known
      ? await api.put(`${url}/${known.id}`, { schema: roundKept, body: { ...body, version: known.version } })
      : await api.post(url, { schema: roundKept, body })
    await cache.invalidateQueries({ queryKey: key })
    return id
  }
}

type Task = { readonly id: string; readonly version: number }
export type RoundStep = 'open' | 'assign' | 'cancel' | 'close'

/** What an office does with a round and with single tasks of it; each answers whether it was done. */
export function useRoundActs(round: string) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<string>): Promise<boolean> => {
    setBusy(true)
    try {
      notify.success(await work())
      return true
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 6000 })
      return false
    } finally {
      // Also after a refusal: most of them say that somebody else was quicker.
      await cache.invalidateQueries({ queryKey: key })
      setBusy(false)
    }
  }
  const onTask = (task: Task, act: string, body: object, done: string) =>
    run(async () => {
      await api.post(`${url}/${round}/tasks/${task.id}/${act}`, {
        schema: taskActed,
        body: { ...body, version: task.version },
      })
      return done
    })
  return {
    busy,
    step: (name: RoundStep, version: number, done: string) =>
      run(async () => {
        await api.post(`${url}/${round}/${name}`, { schema: roundKept, body: { version } })
        return done
      }),
    urge: () =>
      run(async () => {
        const { experts } = await api.post(`${url}/${round}/urge`, { schema: urged })
        return experts === 0 ? '没有未提交的任务' : `已催办 ${experts} 位专家`
      }),
    replace: (task: Task, reason: string) => onTask(task, 'replace', { reason }, '已撤回，由候补专家接替'),
    sendBack: (task: Task, reason: string) => onTask(task, 'sendBack', { reason }, '已退回专家修改'),
    extend: (task: Task, until: string) => onTask(task, 'extend', { until }, `已延期到 ${until}`),
    assign: (itemId: string, expertId: number) =>
      run(async () => {
        await api.post('/api/v1/review/assign', {
          schema: z.object({ created: z.int() }),
          body: { roundId: round, itemId, expertId },
        })
        return '已指派'
      }),
  }
}
export type RoundActs = ReturnType<typeof useRoundActs>
